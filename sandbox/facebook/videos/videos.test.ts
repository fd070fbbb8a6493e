import { afterAll, beforeAll, expect, test } from 'bun:test'

import { blob, jpeg, mp4, serveMedia } from '../../test/media.ts'
import { openSandbox, type TestSandbox } from '../../test/sandbox.ts'

let sandbox: TestSandbox
let media: ReturnType<typeof serveMedia>
beforeAll(async () => {
  sandbox = await openSandbox()
  media = serveMedia({ 'film.mp4': mp4() })
})
afterAll(async () => {
  await sandbox.stop()
  await media.stop()
})

interface Page {
  id: string
  token: string
}

const MIB = 1024 * 1024
const send = (page: Page, form: Record<string, string | Blob>) =>
  sandbox.post(`/facebook/v23.0/${page.id}/videos`, { access_token: page.token, ...form })

const read = (page: Page, id: string) =>
  sandbox.get(`/facebook/v23.0/${id}`, {
    access_token: page.token,
    fields: 'published,post_id,status,permalink_url',
  })

async function start(page: Page, bytes: number) {
  const { body } = await send(page, { upload_phase: 'start', file_size: String(bytes) })
  return body as { video_id: string; upload_session_id: string; start_offset: string; end_offset: string }
}

async function transfer(page: Page, upload_session_id: string, start_offset: string, chunk: Buffer) {
  const form = { upload_phase: 'transfer', upload_session_id, start_offset, video_file_chunk: blob(chunk) }
  return (await send(page, form)).body
}

test('publishes a video when its chunked upload is finished', async () => {
  const page = await sandbox.facebookPage()
  const film = mp4(25 * MIB)
  const { video_id, upload_session_id, ...offsets } = await start(page, film.length)
  expect((await read(page, video_id)).body).toMatchObject({
    published: false,
    status: { video_status: 'uploading' },
  })

  let next: { start_offset: string; end_offset: string } = offsets
  while (next.start_offset !== next.end_offset) {
    const chunk = film.subarray(Number(next.start_offset), Number(next.end_offset))
    next = await transfer(page, upload_session_id, next.start_offset, chunk)
  }
  const finished = await send(page, { upload_phase: 'finish', upload_session_id, description: 'Our film' })
  expect(finished.body).toEqual({ success: true })

  const after = (await read(page, video_id)).body
  expect(after).toMatchObject({ published: true, status: { video_status: 'processing' } })
  sandbox.advance(300)
  expect((await read(page, video_id)).body.status.video_status).toBe('ready')
  expect((await sandbox.published())[0]).toMatchObject({
    id: after.post_id,
    message: 'Our film',
    media: [{ type: 'video', id: video_id, bytes: film.length }],
  })
})

test('refuses a second finish and chunks after the finish', async () => {
  const page = await sandbox.facebookPage()
  const { upload_session_id } = await start(page, 4096)
  await transfer(page, upload_session_id, '0', mp4())
  const finish = () => send(page, { upload_phase: 'finish', upload_session_id })
  expect((await finish()).body.success).toBe(true)
  expect((await finish()).body.error.code).toBe(6000)
  expect((await transfer(page, upload_session_id, '4096', mp4())).error.code).toBe(6000)
})

test('refuses chunks at other offsets, and a finish before the file is complete', async () => {
  const page = await sandbox.facebookPage()
  const { upload_session_id } = await start(page, 8192)
  expect((await transfer(page, upload_session_id, '1', mp4())).error).toMatchObject({
    code: 6001,
    error_data: { start_offset: '0', end_offset: '8192' },
  })
  expect((await transfer(page, upload_session_id, '0', mp4(8193))).error.code).toBe(6001)
  expect((await transfer(page, upload_session_id, '0', mp4(4096))).start_offset).toBe('4096')
  expect((await send(page, { upload_phase: 'finish', upload_session_id })).body.error.code).toBe(6000)
})

test('creates no post for an unpublished video', async () => {
  const page = await sandbox.facebookPage()
  const { body } = await send(page, { source: blob(mp4()), published: 'false' })
  const video = (await read(page, body.id)).body
  expect(video.published).toBe(false)
  expect(video.post_id).toBeUndefined()
})

test('accepts a whole video and a URL', async () => {
  const page = await sandbox.facebookPage()
  const whole = await send(page, { source: blob(mp4()), title: 'Film', description: 'Whole' })
  expect(Object.keys(whole.body)).toEqual(['id'])
  expect((await read(page, whole.body.id)).body.published).toBe(true)
  expect((await send(page, { file_url: media.url('film.mp4') })).body.id).toBeString()
  expect((await send(page, { file_url: media.url('none.mp4') })).body.error.code).toBe(389)
  expect((await send(page, { upload_phase: 'start', file_url: media.url('film.mp4') })).body.error.code).toBe(
    100,
  )
})

test('refuses files that aren’t videos, unknown phases, and unknown or missing parameters', async () => {
  const page = await sandbox.facebookPage()
  const picture = blob(await jpeg(20, 20))
  const code = async (form: Record<string, string | Blob>) => (await send(page, form)).body.error?.code
  expect(await code({ source: picture })).toBe(352)
  expect(await code({ description: 'nothing' })).toBe(100)
  expect(await code({ upload_phase: 'begin' })).toBe(100)
  expect(await code({ upload_phase: 'start' })).toBe(100)
  expect(await code({ upload_phase: 'finish', upload_session_id: '12' })).toBe(6000)
  expect(await code({ source: blob(mp4()), message: 'description is its name' })).toBe(100)
  const asPerson = await send(
    { id: page.id, token: page.userToken },
    { upload_phase: 'start', file_size: '9' },
  )
  expect(asPerson.body.error).toMatchObject({ code: 190, error_subcode: 2069032 })
})
