import { expect, test } from 'bun:test'
import sharp from 'sharp'

import { media } from '#api/db/schema/posts/media.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { MEDIA_ERRORS } from './errors.ts'
import { deleteUnusedMedia } from './media.ts'
import { removeMediaFilesOf } from './of-person.ts'

const MINUTE = 60_000
const WHOLE = { x: 0, y: 0, width: 1, height: 1 }

/** Returns a user with an uploaded picture that no post uses yet. */
async function uploadedPicture(file = picture('red')) {
  const app = await publishingApp({ networks: ['facebook'] })
  const form = new FormData()
  form.set('media', await file)
  const { data } = (await (await app.call('media', { form })).json()) as { data: { _id: string } }
  const post = async ({ call } = app.author) => {
    const form = new FormData()
    const platforms = [{ platform: 'facebook', message: 'Hello' }]
    form.set('data', JSON.stringify({ platforms, mediaIds: [data._id] }))
    const response = await call('auth/createPosts', { form })
    return [response.status, ((await response.json()) as { message: string }).message]
  }
  const crop = ({ call } = app.author, json = WHOLE) => call(`media/${data._id}/crop`, { json })
  return { ...app, post, crop }
}

const GONE = [400, MEDIA_ERRORS.gone]

test('lets only the owner post or crop a picture', async () => {
  const app = await uploadedPicture()
  const stranger = await app.owner()
  await app.connectFacebook(stranger)
  expect(await app.post(stranger)).toEqual(GONE)
  expect((await app.crop(stranger)).status).toBe(404)
  expect((await app.post())[0]).toBe(200)
})

test('keeps a picture for another hour after it is used', async () => {
  const app = await uploadedPicture()
  // A discarded picture is no longer kept by the library.
  await app.ctx.db.update(media).set({ discardedAt: app.clock.now() })
  app.clock.advance(50 * MINUTE)
  expect((await app.crop()).status).toBe(200)
  app.clock.advance(50 * MINUTE)
  await deleteUnusedMedia(app.ctx)
  expect((await app.post())[0]).toBe(200)
})

test('refuses to post a picture that is being removed', async () => {
  const app = await uploadedPicture()
  const { storage } = app.ctx
  let refusal: unknown
  app.ctx.storage = {
    ...storage,
    delete: async keys => {
      refusal ??= await app.post()
      await storage.delete(keys)
    },
  }
  await app.ctx.db.update(media).set({ discardedAt: app.clock.now() })
  app.clock.advance(61 * MINUTE)
  await deleteUnusedMedia(app.ctx)
  expect(refusal).toEqual(GONE)
})

test('keeps an unused upload in its business’s library, but not an unused crop of it', async () => {
  const app = await uploadedPicture()
  await app.crop()
  app.clock.advance(100 * 24 * 60 * MINUTE)
  await deleteUnusedMedia(app.ctx)
  expect(await app.ctx.db.select().from(media)).toMatchObject([{ croppedFrom: null }])
})

test('removes the unused files of a deleted business', async () => {
  const app = await uploadedPicture()
  await app.author.call(`users/deleteUserDomain/${app.author.domainId}`, { method: 'DELETE' })
  app.clock.advance(61 * MINUTE)
  await deleteUnusedMedia(app.ctx)
  expect(await app.ctx.db.$count(media)).toBe(0)
})

test('crops half of a picture with an odd number of pixels without passing its edge', async () => {
  const odd = sharp({ create: { width: 321, height: 321, channels: 3, background: 'teal' } })
  const file = new File([new Uint8Array(await odd.png().toBuffer())], 'odd.png', { type: 'image/png' })
  const app = await uploadedPicture(Promise.resolve(file))
  const response = await app.crop(app.author, { x: 0.5, y: 0.5, width: 0.5, height: 0.5 })
  expect(response.status).toBe(200)
})

test('removes all files of a user, however many there are', async () => {
  const { ctx } = await uploadedPicture()
  const [uploaded] = await ctx.db.select().from(media)
  const path = `${ctx.config.dataDir}/copied.jpg`
  await Bun.write(path, 'a picture')
  const copies = Array.from({ length: 150 }, () => crypto.randomUUID()).map(id => ({
    ...uploaded!,
    id,
    key: `${id}/original.jpg`,
    jpegKey: null,
    thumbnailKey: null,
  }))
  for (const { key } of copies) await ctx.storage.put(key, path, 'image/jpeg')
  await ctx.db.insert(media).values(copies)
  await removeMediaFilesOf(ctx, uploaded!.userId)
  for (const { key } of [uploaded!, ...copies]) expect(await ctx.storage.read(key)).toBeUndefined()
})
