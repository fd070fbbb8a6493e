import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'

import { jpeg, mp4, serveMedia } from '../test/media.ts'
import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
let media: ReturnType<typeof serveMedia>
let account: Awaited<ReturnType<TestSandbox['instagramAccount']>>
beforeAll(async () => {
  sandbox = await openSandbox()
  media = serveMedia({ 'square.jpg': await jpeg(), 'film.mp4': mp4() })
})
beforeEach(async () => {
  account = await sandbox.instagramAccount()
})
afterAll(async () => {
  await sandbox.stop()
  await media.stop()
})

const create = async (form: Record<string, string>) => {
  const path = `/instagram-graph/${account.id}/media`
  return (await sandbox.post(path, { access_token: account.token, ...form })).body.id as string
}
const image = (more: Record<string, string> = {}) => create({ image_url: media.url('square.jpg'), ...more })
const reel = () => create({ video_url: media.url('film.mp4'), media_type: 'REELS', caption: 'Watch' })
const publish = (creation_id: string) =>
  sandbox.post(`/instagram-graph/${account.id}/media_publish`, { access_token: account.token, creation_id })
const read = async (id: string, fields: string) =>
  (await sandbox.get(`/instagram-graph/v23.0/${id}`, { access_token: account.token, fields })).body
const status = async (id: string) => (await read(id, 'status_code,status')).status_code

test('publishes a processed picture once and returns its alt text', async () => {
  const container = await image({ caption: 'Bread', alt_text: 'A loaf' })
  expect(await status(container)).toBe('IN_PROGRESS')
  expect((await publish(container)).body.error).toMatchObject({ code: 9007, error_subcode: 2207027 })
  sandbox.advance(100)
  expect(await status(container)).toBe('FINISHED')

  const { id } = (await publish(container)).body
  expect(id).not.toBe(container)
  expect(await status(container)).toBe('PUBLISHED')
  expect((await publish(container)).body.error).toMatchObject({ code: 24, error_subcode: 2207006 })
  expect(
    await read(id, 'caption,alt_text,media_type,media_product_type,permalink,username,like_count'),
  ).toMatchObject({
    id,
    caption: 'Bread',
    alt_text: 'A loaf',
    media_type: 'IMAGE',
    media_product_type: 'FEED',
    like_count: 0,
  })
  expect((await sandbox.published()).filter((row: { id: string }) => row.id === id)).toMatchObject([
    {
      network: 'instagram',
      account: account.id,
      message: 'Bread',
      media: [{ type: 'image', altText: 'A loaf' }],
    },
  ])
})

test('processes a reel, which is a VIDEO with product type REELS, for longer', async () => {
  const container = await reel()
  sandbox.advance(399)
  expect(await status(container)).toBe('IN_PROGRESS')
  sandbox.advance(1)
  expect(await status(container)).toBe('FINISHED')
  const { id } = (await publish(container)).body
  const shown = await read(id, 'media_type,media_product_type,permalink,media_url')
  expect(shown).toMatchObject({ media_type: 'VIDEO', media_product_type: 'REELS' })
  expect((await fetch(shown.permalink)).status).toBe(200)
  expect((await fetch(shown.media_url)).headers.get('content-type')).toBe('video/mp4')
})

test('shows a carousel’s items in order once all are ready', async () => {
  const first = await image({ is_carousel_item: 'true', alt_text: 'First' })
  const second = await create({
    video_url: media.url('film.mp4'),
    media_type: 'VIDEO',
    is_carousel_item: 'true',
  })
  const parent = await create({ media_type: 'CAROUSEL', children: `${first},${second}`, caption: 'Both' })
  sandbox.advance(200)
  expect(await status(parent)).toBe('IN_PROGRESS')
  expect((await publish(parent)).body.error.code).toBe(9007)
  sandbox.advance(300)
  expect((await publish(first)).body.error.code).toBe(100)

  const { id } = (await publish(parent)).body
  const { media_type, children } = await read(id, 'media_type,children{media_type,media_url,alt_text}')
  expect(media_type).toBe('CAROUSEL_ALBUM')
  expect(children.data).toMatchObject([{ media_type: 'IMAGE', alt_text: 'First' }, { media_type: 'VIDEO' }])
  expect((await sandbox.published()).find((row: { id: string }) => row.id === id).media).toHaveLength(2)
})

test('expires a container after a day and returns not found for an unknown one', async () => {
  const container = await image()
  sandbox.advance(86_400_000)
  expect(await status(container)).toBe('EXPIRED')
  expect((await publish(container)).body.error).toMatchObject({ code: 24, error_subcode: 2207008 })
  expect((await publish('123')).body.error).toMatchObject({ code: 24, error_subcode: 2207008 })
  const nameless = { access_token: account.token }
  expect((await sandbox.post(`/instagram-graph/${account.id}/media_publish`, nameless)).body.error.code).toBe(
    100,
  )
})

test('hides another account’s container from reading and publishing', async () => {
  const container = await image()
  sandbox.advance(100)
  account = await sandbox.instagramAccount()
  expect((await publish(container)).body.error.code).toBe(24)
  expect((await read(container, 'status_code')).error).toMatchObject({ code: 100, error_subcode: 33 })
})

test('allows a hundred publications a day and reports the quota’s usage', async () => {
  const limit = async () =>
    (
      await sandbox.get(`/instagram-graph/${account.id}/content_publishing_limit`, {
        fields: 'quota_usage,config',
        access_token: account.token,
      })
    ).body.data[0]
  expect(await limit()).toEqual({ quota_usage: 0, config: { quota_total: 100, quota_duration: 86_400 } })
  const containers = await Promise.all(Array.from({ length: 101 }, () => image()))
  sandbox.advance(100)
  for (const container of containers.slice(0, 100)) expect((await publish(container)).status).toBe(200)
  expect((await limit()).quota_usage).toBe(100)
  const last = containers[100] ?? ''
  expect((await publish(last)).body.error).toMatchObject({ code: 9, error_subcode: 2207042 })
  sandbox.advance(86_400_000)
  expect((await limit()).quota_usage).toBe(0)
})

test('paginates media, newest first, without stories', async () => {
  for (const caption of ['one', 'two', 'three']) {
    const container = await image({ caption })
    sandbox.advance(60_000)
    await publish(container)
  }
  const story = await image({ media_type: 'STORIES' })
  sandbox.advance(100)
  expect((await publish(story)).status).toBe(200)

  const query = { access_token: account.token, fields: 'caption', limit: '2' }
  const { body } = await sandbox.get('/instagram-graph/v23.0/me/media', query)
  expect(body.data.map((one: { caption: string }) => one.caption)).toEqual(['three', 'two'])
  const rest = (await sandbox.ask(body.paging.next.replace(sandbox.url, ''))).body
  expect(rest.data.map((one: { caption: string }) => one.caption)).toEqual(['one'])
})

test('refuses to edit or delete published media', async () => {
  const container = await image()
  sandbox.advance(100)
  const { id } = (await publish(container)).body
  const { token: access_token } = account
  expect((await sandbox.post(`/instagram-graph/${id}`, { access_token, caption: 'New' })).status).toBe(400)
  const gone = await sandbox.ask(`/instagram-graph/${id}?access_token=${access_token}`, { method: 'DELETE' })
  expect(gone.status).toBe(400)
})

test('sends the account’s usage with every response', async () => {
  const { headers } = await sandbox.get('/instagram-graph/me', { access_token: account.token })
  const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '')
  expect(usage[account.id][0]).toMatchObject({ type: 'instagram', call_count: 3 })
})
