import { afterAll, beforeAll, expect, test } from 'bun:test'

import { blob, jpeg, png, serveMedia } from '../test/media.ts'
import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
let media: ReturnType<typeof serveMedia>
beforeAll(async () => {
  sandbox = await openSandbox()
  media = serveMedia({ 'door.jpg': await jpeg(200, 100) })
})
afterAll(async () => {
  await sandbox.stop()
  await media.stop()
})

const send = (page: { id: string; token: string }, form: Record<string, string | Blob>) =>
  sandbox.post(`/facebook/v23.0/${page.id}/photos`, { access_token: page.token, ...form })

test('publishes a photo at once unless it is uploaded as unpublished', async () => {
  const page = await sandbox.facebookPage()
  const shown = await send(page, {
    source: blob(await jpeg(300, 200)),
    caption: 'Hello',
    alt_text_custom: 'Gold',
  })
  expect(shown.body.post_id).toStartWith(`${page.id}_`)
  expect((await sandbox.published())[0]).toMatchObject({
    id: shown.body.post_id,
    message: 'Hello',
    media: [{ id: shown.body.id, altText: 'Gold', width: 300, height: 200 }],
  })
  const hidden = await send(page, { source: blob(await png(10, 10)), published: 'false' })
  expect(Object.keys(hidden.body)).toEqual(['id'])
  expect(await sandbox.published()).toHaveLength(1)
})

test('returns a photo’s alt text, size and post', async () => {
  const page = await sandbox.facebookPage()
  const { body } = await send(page, { source: blob(await jpeg(30, 20)), alt_text_custom: 'A gate' })
  const fields = 'alt_text,width,height,page_story_id,images'
  const photo = await sandbox.get(`/facebook/v23.0/${body.id}`, { access_token: page.token, fields })
  expect(photo.body).toMatchObject({
    id: body.id,
    alt_text: 'A gate',
    width: 30,
    height: 20,
    page_story_id: body.post_id,
  })
  const image = await fetch(photo.body.images[0].source)
  expect(image.headers.get('content-type')).toBe('image/jpeg')
})

test('fetches a photo by URL', async () => {
  const page = await sandbox.facebookPage()
  expect((await send(page, { url: media.url('door.jpg') })).body.id).toBeString()
  const missing = await send(page, { url: media.url('nothing.jpg') })
  expect(missing.body.error).toMatchObject({ code: 324, error_subcode: 2069019 })
})

test('refuses files that aren’t pictures, whatever their name, and pictures over 10 MB', async () => {
  const page = await sandbox.facebookPage()
  const html = new File(['<html>'], 'x.png', { type: 'image/png' })
  expect((await send(page, { source: html })).body.error).toMatchObject({ code: 100, error_subcode: 1366046 })
  const large = Buffer.concat([await jpeg(10, 10), Buffer.alloc(10 * 1024 * 1024)])
  expect((await send(page, { source: blob(large) })).body.error).toMatchObject({
    code: 100,
    error_subcode: 1366046,
  })
  expect((await send(page, { caption: 'no file' })).body.error.code).toBe(324)
  const alt_text_custom = 'x'.repeat(1001)
  expect((await send(page, { source: blob(await jpeg(10, 10)), alt_text_custom })).body.error.code).toBe(100)
})

test('refuses unknown parameters and a person’s token', async () => {
  const page = await sandbox.facebookPage()
  const source = blob(await jpeg(10, 10))
  expect((await send(page, { source, alt_text: 'no such name' })).body.error.code).toBe(100)
  const { error } = (await send({ id: page.id, token: page.userToken }, { source })).body
  expect(error).toMatchObject({ code: 190, error_subcode: 2069032 })
  expect((await send(page, { source, published: 'perhaps' })).body.error.code).toBe(100)
})
