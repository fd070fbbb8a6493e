import { beforeAll, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'

import { testApp, type TestApp } from '#api/test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const get = (path: string, accepted = 'gzip, deflate, br', init = {}) =>
  app.request(path, { headers: { 'Accept-Encoding': accepted }, ...init })

test('compresses lists and documents without changing their content', async () => {
  const plain = await get('openapi.json', 'identity')
  const packed = await get('openapi.json')
  const bytes = await packed.bytes()
  const text = await plain.text()
  expect([plain.headers.get('Content-Encoding'), packed.headers.get('Content-Encoding')]).toEqual([
    null,
    'gzip',
  ])
  expect(gunzipSync(bytes).toString()).toBe(text)
  expect(bytes.byteLength).toBeLessThan(text.length / 4)
  for (const response of [plain, packed]) {
    expect(response.headers.get('Vary')).toContain('Accept-Encoding')
    expect(response.headers.get('X-Request-Id')).toBeString()
    expect(response.headers.get('Content-Type')).toContain('application/json')
  }
  expect((await get('openapi.json', 'gzip;q=0, br')).headers.get('Content-Encoding')).toBeNull()
})

test('does not compress small responses, responses with a token, or streams', async () => {
  const person = await app.signUp()
  const encodingOf = async (response: Promise<Response>) => (await response).headers.get('Content-Encoding')
  expect(await encodingOf(get('health'))).toBeNull()
  const login = { json: { email: person.email, password: person.password } }
  expect(await encodingOf(get('users/login', 'gzip', login))).toBeNull()
  const events = await get('events', 'gzip', {
    headers: { 'Accept-Encoding': 'gzip', Authorization: `Bearer ${person.token}` },
  })
  expect([events.headers.get('Content-Type'), events.headers.get('Content-Encoding')]).toEqual([
    'text/event-stream',
    null,
  ])
  await events.body!.cancel()
})
