import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { siteFiles } from './static-site.ts'

const dist = mkdtempSync(join(tmpdir(), 'currawong-site-'))
const site = siteFiles(dist, 'https://site.example')
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site(new Request(`http://site.example${path}`, { method, headers }))

const put = (name: string, text: string) => writeFileSync(join(dist, name), text)
const HOME = '<!doctype html><title>Home</title>'
const FILM = 'frames and sound'

beforeAll(() => {
  for (const folder of ['dashboard', 'reset-password', 'review', '_astro', 'pictures'])
    mkdirSync(join(dist, folder))
  put('index.html', HOME)
  writeFileSync(join(dist, 'index.html.br'), brotliCompressSync(HOME))
  writeFileSync(join(dist, 'index.html.gz'), gzipSync(HOME))
  put('about.html', 'About')
  put('film.mp4', FILM)
  put('404.html', 'Nothing here')
  put('dashboard/index.html', 'Dashboard')
  put('reset-password/index.html', 'Reset')
  put('review/index.html', 'Review')
  put('_astro/page.abc.js', 'console.log(1)')
  put('_headers', '/*')
  put('_built-for.json', '{}')
})
afterAll(() => rmSync(dist, { recursive: true, force: true }))

test('serves pages compressed at build time, preferring Brotli to gzip', async () => {
  const encodingOf = async (accepted: string) =>
    (await get('/', { 'Accept-Encoding': accepted })).headers.get('Content-Encoding')
  expect(await encodingOf('gzip, deflate, br')).toBe('br')
  expect(await encodingOf('gzip')).toBe('gzip')
  expect(await encodingOf('br;q=0, gzip')).toBe('gzip')
  expect(await encodingOf('identity')).toBeNull()
  const plain = await get('/')
  expect(await plain.text()).toBe(HOME)
  expect(plain.headers.get('Vary')).toBe('Accept-Encoding')
})

test('serves the dashboard, the password reset and the review page for every path under them', async () => {
  for (const path of ['/dashboard', '/dashboard/', '/dashboard/social-hub/success/a.b/c'])
    expect(await (await get(path)).text()).toBe('Dashboard')
  const reset = await get('/reset-password/some-token')
  expect(await reset.text()).toBe('Reset')
  expect(reset.headers.get('Referrer-Policy')).toBe('no-referrer')
  const review = await get('/review/some-token')
  expect(await review.text()).toBe('Review')
  expect(review.headers.get('Referrer-Policy')).toBe('no-referrer')
  const token = 'k'.repeat(52)
  for (const path of [
    `/reset-password/${token}`,
    `/review/${token}`,
    `/invite/${token}`,
    `/dashboard?invite=${token}`,
    '/review',
  ]) {
    const { headers } = await get(path)
    expect([path, headers.get('Cache-Control')]).toEqual([path, 'private, no-store'])
    expect([path, headers.get('X-Robots-Tag')]).toEqual([path, 'noindex, nofollow'])
  }
})

test('redirects other forms of a page’s path to the canonical one and keeps the query', async () => {
  expect(await (await get('/about')).text()).toBe('About')
  for (const path of ['/about/', '/about.html']) {
    const moved = await get(`${path}?from=mail`)
    expect([moved.status, moved.headers.get('Location')]).toEqual([308, '/about?from=mail'])
  }
  expect((await get('/index.html')).headers.get('Location')).toBe('/')
})

test('redirects the link of an invitation to the dashboard, which asks for a sign-in first', async () => {
  const link = await get('/invite/abc234')
  expect([link.status, link.headers.get('Location')]).toEqual([303, '/dashboard?invite=abc234'])
})

test('redirects an unknown page to the home page, and returns 404 for a missing file', async () => {
  for (const path of [
    '/nothing/here',
    '/_headers',
    '/_built-for',
    '/404',
    '/pictures',
    '/_astro/',
    '/dashboards',
  ]) {
    const unknown = await get(path)
    expect([unknown.status, unknown.headers.get('Location')]).toEqual([302, '/#not-found'])
  }
  for (const path of [
    '/_astro/gone.js',
    '/_built-for.json',
    '/index.html.br',
    '/..%2f..%2fpackage.json',
    '/%00',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  for (const path of ['/old-page.php', '/404.html', '//about', '/100%']) {
    const page = await get(path, { Accept: 'text/html,*/*;q=0.8' })
    expect([path, page.status, page.headers.get('Location')]).toEqual([path, 302, '/#not-found'])
  }
})

test('returns 304 for a cached page until it is built again', async () => {
  const first = await get('/about')
  const etag = first.headers.get('ETag')!
  expect((await get('/about', { 'If-None-Match': `"other", W/${etag}` })).status).toBe(304)
  put('about.html', 'About, again')
  utimesSync(join(dist, 'about.html'), new Date(), new Date(Date.now() + 5000))
  const second = await get('/about', { 'If-None-Match': etag })
  expect([second.status, await second.text()]).toEqual([200, 'About, again'])
})

test('serves a range as long as the file is unchanged, since Safari plays no film without it', async () => {
  const part = await get('/film.mp4', { Range: 'bytes=0-8', 'Accept-Encoding': 'br' })
  expect([part.status, part.headers.get('Content-Range'), await part.text()]).toEqual([
    206,
    `bytes 0-8/${FILM.length}`,
    FILM.slice(0, 9),
  ])
  expect((await get('/film.mp4', { Range: 'bytes=0-8', 'If-Range': '"older"' })).status).toBe(200)
  expect((await get('/film.mp4', { Range: 'bytes=9000-' })).status).toBe(416)
})

test('responds to HEAD like GET without a body, and rejects other methods', async () => {
  const head = await get('/', {}, 'HEAD')
  expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([
    200,
    String(HOME.length),
    '',
  ])
  expect((await get('/', {}, 'POST')).status).toBe(405)
  const shared = await get('/dashboard/share', {}, 'POST')
  expect([shared.status, shared.headers.get('Location')]).toEqual([303, '/dashboard/create-post?shared=lost'])
})

test('lets browsers cache hashed files for a year, and revalidate pages', async () => {
  expect((await get('/_astro/page.abc.js')).headers.get('Cache-Control')).toContain('immutable')
  expect((await get('/')).headers.get('Cache-Control')).toBe('no-cache')
})

test('forbids framing and sniffing, and enforces https', async () => {
  const { headers } = await get('/')
  expect(headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'")
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
})

test('moves visitors who use another name of this machine to the site’s own, where sign-ins return', async () => {
  const local = siteFiles(dist, 'http://127.0.0.1:3000')
  const locationFor = async (url: string) => (await local(new Request(url))).headers.get('Location')
  expect(await locationFor('http://localhost:3000/dashboard/social-hub?from=mail')).toBe(
    'http://127.0.0.1:3000/dashboard/social-hub?from=mail',
  )
  expect(await locationFor('http://[::1]:3000/')).toBe('http://127.0.0.1:3000/')
  for (const url of ['http://127.0.0.1:3000/', 'http://localhost:8080/', 'http://192.168.1.5:3000/'])
    expect(await locationFor(url)).toBeNull()
})
