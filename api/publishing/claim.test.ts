import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { deliveries, deliverySteps } from '#api/db/schema/posts/posts.ts'
import { candidatesFor, LEASE_MS } from '#api/deliveries/capacity.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import { attemptDelivery } from './attempt.ts'
import { claimDueDeliveries, renewLeases } from './claim.ts'
import { createEngine } from './engine.ts'
import { LeaseLost, openIntentLog } from './intent-log.ts'
import { settleDelivery } from './settlement/settle.ts'

const capacity = (free: number) => ({ free, freeOf: () => free, full: [], busy: [] })

const published = { state: 'published', published: { externalId: '1' } } as const

test('never lets two workers claim the same delivery', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  for (let count = 0; count < 6; count++) await app.accept({ message: `Post ${count}` })
  const claims = await Promise.all([1, 2, 3].map(() => claimDueDeliveries(app.ctx, capacity(4))))
  const ids = [...claims.flat(), ...(await claimDueDeliveries(app.ctx, capacity(4)))].map(({ id }) => id)
  expect(ids).toHaveLength(6)
  expect(new Set(ids).size).toBe(6)
})

test('claims the delivery that has waited longest first', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept({ message: 'Due second', inSeconds: 60 })
  await app.accept({ message: 'Due first', inSeconds: 30 })
  app.clock.advance(60_000)
  expect(await claimDueDeliveries(app.ctx, capacity(1))).toMatchObject([{ message: 'Due first' }])
})

test('claims posts of other accounts when one is at capacity', async () => {
  const app = await publishingApp()
  const media = [await picture('red')]
  const accept = (network: NetworkId, message: string) =>
    app.accept({ platforms: [{ platform: network, message }], media })
  for (let count = 0; count < candidatesFor(1); count++) await accept('facebook', `Full ${count}`)
  const [delivery] = await app.ctx.db.select().from(deliveries)
  const accountId = delivery!.accountId!
  app.clock.advance(1000)
  await accept('instagram', 'There is room')
  const full = { free: 1, freeOf: (id: string) => (id === accountId ? 0 : 1), full: [accountId], busy: [] }
  expect(await claimDueDeliveries(app.ctx, full)).toMatchObject([{ message: 'There is room' }])
})

test('finishes work in flight and starts nothing new when the engine stops', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const media = [await picture('red')]
  for (let count = 0; count < 10; count++) await app.accept({ message: `Post ${count}`, media })
  await app.engine.tick()
  await app.engine.stop()
  const states = (await app.ctx.db.select().from(deliveries)).map(({ state }) => state)
  expect(Map.groupBy(states, state => state).get('scheduled')).toHaveLength(2)
  expect(await app.published()).toHaveLength(8)
})

test('publishes each post once when two engines share a database', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  for (let count = 0; count < 6; count++) await app.accept({ message: `Post ${count}` })
  const other = createEngine(app.ctx)
  await Promise.all([app.engine.tick(), other.tick()])
  await Promise.all([app.engine.idle(), other.idle()])
  await other.stop()
  expect((await app.published()).map(({ message }) => message).toSorted()).toEqual(
    [0, 1, 2, 3, 4, 5].map(count => `Post ${count}`),
  )
})

test('lets another worker claim a delivery only after its lease expires', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept()
  const claimed = await claimDueDeliveries(app.ctx, capacity(1))
  app.clock.advance(LEASE_MS - 1000)
  await renewLeases(app.ctx, claimed)
  app.clock.advance(LEASE_MS - 1000)
  expect(await claimDueDeliveries(app.ctx, capacity(1))).toEqual([])
  app.clock.advance(1000)
  expect(await claimDueDeliveries(app.ctx, capacity(1))).toMatchObject([{ id: claimed[0]!.id, attempt: 2 }])
})

test('writes no step, outcome or notification after the lease is lost', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept()
  const [stale] = await claimDueDeliveries(app.ctx, capacity(1))
  const intentLog = await openIntentLog(app.ctx, stale!)
  app.clock.advance(LEASE_MS)
  const [fresh] = await claimDueDeliveries(app.ctx, capacity(1))

  await expect(intentLog.begin({ photos: ['1'] })).rejects.toBeInstanceOf(LeaseLost)
  await expect(intentLog.record('photo:0', { id: '1' })).rejects.toBeInstanceOf(LeaseLost)
  await expect(settleDelivery(app.ctx, stale!, published)).rejects.toBeInstanceOf(LeaseLost)
  const [row] = await app.ctx.db.select().from(deliveries).where(eq(deliveries.id, stale!.id))
  expect(row).toMatchObject({ state: 'publishing', attempt: fresh!.attempt, wakeAt: fresh!.wakeAt })
  expect(await app.ctx.db.select().from(deliverySteps)).toEqual([])
  expect(await app.mails()).toEqual([])
})

test('makes no call if it stalls for longer than the lease between the intent and the call', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept()
  const [claimed] = await claimDueDeliveries(app.ctx, capacity(1))
  const times = [app.ctx.now(), new Date(+app.ctx.now() + LEASE_MS)]
  const slow = await openIntentLog({ ...app.ctx, now: () => times.shift()! }, claimed!)
  await expect(slow.begin({ photos: ['1'] })).rejects.toBeInstanceOf(LeaseLost)
  expect((await openIntentLog(app.ctx, claimed!)).mayBeLive()).toBe(true)
})

test('notifies the author once if an outcome is written twice', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept()
  const [delivery] = await claimDueDeliveries(app.ctx, capacity(1))
  await settleDelivery(app.ctx, delivery!, published)
  await expect(settleDelivery(app.ctx, delivery!, published)).rejects.toBeInstanceOf(LeaseLost)
  expect(await app.mails()).toHaveLength(1)
})

test('reconciles before sending when a process died between the call and its response', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept()
  const [claimed] = await claimDueDeliveries(app.ctx, capacity(1))
  // The call succeeded, but its response was never recorded.
  await attemptDelivery(app.ctx, claimed!)
  await app.ctx.db
    .update(deliverySteps)
    .set({ result: null, finishedAt: null })
    .where(eq(deliverySteps.name, 'publish'))

  await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('publishing')
  app.clock.advance(LEASE_MS)
  await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
})

test('reuses uploads in a postponed attempt', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept()
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 4, status: 400 })
  await app.run()
  app.clock.advance(30 * 60_000)
  await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('published')
  const uploads = (await app.world<{ method: string; path: string }[]>('requests')).filter(({ path }) =>
    path.endsWith('/photos'),
  )
  expect(uploads).toHaveLength(2)
})

test('does not let a slow account delay another', async () => {
  const app = await publishingApp()
  await app.fault({ provider: 'instagram', operation: 'media', kind: 'delay-before', ms: 400, times: 100 })
  for (let count = 0; count < 10; count++) {
    const platforms = [{ platform: 'instagram' as const, message: `Slow ${count}` }]
    await app.accept({ platforms, media: [await picture('red')] })
  }
  const platforms = [{ platform: 'facebook' as const, message: 'Quick' }]
  const quick = await app.accept({ platforms, media: [await picture('red')] })
  await app.engine.tick()
  const states = await app.ctx.db.select({ state: deliveries.state }).from(deliveries)
  expect(states.filter(({ state }) => state === 'publishing').length).toBeLessThan(11)
  expect(await app.delivery(quick, 'facebook')).toMatchObject({ state: 'publishing' })
  await app.run()
  expect(await app.published()).toHaveLength(11)
})

test('cools an account down before it reaches the provider’s limit', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'usage', percent: 95 })
  const first = await app.accept({ message: 'First' })
  await app.run()
  expect((await app.delivery(first, 'facebook')).state).toBe('published')

  const second = await app.accept({ message: 'Second' })
  const before = (await app.world<unknown[]>('requests')).length
  await app.run()
  expect(await app.delivery(second, 'facebook')).toMatchObject({ state: 'scheduled', reasonCode: 'paused' })
  expect((await app.world<unknown[]>('requests')).length).toBe(before)
  app.clock.advance(10 * 60_000)
  await app.run()
  expect((await app.delivery(second, 'facebook')).state).toBe('published')
})
