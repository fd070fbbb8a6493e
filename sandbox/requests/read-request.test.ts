import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'

import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.stop())

const HEAD = (type: string, length: number) =>
  `POST /facebook/v23.0/1/photos HTTP/1.1\r\nHost: sandbox\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`

/** Sends part of a request and disconnects, as a killed process does. */
function hangUpAfter(text: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1', () => {
    socket.write(text, () => setImmediate(() => socket.resetAndDestroy()))
  })
  socket.on('error', () => {})
  socket.on('close', () => resolve())
  return promise
}

test('survives a client that disconnects in the middle of a request', async () => {
  const file = '--b\r\nContent-Disposition: form-data; name="source"; filename="a.jpg"\r\n\r\nhalf a file'
  for (let i = 0; i < 5; i++) {
    await hangUpAfter(HEAD('multipart/form-data; boundary=b', 100_000) + file)
    await hangUpAfter(HEAD('application/x-www-form-urlencoded', 100_000) + 'message=half')
    await hangUpAfter(HEAD('multipart/form-data; boundary=b', 100_000) + '--b\r\nContent-Dis')
  }
  const page = await sandbox.facebookPage()
  const form = { access_token: page.token, message: 'Still here' }
  expect((await sandbox.post(`/facebook/v23.0/${page.id}/feed`, form)).status).toBe(200)
})

test.each([
  ['application/json', '{"message":'],
  ['application/json', '7'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nunfinished'],
  ['multipart/form-data', 'no boundary'],
])('refuses a malformed body of %s with code 100', async (type, body) => {
  const headers = { 'content-type': type }
  const response = await sandbox.ask('/facebook/v23.0/1/feed', { method: 'POST', headers, body })
  expect(response.status).toBe(400)
  expect(response.body.error.code).toBe(100)
})
