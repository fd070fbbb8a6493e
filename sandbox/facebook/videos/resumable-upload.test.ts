import { afterAll, beforeAll, expect, test } from 'bun:test'

import { mp4 } from '../../test/media.ts'
import { APP, openSandbox, type TestSandbox } from '../../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.stop())

type Page = Awaited<ReturnType<TestSandbox['facebookPage']>>

const start = (token: string, form: Record<string, string> = {}) =>
  sandbox.post(`/facebook/v23.0/${APP.client_id}/uploads`, {
    access_token: token,
    file_name: 'film.mp4',
    file_length: '4096',
    file_type: 'video/mp4',
    ...form,
  })
const send = (session: string, token: string, offset: number, bytes: Buffer, scheme = 'OAuth') =>
  sandbox.ask(`/facebook/v23.0/${session}`, {
    method: 'POST',
    headers: {
      authorization: `${scheme} ${token}`,
      file_offset: String(offset),
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(bytes),
  })
const reached = async (session: string, token: string) =>
  (await sandbox.get(`/facebook/v23.0/${session}`, { access_token: token })).body.file_offset
const publish = (page: Page, handle: string) =>
  sandbox.post(`/facebook/v23.0/${page.id}/videos`, {
    access_token: page.token,
    fbuploader_video_file_chunk: handle,
    description: 'Our film',
  })

test('resumes an upload at its offset and publishes its handle once', async () => {
  const page = await sandbox.facebookPage()
  const film = mp4(4096)
  const { id: session } = (await start(page.userToken)).body
  expect(session).toStartWith('upload:')
  expect((await send(session, page.userToken, 0, film.subarray(0, 1000))).body).toEqual({})
  expect(await reached(session, page.userToken)).toBe(1000)
  const { h } = (await send(session, page.userToken, 1000, film.subarray(1000))).body
  const { id } = (await publish(page, h)).body
  expect((await sandbox.published())[0]).toMatchObject({ message: 'Our film', media: [{ id, bytes: 4096 }] })
  expect((await publish(page, h)).body.error.code).toBe(6000)
  const listed = await sandbox.get(`/facebook/v23.0/${page.id}/videos`, { access_token: page.token })
  expect(listed.body.data).toMatchObject([{ id, description: 'Our film' }])
})

test('refuses a Page’s token, another person’s, another scheme and a wrong offset', async () => {
  const page = await sandbox.facebookPage()
  const other = await sandbox.facebookPage()
  expect((await start(page.token)).body.error.code).toBe(200)
  expect((await start(page.userToken, { file_type: 'video/avi' })).body.error.code).toBe(100)
  const { id: session } = (await start(page.userToken)).body
  const codeOf = async (...args: Parameters<typeof send>) => (await send(...args)).body.error?.code
  expect(await codeOf(session, other.userToken, 0, mp4(4096))).toBe(100)
  expect(await codeOf(session, page.userToken, 0, mp4(4096), 'Bearer')).toBe(100)
  expect(await codeOf(session, page.userToken, 1, mp4(4095))).toBe(6001)
  expect(await codeOf(session, page.userToken, 0, mp4(5000))).toBe(6001)
  expect(await reached(session, page.userToken)).toBe(0)
})
