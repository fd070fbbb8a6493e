import { expect, test } from 'bun:test'

import { readConfig } from '#api/runtime/config.ts'
import { ownSandbox, sandboxSettings } from '#api/test/servers/sandbox.ts'
import { probeFacebook, probeGoogleBusiness } from './services.ts'

const settings = sandboxSettings(await ownSandbox())
const config = (env: Record<string, string> = {}) =>
  readConfig({ ...settings, APP_SECRET: 'a secret of the tests, long enough', ...env })

test('checks the secrets with Meta and Google', async () => {
  expect(await probeFacebook(config())).toMatchObject({
    state: 'ready',
    message: expect.stringContaining('Meta accepts the secret'),
  })
  expect(await probeFacebook(config({ META_APP_SECRET: 'a wrong one' }))).toMatchObject({
    state: 'wrong',
    message: 'Meta refuses META_APP_ID with META_APP_SECRET: Error validating client secret. (code 1)',
  })
  expect(await probeGoogleBusiness(config())).toMatchObject({
    state: 'ready',
    message: expect.stringContaining('Google accepts the secret'),
  })
  expect(await probeGoogleBusiness(config({ GOOGLE_CLIENT_SECRET: 'a wrong one' }))).toMatchObject({
    state: 'wrong',
    message: expect.stringContaining('invalid_client'),
  })
})
