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

/** What a bare socket receives: no client of ours would send such a header. */
function ask(
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

test('a Host header that is none is refused in the usual words', async () => {
  const { port } = await open(async () => new Response('the site'))
  for (const host of ['[::', 'a b', ''])
    expect(await ask(port, '/api/health', host)).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"invalid"/)
  expect(await ask(port, '/', 'localhost')).toContain('the site')
})

test('what breaks outside the api shows nothing of its cause', async () => {
  const { port } = await open(() => Promise.reject(new Error('a path on this machine')))
  const answer = await ask(port, '/', 'localhost')
  expect(answer).toMatch(/^HTTP\/1.1 500 [\s\S]*"code":"internal"/)
  expect(answer).not.toContain('machine')
})

test('a HEAD tells the length of what a GET would get, and none of what is streamed', async () => {
  const { port, token } = await open(async () => new Response('the site'))
  const headers = `Authorization: Bearer ${token}\r\n`
  const head = (path: string) => ask(port, path, 'localhost', { method: 'HEAD', headers })
  for (const path of ['/api/users/getUserInfo', '/api/health', '/api/nothing', '/api/docs']) {
    const whole = await ask(port, path, 'localhost', { method: 'GET', headers })
    const length = /^content-length: (\d+)\r$/im
    expect([path, length.exec(await head(path))?.[1]]).toEqual([path, length.exec(whole)?.[1]])
    expect(await head(path)).toEndWith('\r\n\r\n')
  }
  for (const path of ['/api/users/export', '/api/events']) {
    const answer = await head(path)
    expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*transfer-encoding: chunked/)
    expect(answer).not.toMatch(/content-length/i)
  }
})
