import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { testApp, type TestApp } from '#api/test/app.ts'
import { probePublicUrl } from './public-url.ts'

let app: TestApp
/** A proxy in front of the api. It forwards requests unless a test replaces its handler. */
let proxy: (request: Request) => Response | Promise<Response>
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => proxy(request) })
const publicUrl = `http://127.0.0.1:${server.port}`
const folder = mkdtempSync(join(tmpdir(), 'currawong-proxy-'))

beforeAll(async () => {
  app = await testApp({ env: { PUBLIC_URL: publicUrl } })
})
afterAll(async () => {
  await server.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

const forward = (request: Request) => app.app.fetch(request)
const findings = (config = {}, isRunning = true) =>
  probePublicUrl({ ...app.ctx.config, publicUrl, siteUrl: publicUrl, ...config }, isRunning)
const messagesOf = async (...args: Parameters<typeof findings>) =>
  (await findings(...args)).map(({ state, name, message }) => `${state} ${name}: ${message}`).join('\n')

test('recognises its own api and tries an upload and the event stream', async () => {
  proxy = forward
  expect((await findings()).map(({ state, name }) => [state, name])).toEqual([
    ['ready', 'Public URL'],
    ['ready', 'Uploads'],
    ['ready', 'Events'],
  ])
})

test('distinguishes another installation, another program and a redirect', async () => {
  proxy = forward
  expect(await messagesOf({ appSecret: 'the secret of another installation' })).toContain(
    'another installation',
  )
  proxy = () => new Response('<h1>It works!</h1>')
  expect(await messagesOf()).toContain('returns 200, but not from Currawong')
  proxy = () => Response.redirect('https://www.example.com/', 301)
  expect(await messagesOf()).toContain('redirects to https://www.example.com/')
})

test('detects a proxy that refuses large bodies or buffers events', async () => {
  proxy = request =>
    new URL(request.url).pathname === '/api/media'
      ? new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 })
      : forward(request)
  expect(await messagesOf()).toContain('wrong Uploads: A proxy rejects a body of 5 MB with status 413')
  proxy = async request => {
    const response = await forward(request)
    return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers })
  }
  expect(await messagesOf()).toContain('wrong Events: A proxy buffers events')
})

test('reports a path in PUBLIC_URL and two sites without sending a request', async () => {
  expect(await messagesOf({ publicUrl: `${publicUrl}/currawong` }, false)).toContain(
    'PUBLIC_URL has a path (/currawong)',
  )
  expect(await messagesOf({ siteUrl: 'http://localhost:9' }, false)).toContain('wrong One site: ')
})

test('reports no problem while the api isn’t running', async () => {
  expect(await messagesOf({}, false)).toStartWith('missing Public URL: The api isn’t running')
})

const OPENSSL_KEY = '-newkey rsa:2048 -nodes -keyout key.pem -subj /CN=localhost'

/** Runs openssl and serves the api with the resulting certificate. */
async function messagesBehind(...commands: string[]) {
  for (const command of commands)
    expect(Bun.spawnSync(['openssl', ...command.split(' ')], { cwd: folder }).exitCode).toBe(0)
  const tls = { key: Bun.file(join(folder, 'key.pem')), cert: Bun.file(join(folder, 'cert.pem')) }
  const secure = Bun.serve({ port: 0, hostname: '127.0.0.1', tls, fetch: forward })
  const url = `https://localhost:${secure.port}`
  const messages = await messagesOf({ publicUrl: url, siteUrl: url })
  await secure.stop(true)
  return messages
}

test('reports an untrusted certificate', async () => {
  expect(await messagesBehind(`req -x509 -days 30 -out cert.pem ${OPENSSL_KEY}`)).toMatch(
    /wrong Certificate: The certificate of localhost isn’t trusted/,
  )
})

test('reports an expired certificate', async () => {
  expect(
    await messagesBehind(
      `req -new -out request.pem ${OPENSSL_KEY}`,
      'x509 -req -days -1 -in request.pem -signkey key.pem -out cert.pem',
    ),
  ).toMatch(/wrong Certificate: The certificate expired on \d{4}-\d\d-\d\d\./)
})
