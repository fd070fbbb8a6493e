import { expect, test } from 'bun:test'
import { join } from 'node:path'

import { serveApi } from '#api/test/served-api.ts'

const preload = join(import.meta.dirname, '../test/stray-failures.fixture.ts')

/** Resolves when the log has shown as many errors. */
async function errorsOf(api: Awaited<ReturnType<typeof serveApi>>, count: number) {
  while (api.errors().length < count) await Bun.sleep(5)
  return api.errors()
}

test('a rejection that nobody listens to is logged and the api stays up; an exception makes it end as failed', async () => {
  const api = await serveApi({}, { preload })
  api.child.kill('SIGUSR2')
  expect(await errorsOf(api, 1)).toMatchObject([{ level: 50, err: { message: 'nobody listens' } }])
  expect((await fetch(`${api.url}/api/openapi.json`)).status).toBe(200)

  api.child.kill('SIGHUP')
  expect((await errorsOf(api, 2))[1]).toMatchObject({ level: 60, err: { message: 'nobody catches' } })
  expect(await api.child.exited).toBe(1)
})
