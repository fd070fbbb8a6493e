import { expect, test } from 'bun:test'
import { connect } from 'node:net'

import { testApp } from '#api/test/app.ts'
import { atEnd } from '#api/test/at-end.ts'
import { listen } from './listen.ts'

async function open(site: (request: Request) => Promise<Response>) {
  const { app, ctx, signUp } = await testApp()
  const { token } = await signUp()
  const server = listen({ host: '127.0.0.1', port: 0 }, { app, site, log: ctx.log })
  atEnd(() => server.stop(true))
  return { port: server.port!, token }
}

/** Sends a request through a plain socket, since HTTP clients wouldn't send invalid headers. */
function send(
  port: number,
  path: string,
  host = 'localhost',
  more = { method: 'GET', headers: '' },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let received = ''
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(
      `${more.method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${more.headers}Connection: close\r\n\r\n`,
    ),
  )
  socket.on('data', data => (received += data.toString()))
  socket.on('error', reject)
  socket.on('close', () => resolve(received))
  return promise
}

test('rejects an invalid Host header with the usual error body', async () => {
  const { port } = await open(async () => new Response('the site'))
  for (const host of ['[::', 'a b', ''])
    expect(await send(port, '/api/health', host)).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"invalid"/)
  expect(await send(port, '/', 'localhost')).toContain('the site')
})

test('doesn’t reveal the cause of an error outside the api', async () => {
  const { port } = await open(() => Promise.reject(new Error('a path on this machine')))
  const response = await send(port, '/', 'localhost')
  expect(response).toMatch(/^HTTP\/1.1 500 [\s\S]*"code":"internal"/)
  expect(response).not.toContain('machine')
})

test('responds to HEAD with the length that a GET has, and without one for a stream', async () => {
  const { port, token } = await open(async () => new Response('the site'))
  const headers = `Authorization: Bearer ${token}\r\n`
  const head = (path: string) => send(port, path, 'localhost', { method: 'HEAD', headers })
  for (const path of ['/api/users/getUserInfo', '/api/health', '/api/nothing', '/api/docs']) {
    const whole = await send(port, path, 'localhost', { method: 'GET', headers })
    const length = /^content-length: (\d+)\r$/im
    expect([path, length.exec(await head(path))?.[1]]).toEqual([path, length.exec(whole)?.[1]])
    expect(await head(path)).toEndWith('\r\n\r\n')
  }
  for (const path of ['/api/users/export', '/api/events']) {
    const response = await head(path)
    expect(response).toMatch(/^HTTP\/1.1 200 [\s\S]*transfer-encoding: chunked/)
    expect(response).not.toMatch(/content-length/i)
  }
})
