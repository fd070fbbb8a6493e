import { expect, test } from 'bun:test'

import { picture, publishingApp } from '#api/test/publishing.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test('keeps a post unconfirmed on one network, and its time, when it is retried on another', async () => {
  const app = await publishingApp({ networks: ['facebook', 'instagram'] })
  await app.rejectPosts('facebook')
  const postId = await app.accept({ media: [await picture('red')] })
  await app.fault({ provider: 'instagram', operation: 'media_publish', kind: 'drop-after' })
  await app.run()
  await app.fault({ provider: 'instagram', operation: 'status', kind: 'error', code: 2, times: 1000 })
  app.clock.advance(DAY + MINUTE)
  await app.run()
  const facebook = await app.delivery(postId, 'facebook')
  expect(facebook.state).toBe('failed')
  const inDoubt = { state: 'failed', reasonCode: 'never_confirmed' }
  expect(await app.delivery(postId, 'instagram')).toMatchObject(inDoubt)

  const { publishAt } = await app.read(postId)
  await app.call(`posts/${postId}/retry`, { json: { deliveryId: facebook._id } })
  expect((await app.read(postId)).publishAt).toBe(publishAt)
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 3600
  await app.call(`posts/${postId}`, { method: 'PUT', json: { scheduledTime } })
  expect(await app.delivery(postId, 'instagram')).toMatchObject(inDoubt)
})
