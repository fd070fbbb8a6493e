import { afterAll, expect, test } from 'bun:test'
import * as v from 'valibot'

import { clockAheadMs } from '#api/networks/core/provider-clock.ts'
import { apiElement, apiLink, parseSiteUrl, wordpressLogin } from './login.ts'
import { callSite, fromStoredUrl, endpointUrl, serializeAccess, toStoredUrl } from './request.ts'

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
  const href = (text: string) => parseSiteUrl(foreign, text)?.href
  expect(['example.com', ' https://Example.com/blog#top ', 'https://example.com:8443/'].map(href)).toEqual([
    'https://example.com/',
    'https://example.com/blog',
    'https://example.com:8443/',
  ])
  expect(href('http://example.com/blog')).toBe('https://example.com/blog')
  for (const text of ['http://example.com:8080', 'https://me@example.com', 'a b', 'ftp://a.example', ''])
    expect([text, href(text)]).toEqual([text, undefined])
  expect(parseSiteUrl(own, `${server.url.origin}/blog`)?.pathname).toBe('/blog')
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
  const token = serializeAccess({ root: 'https://127.0.0.1/wp-json/', user: 'pat', password: 'x' })
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
  answer = () => new Response('Briefly unavailable for maintenance', { status: 503 })
  expect(await find()).toContain('Try again in a few minutes')
  answer = () => new Response('Blocked', { status: 403 })
  expect(await find()).toContain('doesn’t let us in (403)')
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

test('finds the API of a page whose cache leaves out its header', async () => {
  const page = new URL('https://example.com/')
  const head = (url: string) =>
    `<html><link rel="alternate" href="/feed"><link rel='https://api.w.org/' href='${url}' />`
  expect(apiElement(head('https://example.com/?rest_route=/&#038;x=1'), page)?.href).toBe(
    'https://example.com/?rest_route=/&x=1',
  )
  expect(apiElement(head('https://elsewhere.example/wp-json/'), page)).toBeUndefined()
  expect(apiElement('<link '.repeat(50_000), page)).toBeUndefined()
  const authorization = `${server.url.origin}/wp-admin/authorize-application.php`
  // The permalink that the page names has stopped working.
  answer = ({ url }) => {
    if (url.includes('rest_route')) return root(authorization)
    return url.includes('wp-json')
      ? new Response('<h1>Not found</h1>', { status: 404 })
      : new Response(head(`${server.url.origin}/wp-json/`))
  }
  expect(await wordpressLogin(own, now).find(server.url.origin)).toEqual({
    site: '/',
    root: '/index.php?rest_route=%2F',
    authorizationUrl: authorization,
  })
})

test('lists the categories of a website that has hundreds, each name once', async () => {
  const asked: string[] = []
  answer = ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    asked.push(`${pathname.split('/').at(-1)} ${searchParams.get('page')}`)
    const start = (Number(searchParams.get('page')) - 1) * 100
    const ids = Array.from({ length: Math.max(0, Math.min(100, 250 - start)) }, (_, index) => start + index)
    return Response.json(ids.map(id => ({ id, name: id === 249 ? 'Name 0' : `Name ${id}` })))
  }
  const token = serializeAccess({ root: '/wp-json/', user: 'pat', password: 'x' })
  const { categories, tags } = await wordpressLogin(own, now).listNames(token)
  expect([categories.length, categories.at(-1), tags.length]).toEqual([249, 'Name 248', 100])
  expect(asked.toSorted()).toEqual(['categories 1', 'categories 2', 'categories 3', 'tags 1'])
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
  expect(endpointUrl('https://example.com/wp-json/', '/wp/v2/posts').href).toBe(
    'https://example.com/wp-json/wp/v2/posts',
  )
  expect(
    endpointUrl('https://example.com/index.php?rest_route=/', '/wp/v2/posts').searchParams.get('rest_route'),
  ).toBe('/wp/v2/posts')
})

test('follows a website to its new form of the same address, and to no other', async () => {
  const token = serializeAccess({ root: '/wp-json/', user: 'pat', password: 'x' })
  const call = (method: 'GET' | 'POST' = 'GET') =>
    callSite(own, {
      token,
      path: '/wp/v2/posts',
      ...(method === 'POST' && { json: { a: 1 } }),
      risky: method === 'POST',
      schema: v.unknown(),
      now,
    })
  const redirect = (Location: string) => new Response(null, { status: 301, headers: { Location } })
  const seen: string[] = []
  answer = request => {
    seen.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get('Authorization')}`)
    return request.url.endsWith('/posts') ? redirect(`${request.url}/`) : Response.json([])
  }
  expect([await call('POST'), await call()]).toEqual([[], []])
  const credentials = `Basic ${btoa('pat:x')}`
  expect(seen).toEqual([
    `POST /wp-json/wp/v2/posts ${credentials}`,
    `POST /wp-json/wp/v2/posts/ ${credentials}`,
    `GET /wp-json/wp/v2/posts ${credentials}`,
    `GET /wp-json/wp/v2/posts/ ${credentials}`,
  ])
  answer = () => redirect('https://elsewhere.example/wp-json/wp/v2/posts')
  await expect(call('POST')).rejects.toMatchObject({
    kind: 'reconnect',
    message: expect.stringContaining('moved to elsewhere'),
  })
  answer = ({ url }) => redirect(url.replace(server.url.port, '1'))
  await expect(call()).rejects.toMatchObject({ kind: 'reconnect' })
  answer = ({ url }) => redirect(url)
  await expect(call()).rejects.toMatchObject({ kind: 'transient' })
  answer = () => redirect(`${server.url.origin}/wp-login.php`)
  await expect(call()).rejects.toMatchObject({ kind: 'transient' })
})

test('calls a website whose permalinks have stopped working by its plain URLs', async () => {
  const token = serializeAccess({ root: '/blog/wp-json/', user: 'pat', password: 'x' })
  const call = () =>
    callSite(own, { token, path: '/wp/v2/posts', query: { page: 2 }, schema: v.unknown(), now })
  for (const status of [404, 200]) {
    answer = ({ url }) =>
      url.includes('wp-json') ? new Response('<h1>A page</h1>', { status }) : Response.json([url])
    expect(await call()).toEqual([`${server.url.origin}/blog/index.php?rest_route=%2Fwp%2Fv2%2Fposts&page=2`])
  }
  answer = () => new Response('<h1>Not found</h1>', { status: 404 })
  await expect(call()).rejects.toMatchObject({
    code: 'http/404',
    message: expect.stringContaining('whether a security plugin'),
  })
  answer = () => new Response('<b>Warning</b>: {}')
  await expect(call()).rejects.toMatchObject({ message: expect.stringContaining('shows pages or warnings') })
  answer = () => Response.json({ code: 'rest_no_route', message: 'No' }, { status: 404 })
  const before = requests
  await expect(call()).rejects.toMatchObject({ code: 'wordpress/rest_no_route' })
  expect(requests).toBe(before + 1)
})

test('repeats a write only if its response is a page, not JSON after a plugin’s warning', async () => {
  const token = serializeAccess({ root: '/blog/wp-json/', user: 'pat', password: 'x' })
  const call = () =>
    callSite(own, { token, path: '/wp/v2/comments', json: {}, schema: v.unknown(), risky: true, now })
  answer = ({ url }) =>
    url.includes('wp-json') ? new Response('<!doctype html><h1>Home</h1>') : Response.json({ id: 1 })
  expect(await call()).toEqual({ id: 1 })
  answer = () => new Response('<br /><b>Warning</b>: Undefined array key {"id":1}')
  const before = requests
  await expect(call()).rejects.toMatchObject({ kind: 'unknown' })
  expect(requests).toBe(before + 1)
})

test('stores the operator’s own site without its host', async () => {
  const operator = { ownUrl: 'http://blog.internal', allowPrivate: false }
  const stored = toStoredUrl(operator, 'http://blog.internal/wp-json/')
  expect([stored, fromStoredUrl(operator, stored)]).toEqual(['/wp-json/', 'http://blog.internal/wp-json/'])
  expect(toStoredUrl(operator, 'http://blog.internal.example/')).toBe('http://blog.internal.example/')
  // The operator has removed WORDPRESS_URL.
  const token = serializeAccess({ root: stored, user: 'pat', password: 'x' })
  await expect(callSite(foreign, { token, path: '/', schema: v.unknown(), now })).rejects.toMatchObject({
    kind: 'reconnect',
    code: 'wordpress/moved',
  })
})

test('ignores the clocks of websites', async () => {
  const before = clockAheadMs()
  const inTwoYears = new Date(Date.now() + 2 * 365 * 86_400_000).toUTCString()
  answer = () => Response.json({}, { headers: { Date: inTwoYears } })
  const token = serializeAccess({ root: '/wp-json/', user: 'pat', password: 'x' })
  await callSite(own, { token, path: '/wp/v2/users/me', schema: v.unknown(), now })
  expect(clockAheadMs()).toBe(before)
})
