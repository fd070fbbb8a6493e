import { expect, test } from 'bun:test'
import { connect } from 'node:net'

import { listen } from './listen.ts'
import { atEnd } from './test/at-end.ts'
import { testApp } from './test/app.ts'

async function open(site: (request: Request) => Promise<Response>) {
  const { app, ctx } = await testApp()
  const server = listen({ host: '127.0.0.1', port: 0 }, { app, site, log: ctx.log })
  atEnd(() => server.stop(true))
  return server.port!
}

/** What a bare socket receives: no client of ours would send such a header. */
function ask(port: number, path: string, host: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let received = ''
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
  )
  socket.on('data', data => (received += data.toString()))
  socket.on('error', reject)
  socket.on('close', () => resolve(received))
  return promise
}

test('a Host header that is none is refused in the usual words', async () => {
  const port = await open(async () => new Response('the site'))
  for (const host of ['[::', 'a b', ''])
    expect(await ask(port, '/api/health', host)).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"invalid"/)
  expect(await ask(port, '/', 'localhost')).toContain('the site')
})

test('what breaks outside the api shows nothing of its cause', async () => {
  const port = await open(() => Promise.reject(new Error('a path on this machine')))
  const answer = await ask(port, '/', 'localhost')
  expect(answer).toMatch(/^HTTP\/1.1 500 [\s\S]*"code":"internal"/)
  expect(answer).not.toContain('machine')
})
