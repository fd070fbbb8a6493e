import { expect, test } from 'bun:test'

import { deliveries, writtenOffCalls } from '#api/db/schema/posts/posts.ts'
import { claimPost } from '#api/publishing/intent-log.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'

/** Returns an app with a delivery whose publishing call has no response. */
async function inDoubt() {
  const app = await publishingApp({ networks: ['google'] })
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-before' })
  await app.accept({ media: [await picture('red')] })
  await app.run()
  const [delivery] = await app.ctx.db.select().from(deliveries)
  return { ...app, delivery: delivery! }
}

test('claims no post for a worker once another worker has claimed its delivery', async () => {
  const { ctx, delivery } = await inDoubt()
  const { id, attempt } = delivery
  const found = { id, externalId: 'post', intent: {} }
  expect(await claimPost(ctx, { ...found, attempt: attempt - 1 })).toBeUndefined()
  expect(await claimPost(ctx, { ...found, attempt })).toMatchObject({ result: { id: 'post' } })
})

test('claims no post that already belongs to a written-off call', async () => {
  const { ctx, clock, delivery } = await inDoubt()
  const { id, attempt } = delivery
  await ctx.db.insert(writtenOffCalls).values({
    deliveryId: id,
    attempt: attempt - 1,
    account: 'location',
    message: 'Same',
    calledAt: clock.now(),
    writtenOffAt: clock.now(),
    externalId: 'second',
  })
  expect(await claimPost(ctx, { id, attempt, externalId: 'second', intent: {} })).toBeUndefined()
  expect(await claimPost(ctx, { id, attempt, externalId: 'own', intent: {} })).toBeDefined()
})
