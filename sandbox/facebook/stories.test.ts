import { afterAll, beforeAll, expect, test } from 'bun:test'

import { blob, jpeg, mp4 } from '../test/media.ts'
import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
let page: Awaited<ReturnType<TestSandbox['facebookPage']>>
beforeAll(async () => {
  sandbox = await openSandbox()
  page = await sandbox.facebookPage()
})
afterAll(() => sandbox.stop())

const send = (edge: string, form: Record<string, string | Blob>) =>
  sandbox.post(`/facebook/v23.0/${page.id}/${edge}`, { access_token: page.token, ...form })
const stories = async (query = {}) =>
  (await sandbox.get(`/facebook/v23.0/${page.id}/stories`, { access_token: page.token, ...query })).body.data
const upload = (url: string, bytes: Buffer, offset: number, size = bytes.length + offset) =>
  sandbox.ask(url.replace(sandbox.url, ''), {
    method: 'POST',
    headers: {
      Authorization: `OAuth ${page.token}`,
      offset: String(offset),
      file_size: String(size),
      'Content-Type': 'application/octet-stream',
    },
    body: new Uint8Array(bytes),
  })

test('publishes an unpublished photo as a story, once, and archives it after a day', async () => {
  const { id: photo_id } = (await send('photos', { source: blob(await jpeg()), published: 'false' })).body
  const { body } = await send('photo_stories', { photo_id })
  expect(body).toMatchObject({ success: true })
  expect((await send('photo_stories', { photo_id })).body.error.code).toBe(100)
  expect((await send('photo_stories', {})).body.error.code).toBe(100)
  const shown = { post_id: body.post_id, media_id: photo_id, media_type: 'photo', status: 'PUBLISHED' }
  expect(await stories()).toMatchObject([shown])
  const feed = await sandbox.get(`/facebook/v23.0/${page.id}/published_posts`, { access_token: page.token })
  expect(feed.body.data).toEqual([])
  sandbox.advance(86_400_000)
  expect(await stories()).toEqual([])
  expect(await stories({ status: 'ARCHIVED' })).toMatchObject([{ post_id: body.post_id }])
})

test('takes a video in parts, and publishes it once it is whole', async () => {
  const { video_id, upload_url } = (await send('video_stories', { upload_phase: 'start' })).body
  const finish = () => send('video_stories', { upload_phase: 'finish', video_id })
  const film = mp4()
  expect((await finish()).body.error.code).toBe(6000)
  expect((await upload(upload_url, film.subarray(0, 1000), 0, film.length)).body).toEqual({ success: true })
  expect((await upload(upload_url, film.subarray(0, 1000), 0, film.length)).body.error.code).toBe(6001)
  expect((await finish()).body.error.code).toBe(6000)
  await upload(upload_url, film.subarray(1000), 1000)
  const { post_id } = (await finish()).body
  expect((await finish()).body.error.code).toBe(6000)
  expect(await stories()).toEqual([])
  sandbox.advance(300)
  expect(await stories()).toMatchObject([{ post_id, media_id: video_id, media_type: 'video' }])
  expect((await send('video_stories', { upload_phase: 'transfer' })).body.error.code).toBe(100)
  expect((await send('video_stories', { video_id })).body.error.code).toBe(100)
})
