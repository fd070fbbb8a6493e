import { expect, test } from 'bun:test'

import { deliveries, deliverySteps } from '#api/db/schema/posts/posts.ts'
import { LEASE_MS } from '#api/deliveries/capacity.ts'
import { attemptDelivery } from '#api/publishing/attempt.ts'
import { claimDueDeliveries } from '#api/publishing/claim.ts'
import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { markDueForReconciliation } from './recovery.ts'

const MINUTE = 60_000

/** Starts the next process after a crash that lost no committed write. */
async function startAfterCrash({ ctx, clock }: PublishingApp, absentAfterMs = 0) {
  const until = clock.now()
  const absentFrom = new Date(+until + absentAfterMs)
  await markDueForReconciliation(ctx, { until, absentFrom })
}

test('after a crash, reconciles due posts once, and sends those that weren’t published at once', async () => {
  const app = await publishingApp({ networks: ['facebook', 'instagram'] })
  await app.accept({ message: 'Due', inSeconds: 60 })
  const ahead = await app.accept({ message: 'Ahead', inSeconds: 3600 })
  app.clock.advance(MINUTE)
  await startAfterCrash(app)
  expect(await app.delivery(ahead, 'facebook')).toMatchObject({ state: 'scheduled' })
  await app.run()
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['Due', 'Due'])
})

test.each(['facebook', 'instagram', 'google'] as const)(
  'after a crash, finds a post on %s whose intent was lost with the last writes',
  async network => {
    const app = await publishingApp({ networks: [network] })
    const postId = await app.accept()
    const [claimed] = await claimDueDeliveries(app.ctx, { free: 1, freeOf: () => 1, full: [], busy: [] })
    await attemptDelivery(app.ctx, claimed!)
    await app.ctx.db.delete(deliverySteps)
    await app.ctx.db.update(deliveries).set(claimed!)
    app.clock.advance(LEASE_MS)
    const until = app.clock.now()
    const absentFrom = new Date(+until + 2 * MINUTE)
    await markDueForReconciliation(app.ctx, { until, absentFrom })
    await app.run()
    expect((await app.delivery(postId, network)).state).toBe('published')
    expect(await app.published()).toHaveLength(1)
  },
)

test('after a crash, also reconciles posts that were waiting for a retry', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'photos', kind: 'error', code: 2 })
  const postId = await app.accept()
  await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('scheduled')
  await startAfterCrash(app, 2 * MINUTE)
  expect(await app.delivery(postId, 'facebook')).toMatchObject({
    state: 'unconfirmed',
    reasonCode: 'checking',
  })
  app.clock.advance(2 * MINUTE)
  await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
})

test('sends one notice for all posts that are late after reconciliation', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  for (const message of ['One', 'Two', 'Three']) await app.accept({ message, inSeconds: 60 })
  app.clock.advance(24 * 60 * MINUTE)
  await startAfterCrash(app)
  await app.run()
  await app.run()
  expect(await app.published()).toEqual([])
  expect(await app.mails()).toHaveLength(1)
})
