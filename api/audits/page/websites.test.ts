import { expect, test } from 'bun:test'

import { addressGuard } from '#api/runtime/address-guard.ts'
import { atEnd } from '#api/test/at-end.ts'
import { failureOf } from '#api/test/measuring.ts'
import { openPage } from './open-page.ts'
import { openWebsites } from './websites.ts'

const HEAD = '<title>Harbour Bakehouse</title><meta name="viewport" content="width=device-width">'
const PNG = '\x89PNG\r\n\x1A\n'

let requests: string[] = []
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    const { pathname } = new URL(url)
    requests.push(pathname)
    if (pathname === '/moved') return Response.redirect('/', 301)
    if (pathname === '/inside') return Response.redirect('http://169.254.169.254/latest', 302)
    if (pathname === '/refuses') return new Response('No robots', { status: 403 })
    if (pathname === '/a.png') return new Response(Buffer.from(PNG, 'latin1'))
    if (pathname === '/not-a.png') return new Response('<p>Not found')
    if (pathname === '/old')
      return new Response(Buffer.from('<html lang="de"><title>B\xE4ckerei', 'latin1'), {
        headers: { 'Content-Type': 'text/html; charset=ISO-8859-1' },
      })
    const picture = pathname === '/broken' ? '/not-a.png' : '/a.png'
    const html = `${HEAD}<meta property="og:image" content="${picture}"><a href="tel:0400000000">Ring</a>`
    return new Response(html, { headers: { 'Content-Type': 'text/html' } })
  },
})
atEnd(() => server.stop(true))

const at = (path: string, scheme = 'http') => `${scheme}://127.0.0.1:${server.port}${path}`
const open = (allowPrivate: boolean) =>
  openWebsites({ audits: { allowPrivate } } as Parameters<typeof openWebsites>[0])
const websites = open(true)

test('reads a page and its picture for shared links, after redirects', async () => {
  const facts = await websites.readPage(at('/moved'))
  expect(facts).toMatchObject({
    url: at('/'),
    title: 'Harbour Bakehouse',
    isSecure: false,
    fitsPhones: true,
    phone: { text: '0400000000', isPressable: true },
    share: { picture: { url: at('/a.png'), loads: true } },
  })
  expect((await websites.readPage(at('/broken'))).share.picture).toMatchObject({ loads: false })
})

test('reads a page in an older encoding and another language', async () => {
  expect(await websites.readHead(at('/old'))).toMatchObject({ title: 'Bäckerei' })
  expect(await websites.readPage(at('/old'))).toMatchObject({ title: 'Bäckerei', isEnglish: false })
})

test('names a website by its head, and opens one without https', async () => {
  expect(await websites.readHead(at('/', 'https'))).toEqual({
    title: 'Harbour Bakehouse',
    host: `127.0.0.1:${server.port}`,
    isSecure: false,
    ms: expect.any(Number),
  })
})

test('reads a head once for requests at the same time', async () => {
  requests = []
  const heads = await Promise.all(['/', '/', '/a.png'].map(path => websites.readHead(at(path))))
  expect(heads.map(({ title }) => title)).toEqual(['Harbour Bakehouse', 'Harbour Bakehouse', ''])
  expect(requests.toSorted()).toEqual(['/', '/a.png'])
})

test('opens no connection to a private address, also behind a redirect', async () => {
  const strict = open(false)
  requests = []
  for (const read of [strict.readHead, strict.readPage]) {
    expect((await failureOf(read(at('/')))).kind).toBe('refused')
    expect((await failureOf(read('http://localhost/'))).kind).not.toBe('transient')
  }
  expect(requests).toEqual([])
  const guard = addressGuard()
  const lenient = {
    addressesOf: async () => ['127.0.0.1'],
    checkUrl: async (text: string) => (text.startsWith(at('')) ? new URL(text) : guard.checkUrl(text)),
  }
  const { kind, message } = await failureOf(
    openPage(at('/inside'), { guard: lenient, maxBytes: 1000, timeoutMs: 5000 }),
  )
  expect([kind, message]).toEqual(['refused', expect.stringContaining('only its own network can open')])
})

test('tells a website that is down from one that only shows itself to browsers', async () => {
  expect((await failureOf(websites.readPage('http://127.0.0.1:1/'))).kind).toBe('site')
  expect(await failureOf(websites.readPage(at('/refuses')))).toMatchObject({
    kind: 'transient',
    message: expect.stringContaining('(403)'),
  })
})
