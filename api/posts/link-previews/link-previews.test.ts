import { afterAll, expect, test } from 'bun:test'
import sharp from 'sharp'

import { readLinkCard } from '#api/audits/page/link-card.ts'
import { testApp } from '#api/test/app.ts'
import { shortestTime } from '#api/test/clock.ts'
import { picture } from '#api/test/publishing.ts'
import type { LinkPreview } from '#shared/posts/link-previews.ts'

const HEAD = '<meta property="og:title" content="Bread &amp; cakes"><title>Other</title>'
const red = await picture('red')
let requests = 0
const pages: Record<string, () => Response> = {
  '/page': () => html(`<html><head>${HEAD}<meta name=description content="Every\n day"></head>`),
  '/long': () => html(`<head><title>Long</title></head>${'x'.repeat(2_000_000)}`),
  '/moved': () => Response.redirect('/page'),
  '/private': () => Response.redirect('http://169.254.169.254/latest'),
  '/gone': () => new Response('', { status: 404 }),
  '/full': () =>
    html(
      `<meta property="og:description" content="${'long '.repeat(100)}"><meta property="og:image" content="/a.png">
       <title>Ours</title><body><title>Theirs</title><meta property="og:title" content="Theirs">`,
    ),
  '/drawn': () => html('<title>Drawn</title><meta property="og:image" content="/red.jpg">'),
  '/red.jpg': () => new Response(red),
  '/untitled': () => html('<p>Hello'),
}
const html = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/html' } })
const server = Bun.serve({
  port: 0,
  fetch(request) {
    requests++
    return pages[new URL(request.url).pathname]?.() ?? new Response('', { status: 404 })
  },
})
afterAll(() => server.stop(true))

const app = await testApp({ env: { ALLOW_PRIVATE_AUDITS: '1' } })
const { call } = await app.signUp()
const previewOf = async (url: string) => {
  const response = await call('link-previews', { json: { url } })
  return ((await response.json()) as { data: LinkPreview | null }).data
}
const preview = (path: string) => previewOf(`http://127.0.0.1:${server.port}${path}`)

test('reads the title, description and site name of a page, even if only its beginning is fetched', async () => {
  expect(await preview('/page')).toEqual({
    site: '127.0.0.1',
    title: 'Bread & cakes',
    description: 'Every day',
    hasPicture: false,
  })
  expect(await preview('/long')).toMatchObject({ title: 'Long', description: '' })
  expect(await preview('/moved')).toMatchObject({ title: 'Bread & cakes' })
})

test('shows the picture of a page, small', async () => {
  const shown = (await preview('/drawn'))?.picture
  expect(shown).toStartWith('data:image/webp;base64,')
  const { width, height } = await sharp(Buffer.from(shown!.split(',')[1]!, 'base64')).metadata()
  expect([width, height]).toEqual([320, 320])
})

test('returns no preview of a page that can’t be read or has no metadata', async () => {
  expect(await preview('/gone')).toBeNull()
  expect(await preview('/untitled')).toBeNull()
})

test.each([
  ['deep elements', '<b>'.repeat(4990) + '</i>'.repeat(120_000)],
  ['elements below the limit', '<b>'.repeat(49) + '</i>'.repeat(120_000)],
])('reads a page of %s without holding the process', async (name, html) => {
  const path = `/${encodeURIComponent(name)}`
  pages[path] = () => new Response(html, { headers: { 'Content-Type': 'text/html' } })
  const url = `http://127.0.0.1:${server.port}${path}`
  expect(await shortestTime(() => readLinkCard(url, { allowPrivate: true }))).toBeLessThan(300)
})

test('fetches a page once, however often its preview is requested', async () => {
  const before = requests
  await Promise.all([preview('/page?once'), preview('/page?once'), preview('/page?once')])
  await preview('/page?once')
  expect(requests - before).toBe(1)
})

test('never opens private addresses, not even through a redirect', async () => {
  const strict = await testApp()
  const person = await strict.signUp()
  const before = requests
  for (const url of [
    `http://127.0.0.1:${server.port}/page?strict`,
    'http://169.254.169.254/',
    'http://localhost/',
  ])
    expect(await (await person.call('link-previews', { json: { url } })).json()).toMatchObject({ data: null })
  expect(requests).toBe(before)
  expect((await person.call('link-previews', { json: { url: 'file:///etc/passwd' } })).status).toBe(400)
})

test('prefers Open Graph, ignores the body, and truncates long values', async () => {
  const shown = await preview('/full')
  expect(shown).toMatchObject({ title: 'Ours', hasPicture: true })
  expect(shown?.description).toHaveLength(300)
})
