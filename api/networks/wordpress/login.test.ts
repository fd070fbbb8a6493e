import { afterAll, expect, test } from 'bun:test'
import * as v from 'valibot'

import { clockAheadMs } from '#api/networks/core/provider-clock.ts'
import { writeAccess } from './access.ts'
import { apiLink, siteUrl, wordpressLogin } from './login.ts'
import { callSite, rootOf, urlBelow, withoutOwn } from './request.ts'

const foreign = { ownUrl: '', allowPrivate: false }
const now = () => new Date()

/** A website of the internet, as far as this test is concerned. */
type Answer = (request: Request) => Response
let answer: Answer = () => new Response('')
let requests = 0
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: request => (requests++, answer(request)),
})
afterAll(() => server.stop(true))
const own = { ownUrl: server.url.origin, allowPrivate: false }

const API = (url = `${server.url.origin}/wp-json/`) => ({ Link: `<${url}>; rel="https://api.w.org/"` })
const root = (authorization: string) =>
  Response.json({
    name: 'A',
    namespaces: ['wp/v2'],
    authentication: { 'application-passwords': { endpoints: { authorization } } },
  })
const failureOf = (find: Promise<unknown>) => find.then(String, (error: Error) => error.message)

test('reads the address that a member entered', () => {
  const href = (text: string) => siteUrl(foreign, text)?.href
  expect(['example.com', ' https://Example.com/blog#top ', 'https://example.com:8443/'].map(href)).toEqual([
    'https://example.com/',
    'https://example.com/blog',
    'https://example.com:8443/',
  ])
  for (const text of ['http://example.com', 'https://me@example.com', 'a b', 'ftp://a.example', ''])
    expect([text, href(text)]).toEqual([text, undefined])
  expect(siteUrl(own, `${server.url.origin}/blog`)?.pathname).toBe('/blog')
})

test('opens no private address, also not after a redirect, and at no call', async () => {
  for (const site of [
    'https://127.0.0.1',
    'https://localhost',
    'https://169.254.169.254',
    'https://[::1]',
    'https://10.0.0.1',
  ])
    expect([site, await failureOf(wordpressLogin(foreign, now).find(site))]).toEqual([
      site,
      expect.stringMatching(/isn’t a server that we may open|public internet/),
    ])
  answer = () => new Response(null, { status: 302, headers: { Location: 'https://169.254.169.254/' } })
  expect(await failureOf(wordpressLogin(own, now).find(server.url.origin))).toContain('may open')
  answer = () => new Response(null, { status: 302, headers: { Location: 'http://example.com/' } })
  expect(await failureOf(wordpressLogin(own, now).find(server.url.origin))).toContain('may open')
  const before = requests
  const token = writeAccess({ root: 'https://127.0.0.1/wp-json/', user: 'pat', password: 'x' })
  await expect(
    callSite(foreign, { token, path: '/wp/v2/users/me', schema: v.unknown(), now }),
  ).rejects.toMatchObject({ code: 'wordpress/server' })
  expect(requests).toBe(before)
})

test('ends after a few redirects', async () => {
  answer = ({ url }) => new Response(null, { status: 302, headers: { Location: `${url}x` } })
  expect(await failureOf(wordpressLogin(own, now).find(server.url.origin))).toContain('redirects too often')
})

test('says what a website lacks', async () => {
  const find = () => failureOf(wordpressLogin(own, now).find(server.url.origin))
  answer = () => new Response('')
  expect(await find()).toContain('isn’t a WordPress website')
  answer = () => new Response('<p>No</p>', { headers: API() })
  expect(await find()).toContain('allow its REST API')
  answer = ({ url }) =>
    url.includes('wp-json')
      ? Response.json({ name: 'A', namespaces: ['wp/v2'], authentication: [] })
      : new Response('', { headers: API() })
  expect(await find()).toContain('doesn’t allow application passwords')
  answer = ({ url }) =>
    url.includes('wp-json') ? root('https://elsewhere.example/login') : new Response('', { headers: API() })
  expect(await find()).toContain('doesn’t allow application passwords')
})

test('sends the password only to the server that the member named', () => {
  const page = new URL('https://example.com/')
  const link = (url: string) => apiLink(`<${url}>; rel="https://api.w.org/"`, page)?.href
  expect(link('https://example.com/wp-json/')).toBe('https://example.com/wp-json/')
  expect(link('/index.php?rest_route=/')).toBe('https://example.com/index.php?rest_route=/')
  expect(link('https://elsewhere.example/wp-json/')).toBeUndefined()
  expect(link('http://example.com/wp-json/')).toBeUndefined()
  expect(
    apiLink('<https://example.com/feed>; rel="alternate", </wp-json/>; rel=https://api.w.org/', page)?.href,
  ).toBe('https://example.com/wp-json/')
})

test('recognises a website by its API, whichever of its pages a member entered', async () => {
  const link = `${server.url.origin}/blog/wp-json/`
  answer = ({ url }) =>
    url.includes('wp-json')
      ? root(`${server.url.origin}/blog/wp-admin/authorize-application.php`)
      : new Response('', { headers: API(link) })
  const found = []
  for (const path of ['/blog', '/blog/2026/a-post/?x=1'])
    found.push((await wordpressLogin(own, now).find(server.url.origin + path)).site)
  expect(found).toEqual(['/blog', '/blog'])
})

test('calls the API in both forms of its URL', () => {
  expect(urlBelow('https://example.com/wp-json/', '/wp/v2/posts').href).toBe(
    'https://example.com/wp-json/wp/v2/posts',
  )
  expect(
    urlBelow('https://example.com/index.php?rest_route=/', '/wp/v2/posts').searchParams.get('rest_route'),
  ).toBe('/wp/v2/posts')
})

test('stores the operator’s own site without its address', () => {
  const operator = { ownUrl: 'http://blog.internal', allowPrivate: false }
  const stored = withoutOwn(operator, 'http://blog.internal/wp-json/')
  expect([stored, rootOf(operator, stored)]).toEqual(['/wp-json/', 'http://blog.internal/wp-json/'])
  expect(withoutOwn(operator, 'http://blog.internal.example/')).toBe('http://blog.internal.example/')
})

test('learns the time from no website', async () => {
  const before = clockAheadMs()
  const inTwoYears = new Date(Date.now() + 2 * 365 * 86_400_000).toUTCString()
  answer = () => Response.json({}, { headers: { Date: inTwoYears } })
  const token = writeAccess({ root: '/wp-json/', user: 'pat', password: 'x' })
  await callSite(own, { token, path: '/wp/v2/users/me', schema: v.unknown(), now })
  expect(clockAheadMs()).toBe(before)
})
