import { afterAll, beforeAll, expect, test } from 'bun:test'

import { blob, jpeg, mp4 } from '../test/media.ts'
import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.stop())

interface Page {
  id: string
  token: string
}

const feed = (page: Page, form: Record<string, string>) =>
  sandbox.post(`/facebook/v23.0/${page.id}/feed`, { access_token: page.token, ...form })

async function upload(page: Page, color: string, form: Record<string, string> = {}): Promise<string> {
  const source = blob(await jpeg(64, 64, color))
  const path = `/facebook/v23.0/${page.id}/photos`
  const more = { access_token: page.token, published: 'false', ...form }
  return (await sandbox.post(path, { ...more, source })).body.id
}

const media = (id: string) => JSON.stringify({ media_fbid: id })

test('publishes text and a link with an id of Page and post', async () => {
  const page = await sandbox.facebookPage()
  const { body } = await feed(page, { message: 'Open on Sunday', link: 'https://example.com/sunday' })
  expect(body.id).toMatch(new RegExp(`^${page.id}_\\d+$`))
  const [row] = await sandbox.published()
  expect(row).toMatchObject({
    network: 'facebook',
    account: page.id,
    message: 'Open on Sunday',
    id: body.id,
    media: [],
  })
})

test('shows photos that were uploaded as unpublished in one post, in order, with their alt texts', async () => {
  const page = await sandbox.facebookPage()
  const first = await upload(page, 'red', { alt_text_custom: 'A red door' })
  const second = await upload(page, 'blue')
  const { body } = await feed(page, {
    message: 'Doors',
    'attached_media[1]': media(second),
    'attached_media[0]': media(first),
  })
  const row = (await sandbox.published()).find(({ id }: { id: string }) => id === body.id)
  expect(row.media).toMatchObject([
    { type: 'image', id: first, altText: 'A red door', width: 64, height: 64 },
    { type: 'image', id: second },
  ])
})

test('accepts attached media as one array in a JSON body', async () => {
  const page = await sandbox.facebookPage()
  const id = await upload(page, 'green')
  const { status } = await sandbox.ask(`/facebook/v23.0/${page.id}/feed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${page.token}` },
    body: JSON.stringify({ message: 'Array', attached_media: [{ media_fbid: id }] }),
  })
  expect(status).toBe(200)
})

test('refuses a photo that another post shows', async () => {
  const page = await sandbox.facebookPage()
  const id = await upload(page, 'teal')
  expect((await feed(page, { message: 'one', 'attached_media[0]': media(id) })).status).toBe(200)
  expect((await feed(page, { message: 'two', 'attached_media[0]': media(id) })).body.error.code).toBe(100)
  const published = await upload(page, 'navy', { published: 'true' })
  expect((await feed(page, { 'attached_media[0]': media(published) })).body.error.code).toBe(100)
})

test('refuses to attach videos, other Pages’ photos, unknown ids, duplicates and photos older than a day', async () => {
  const page = await sandbox.facebookPage()
  const form = { access_token: page.token, published: 'false', source: blob(mp4()) }
  const video = (await sandbox.post(`/facebook/v23.0/${page.id}/videos`, form)).body.id
  const stranger = await upload(await sandbox.facebookPage(), 'pink')
  const own = await upload(page, 'pink')
  const refused = async (form: Record<string, string>) =>
    (await feed(page, { message: 'x', ...form })).body.error?.code
  expect(await refused({ 'attached_media[0]': media(video) })).toBe(100)
  expect(await refused({ 'attached_media[0]': media(stranger) })).toBe(100)
  expect(await refused({ 'attached_media[0]': media('123') })).toBe(100)
  expect(await refused({ 'attached_media[0]': 'nonsense' })).toBe(100)
  expect(await refused({ attached_media: `[${media(own)},${media(own)}]` })).toBe(100)
  sandbox.advance(25 * 3_600_000)
  expect(await refused({ 'attached_media[0]': media(own) })).toBe(100)
})

test('refuses an empty post with code 197, even if the message is null', async () => {
  const page = await sandbox.facebookPage()
  expect((await feed(page, {})).body.error.code).toBe(197)
  const { body } = await sandbox.ask(`/facebook/v23.0/${page.id}/feed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${page.token}` },
    body: '{"message":null}',
  })
  expect(body.error.code).toBe(197)
})

test('refuses a repeated message with code 506 unless another post lies between', async () => {
  const page = await sandbox.facebookPage()
  const say = async (message: string) => (await feed(page, { message })).body
  await say('Fresh bread')
  expect((await say('Fresh bread')).error.code).toBe(506)
  await say('Sold out')
  expect((await say('Fresh bread')).id).toBeString()
})

test('accepts 63,206 characters and refuses one more', async () => {
  const page = await sandbox.facebookPage()
  expect((await feed(page, { message: 'x'.repeat(63_206) })).status).toBe(200)
  expect((await feed(page, { message: 'x'.repeat(63_207) })).body.error.code).toBe(100)
})

test('refuses an unknown parameter', async () => {
  const page = await sandbox.facebookPage()
  const { body } = await feed(page, { message: 'hello', alt_text_custom: 'not here' })
  expect(body.error).toMatchObject({ code: 100, message: '(#100) Invalid parameter: alt_text_custom' })
})

test('publishes only with the Page’s own token and the right permission', async () => {
  const page = await sandbox.facebookPage()
  const other = await sandbox.facebookPage()
  const limited = await sandbox.facebookPage({ scopes: ['pages_show_list', 'pages_read_engagement'] })
  const error = async (id: string, token: string) => (await feed({ id, token }, { message: 'hi' })).body.error
  expect(await error(page.id, page.userToken)).toMatchObject({ code: 190, error_subcode: 2069032 })
  expect(await error(page.id, other.userToken)).toMatchObject({ code: 200 })
  expect(await error(page.id, other.token)).toMatchObject({ code: 200 })
  expect(await error(limited.id, limited.token)).toMatchObject({ code: 200 })
  expect(await error('999', page.token)).toMatchObject({ code: 100, error_subcode: 33 })
})

test('shows a scheduled post at its time', async () => {
  const page = await sandbox.facebookPage()
  const later = new Date(sandbox.world.now().getTime() + 3_600_000)
  const soon = Math.floor(sandbox.world.now().getTime() / 1000) + 60
  const tooSoon = await feed(page, { message: 'x', published: 'false', scheduled_publish_time: String(soon) })
  expect(tooSoon.body.error.code).toBe(100)
  const form = { message: 'Later', published: 'false', scheduled_publish_time: later.toISOString() }
  const { body } = await feed(page, form)
  const isThere = async () => (await sandbox.published()).some(({ id }: { id: string }) => id === body.id)
  expect(await isThere()).toBe(false)
  sandbox.advance(3_600_001)
  expect(await isThere()).toBe(true)
})
