import { expect, test } from 'bun:test'

import { readConfig } from '#api/runtime/config.ts'
import { sandboxSettings, sharedSandbox } from '#api/test/servers/sandbox.ts'
import { probeWriting } from './services.ts'

const settings = sandboxSettings(await sharedSandbox())
const probe = (env: Record<string, string>, now?: Date) =>
  probeWriting(readConfig({ ...settings, APP_SECRET: 'a secret of the tests, long enough', ...env }), now)
const november = new Date('2026-11-21')

test('reports that texts by AI work, and the model’s retirement date', async () => {
  expect(await probe({ OPENAI_API_KEY: '' })).toMatchObject({ state: 'missing' })
  expect(await probe({}, november)).toMatchObject({
    state: 'ready',
    message: 'gpt-4o responds, and will be retired on 2027-01-14',
    remedy: expect.stringContaining('OPENAI_MODEL'),
  })
  expect(await probe({ OPENAI_MODEL: 'gpt-6-luna' }, november)).toMatchObject({
    state: 'ready',
    message: 'gpt-6-luna responds',
  })
})

test('reports why texts by AI don’t work', async () => {
  expect(await probe({}, new Date('2027-01-14'))).toMatchObject({
    state: 'wrong',
    message: 'gpt-4o was retired on 2027-01-14',
  })
  expect(await probe({ OPENAI_MODEL: 'gpt-3' }, november)).toMatchObject({
    state: 'wrong',
    message: expect.stringContaining('The model `gpt-3` does not exist'),
  })
  const refused = await probe({ OPENAI_API_KEY: 'nonsense' }, november)
  expect(refused).toMatchObject({ state: 'wrong', message: expect.stringContaining('401 Incorrect API key') })
})
