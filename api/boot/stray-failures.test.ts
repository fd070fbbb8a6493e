import { expect, test } from 'bun:test'
import { join } from 'node:path'

import { serveApi } from '#api/test/servers/api.ts'

const preload = join(import.meta.dirname, '../test/stray-failures.fixture.ts')

/** Resolves once the log contains `count` errors. */
async function errorsOf(api: Awaited<ReturnType<typeof serveApi>>, count: number) {
  while (api.errors().length < count) await Bun.sleep(5)
  return api.errors()
}

test('logs an unhandled rejection and stays up, but exits with a failure after an uncaught exception', async () => {
  const api = await serveApi({}, { preload })
  api.child.kill('SIGUSR2')
  expect(await errorsOf(api, 1)).toMatchObject([{ level: 50, err: { message: 'nobody listens' } }])
  expect((await fetch(`${api.url}/api/openapi.json`)).status).toBe(200)

  api.child.kill('SIGHUP')
  expect((await errorsOf(api, 2))[1]).toMatchObject({ level: 60, err: { message: 'nobody catches' } })
  expect(await api.child.exited).toBe(1)
})
