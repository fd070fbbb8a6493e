import { expect, test } from 'bun:test'

import { picture, publishingApp } from '#api/test/publishing.ts'
import { MEDIA_MESSAGES } from '#shared/media.ts'
import { deleteUnusedMedia } from './media.ts'

const MINUTE = 60_000
const WHOLE = { x: 0, y: 0, width: 1, height: 1 }

/** Somebody who has uploaded a picture and not used it yet. */
async function uploadedPicture() {
  const app = await publishingApp({ networks: ['facebook'] })
  const form = new FormData()
  form.set('media', await picture('red'))
  const { data } = (await (await app.call('media', { form })).json()) as { data: { _id: string } }
  const post = async ({ call } = app.author) => {
    const form = new FormData()
    const platforms = [{ platform: 'facebook', message: 'Hello' }]
    form.set('data', JSON.stringify({ platforms, mediaIds: [data._id] }))
    const response = await call('auth/createPosts', { form })
    return [response.status, ((await response.json()) as { message: string }).message]
  }
  const crop = ({ call } = app.author) => call(`media/${data._id}/crop`, { json: WHOLE })
  return { ...app, post, crop }
}

const GONE = [400, MEDIA_MESSAGES.gone]

test('a picture is its owner’s: nobody else posts or crops it', async () => {
  const app = await uploadedPicture()
  const stranger = await app.owner()
  await app.connectFacebook(stranger)
  expect(await app.post(stranger)).toEqual(GONE)
  expect((await app.crop(stranger)).status).toBe(400)
  expect((await app.post())[0]).toBe(200)
})

test('a picture that is used lives on for another hour', async () => {
  const app = await uploadedPicture()
  app.clock.advance(50 * MINUTE)
  expect((await app.crop()).status).toBe(200)
  app.clock.advance(50 * MINUTE)
  await deleteUnusedMedia(app.ctx)
  expect((await app.post())[0]).toBe(200)
})

test('a picture that is being removed can’t be posted any more', async () => {
  const app = await uploadedPicture()
  const { storage } = app.ctx
  let answer: unknown
  app.ctx.storage = {
    ...storage,
    delete: async keys => {
      answer ??= await app.post()
      await storage.delete(keys)
    },
  }
  app.clock.advance(61 * MINUTE)
  await deleteUnusedMedia(app.ctx)
  expect(answer).toEqual(GONE)
})
