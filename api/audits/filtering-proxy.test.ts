import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

import { addressGuard } from '#api/runtime/address-guard.ts'
import { AuditError } from './audit.ts'
import { guardedBrowserFlags } from './browser-flags.ts'
import { startFilteringProxy } from './filtering-proxy.ts'
import { findBrowser } from './find-browser.ts'

const chromePath = findBrowser(process.env.CHROME_PATH)
const withBrowser = test.skipIf(!chromePath || !existsSync(chromePath))

/** Both are on this machine: `website` stands for the public internet, `secret` for a private service. */
const secretAsked: string[] = []
const secret = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: request => (secretAsked.push(new URL(request.url).pathname), new Response('secret')),
})
const website = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    const { pathname } = new URL(url)
    if (pathname === '/moved') return Response.redirect(`http://169.254.169.254/latest/meta-data/`)
    if (pathname === '/moved-here') return Response.redirect(`http://127.0.0.1:${secret.port}/moved-here`)
    return new Response(pageWith(pathname), { headers: { 'Content-Type': 'text/html' } })
  },
})

const pageWith = (pathname: string) => `<!doctype html><title>Page</title><h1>${pathname}</h1>
  <img src="http://127.0.0.1:${secret.port}/picture"><img src="http://localhost:${secret.port}/name">
  <img src="http://[::1]:${secret.port}/six"><img src="http://rebinding.test:${secret.port}/rebound">
  <iframe src="http://0.0.0.0:${secret.port}/frame"></iframe>
  <script>fetch('http://127.0.0.1:${secret.port}/fetched', { mode: 'no-cors' }).catch(() => {})
  new WebSocket('ws://127.0.0.1:${secret.port}/socket')</script>`

let resolved = 0
/** Resolves the website's name to this machine, which only this test allows. The other name changes its address. */
const strict = addressGuard({
  resolve: async host => {
    if (host === 'rebinding.test') return [resolved++ === 0 ? '93.184.215.14' : '127.0.0.1']
    return host === 'localhost' ? ['127.0.0.1'] : []
  },
})
const guard: typeof strict = {
  ...strict,
  addressesOf: async (host, port) =>
    host === 'website.test' ? ['127.0.0.1'] : await strict.addressesOf(host, port),
}

let proxy: Awaited<ReturnType<typeof startFilteringProxy>>
let browser: Browser | undefined
beforeAll(async () => {
  proxy = await startFilteringProxy(guard)
  if (chromePath)
    browser = await chromium.launch({ executablePath: chromePath, args: guardedBrowserFlags(proxy.port) })
})
afterAll(async () => {
  await browser?.close()
  proxy.stop()
  await Promise.all([website.stop(true), secret.stop(true)])
})

const open = async (path: string) => {
  const page = await browser!.newPage()
  const outcome = await page
    .goto(`http://website.test:${website.port}${path}`, { waitUntil: 'networkidle' })
    .then(
      response => response?.status() ?? 0,
      (error: Error) => /ERR_\w+/.exec(error.message)?.[0],
    )
  await page.close()
  return outcome
}

withBrowser('lets a page reach nothing on this machine, by any name', async () => {
  expect(await strict.addressesOf('rebinding.test', 80)).toEqual(['93.184.215.14'])
  expect(await open('/')).toBe(200)
  expect(secretAsked).toEqual([])
  expect([...proxy.failures.keys()]).toEqual(
    expect.arrayContaining(['127.0.0.1', 'localhost', 'rebinding.test']),
  )
})

withBrowser.each([
  ['/moved', '169.254.169.254', 'metadata'],
  ['/moved-here', '127.0.0.1', 'this machine itself'],
])('does not follow a page to a private address (%s)', async (path, host, reason) => {
  proxy.failures.clear()
  expect(await open(path)).toMatch(/^ERR_SOCKS/)
  expect(proxy.failures.get(host)).toBeInstanceOf(AuditError)
  expect(proxy.failures.get(host)?.message).toContain(reason)
  expect(secretAsked).toEqual([])
})

test('disconnects a client that doesn’t speak SOCKS 5', async () => {
  const closed = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: proxy.port,
    socket: { data() {}, close: () => closed.resolve() },
  })
  socket.write('GET / HTTP/1.1\r\n\r\n')
  await closed.promise
})
