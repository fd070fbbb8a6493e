import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { deliveries, deliverySteps, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'

test('marks posts that need an edit, or a check of the account, before a retry', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const reject = async (code: number) => {
    await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code, status: 400 })
    const postId = await app.accept({ media: [await picture('red')] })
    await app.run()
    const { state, needsEdit, needsCheck } = await app.delivery(postId, 'facebook')
    return { state, needsEdit, needsCheck }
  }
  expect(await reject(506)).toEqual({ state: 'failed', needsEdit: true, needsCheck: undefined })
  expect(await reject(368)).toEqual({ state: 'failed', needsEdit: undefined, needsCheck: true })
  expect(await reject(803)).toEqual({ state: 'failed', needsEdit: undefined, needsCheck: undefined })
})

test('keeps the alt texts while a network may have the post, although another has not begun', async () => {
  const app = await publishingApp({ networks: ['facebook', 'google'] })
  const postId = await app.accept({
    media: [await picture('red')],
    altTexts: ['The old shop'],
    inSeconds: 3600,
  })
  const { _id } = await app.delivery(postId, 'facebook')
  const edit = async () =>
    (await app.call(`posts/${postId}`, { method: 'PUT', json: { altTexts: ['The new shop'] } })).status
  await app.ctx.db.update(deliveries).set({ state: 'failed', wakeAt: null }).where(eq(deliveries.id, _id))
  await app.ctx.db
    .insert(deliverySteps)
    .values({ deliveryId: _id, name: PUBLISH_STEP, attempt: 1, intent: {}, startedAt: app.clock.now() })
  expect(await edit()).toBe(409)
  await app.ctx.db.delete(deliverySteps)
  expect(await edit()).toBe(200)
})

test('changes the alt texts of the edited post alone', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const write = async () =>
    app.accept({ media: [await picture('red')], altTexts: ['The old shop'], inSeconds: 3600 })
  const [edited, other] = [await write(), await write()]
  await app.call(`posts/${edited}`, { method: 'PUT', json: { altTexts: ['The new shop'] } })
  const altTexts = async (id: string) => (await app.read(id)).media.map(({ altText }) => altText)
  expect([await altTexts(edited), await altTexts(other)]).toEqual([['The new shop'], ['The old shop']])
})
