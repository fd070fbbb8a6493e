import { describe, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { beginCall } from '#api/calls/queue.ts'
import { deliveries, firstComments } from '#api/db/schema/posts/posts.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import { LEASE_MS } from '#api/deliveries/capacity.ts'
import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import { claimDueDeliveries, RENEW_MS, renewLeases } from './claim.ts'
import { createEngine } from './engine.ts'
import { attemptComment, claimDueComments, commentQueue, settleComment } from './first-comments.ts'
import { LeaseLost, openIntentLog } from './intent-log.ts'
import type { Outcome } from './settlement/outcome.ts'
import { settleDelivery } from './settlement/settle.ts'

const capacity = { free: 10, freeOf: () => 10, full: [], busy: [] }
const cause = { reasonCode: 'stale', reason: 'From a worker without a lease.' }
const published = { state: 'published', published: { externalId: '1' } } as const
const refused = { state: 'failed', ...cause } as const

/** Claims a delivery with one worker, and with another after the lease has expired. */
async function takenOver(app: PublishingApp) {
  const [stale] = await claimDueDeliveries(app.ctx, capacity)
  const intentLog = await openIntentLog(app.ctx, stale!)
  app.clock.advance(LEASE_MS)
  const [fresh] = await claimDueDeliveries(app.ctx, capacity)
  return { stale: stale!, fresh: fresh!, intentLog }
}

const rowOf = async (app: PublishingApp, id: string) =>
  (await app.ctx.db.select().from(deliveries).where(eq(deliveries.id, id)))[0]!

test('renews the lease of a delivery while it is published, and while it is reconciled', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept()
  const claimed = await claimDueDeliveries(app.ctx, capacity)
  const { id } = claimed[0]!
  for (const state of ['publishing', 'unconfirmed'] as const) {
    await app.ctx.db.update(deliveries).set({ state }).where(eq(deliveries.id, id))
    app.clock.advance(RENEW_MS)
    await renewLeases(app.ctx, claimed)
    expect((await rowOf(app, id)).wakeAt).toEqual(new Date(+app.clock.now() + LEASE_MS))
  }
  await app.ctx.db.update(deliveries).set({ state: 'canceled', wakeAt: null }).where(eq(deliveries.id, id))
  await renewLeases(app.ctx, claimed)
  expect((await rowOf(app, id)).wakeAt).toBeNull()
})

test('remembers when a call began while its reconciliation is postponed', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept()
  const [delivery] = await claimDueDeliveries(app.ctx, capacity)
  const log = await openIntentLog(app.ctx, delivery!)
  await log.begin({ photos: ['1'] })
  const began = (await openIntentLog(app.ctx, delivery!)).unansweredCall()?.at
  expect(began).toBeDefined()
  app.clock.advance(RENEW_MS)
  await log.postpone(app.clock.now())
  expect((await openIntentLog(app.ctx, delivery!)).unansweredCall()?.at).toEqual(began)
})

describe('a worker that lost its lease', () => {
  test('does not overwrite the new worker’s outcome, whatever response it got', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.accept()
    const { stale, fresh } = await takenOver(app)
    const at = app.clock.now()
    const outcomes: Outcome[] = [
      published,
      refused,
      { state: 'scheduled', at, counts: true, ...cause },
      { state: 'held', ...cause },
      { state: 'held', authorNotified: true, ...cause },
      { state: 'unconfirmed', at, ...cause },
    ]
    const eventsBefore = await app.ctx.db.$count(liveEvents)
    for (const outcome of outcomes) {
      await expect(settleDelivery(app.ctx, stale, outcome)).rejects.toBeInstanceOf(LeaseLost)
      expect(await rowOf(app, fresh.id)).toEqual(fresh)
    }
    expect(await app.mails()).toEqual([])
    expect(await app.ctx.db.$count(liveEvents)).toBe(eventsBefore)
  })

  test('does not withdraw the new worker’s intent', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.accept()
    const { fresh, intentLog } = await takenOver(app)
    await (await openIntentLog(app.ctx, fresh)).begin({ photos: ['1'] })
    await intentLog.withdraw().catch(() => {})
    expect((await openIntentLog(app.ctx, fresh)).unansweredCall()).toBeDefined()
  })

  test('does not extend the new worker’s lease', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.accept()
    const { stale, fresh } = await takenOver(app)
    app.clock.advance(RENEW_MS)
    await renewLeases(app.ctx, [stale])
    expect((await rowOf(app, fresh.id)).wakeAt).toEqual(fresh.wakeAt)
    await renewLeases(app.ctx, [fresh])
    expect((await rowOf(app, fresh.id)).wakeAt).toEqual(new Date(+app.clock.now() + LEASE_MS))
  })

  test('sends no notice about a delivery that the new worker has settled', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.accept({ message: 'Out' })
    const out = await takenOver(app)
    await settleDelivery(app.ctx, out.fresh, published)
    await expect(settleDelivery(app.ctx, out.stale, published)).rejects.toBeInstanceOf(LeaseLost)
    await app.accept({ message: 'Refused' })
    const failed = await takenOver(app)
    await settleDelivery(app.ctx, failed.fresh, refused)
    for (const worker of [failed.stale, failed.fresh])
      await expect(settleDelivery(app.ctx, worker, refused)).rejects.toBeInstanceOf(LeaseLost)
    expect((await app.mails()).map(({ subject }) => subject)).toEqual([
      'Not published on Facebook',
      'Published on Facebook',
    ])
  })

  test('neither queues a first comment for a post that isn’t published nor brings its retry forward', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.accept({ platforms: [{ platform: 'facebook', message: 'Hello', firstComment: 'Book now' }] })
    const { stale, fresh } = await takenOver(app)
    await expect(settleDelivery(app.ctx, stale, published)).rejects.toBeInstanceOf(LeaseLost)
    expect(await claimDueComments(app.ctx, capacity)).toEqual([])
    await settleDelivery(app.ctx, fresh, published)
    const [comment, ...others] = await claimDueComments(app.ctx, capacity)
    expect(others).toEqual([])
    const at = new Date(+app.clock.now() + LEASE_MS)
    const outcome = { state: 'waiting', at, reason: cause.reason, isFailure: true } as const
    await settleComment(app.ctx, comment!, { outcome })
    await expect(settleDelivery(app.ctx, stale, published)).rejects.toBeInstanceOf(LeaseLost)
    expect(await claimDueComments(app.ctx, capacity)).toEqual([])
    app.clock.set(at)
    expect(await claimDueComments(app.ctx, capacity)).toHaveLength(1)
  })
})

test('refuses to cancel, discard, reschedule or retry a post that is being published', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept()
  const [claimed] = await claimDueDeliveries(app.ctx, capacity)
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 600
  for (const [path, json] of [
    ['cancel', {}],
    ['discard', {}],
    ['retry', {}],
    ['move', { scheduledTime }],
  ] as const)
    expect((await app.call(`posts/${postId}/${path}`, { json })).status).toBe(409)
  expect(await rowOf(app, claimed!.id)).toEqual(claimed!)
})

test('renews leases for as long as a call takes', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const intervals = spyOn(globalThis, 'setInterval')
  const engine = createEngine(app.ctx)
  const renewals = intervals.mock.calls.flatMap(([renew, ms]) =>
    ms === RENEW_MS ? [renew as () => void] : [],
  )
  intervals.mockRestore()
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'silence-before' })
  const postId = await app.accept({ media: [await picture('red')] })
  await engine.tick()
  while ((await app.world<unknown[]>('silences')).length === 0) await Bun.sleep(1)

  const [claimed] = await app.ctx.db.select().from(deliveries)
  app.clock.advance(LEASE_MS - 1000)
  for (const renew of renewals) renew()
  const renewed = async () => (await rowOf(app, claimed!.id)).wakeAt! > claimed!.wakeAt!
  while (!(await renewed())) await Bun.sleep(1)
  expect(await renewed()).toBe(true)
  await app.world('silences', { then: 'go-on' })
  await engine.stop()
  expect((await app.delivery(postId, 'facebook')).state).toBe('published')
})

describe('a comment worker that lost its lease', () => {
  /** Publishes a post and has its comment claimed by one worker and then by another. */
  async function commentTakenOver() {
    const app = await publishingApp({ networks: ['facebook'] })
    const platforms = [{ platform: 'facebook' as const, message: 'Hello', firstComment: 'Book now' }]
    const postId = await app.accept({ platforms, media: [await picture('red')] })
    await app.run()
    const [stale] = await claimDueComments(app.ctx, capacity)
    app.clock.advance(LEASE_MS)
    const claims = await Promise.all([1, 2].map(() => claimDueComments(app.ctx, capacity)))
    const shown = async () => (await app.published()).flatMap(({ ownComments }) => ownComments)
    const state = async () => (await app.delivery(postId, 'facebook')).firstComment?.state
    return { app, stale: stale!, claims: claims.flat(), shown, state }
  }

  test('neither adds the comment nor writes its outcome, and only one of two concurrent claims succeeds', async () => {
    const { app, stale, claims, shown, state } = await commentTakenOver()
    expect(claims).toHaveLength(1)
    expect(await attemptComment(app.ctx, stale)).toBeUndefined()
    expect(await shown()).toEqual([])
    await settleComment(app.ctx, stale, { outcome: { state: 'added', externalId: '1' } })
    await settleComment(app.ctx, stale, { outcome: refused })
    expect(await state()).toBe('adding')
    const [fresh] = claims
    await settleComment(app.ctx, fresh!, (await attemptComment(app.ctx, fresh!))!)
    expect([await state(), await shown()]).toEqual(['added', ['Book now']])
  })

  test('does not date the call of the worker that took over', async () => {
    const { app, stale, claims } = await commentTakenOver()
    const begunAt = await beginCall(app.ctx, commentQueue, claims[0]!, 0)
    app.clock.advance(1000)
    expect(await beginCall(app.ctx, commentQueue, stale, 0)).toBeUndefined()
    const [comment] = await app.ctx.db.select().from(firstComments)
    expect(comment?.begunAt).toEqual(begunAt)
  })

  test('sends no notice about its failure', async () => {
    const { app, stale, claims } = await commentTakenOver()
    await settleComment(app.ctx, claims[0]!, { outcome: refused })
    await settleComment(app.ctx, stale, { outcome: refused })
    const subjects = (await app.mails()).map(({ subject }) => subject)
    expect(subjects.filter(subject => subject.includes('without its first comment'))).toHaveLength(1)
  })

  test('makes no call after it stalled between writing its intent and the call', async () => {
    const { app, claims } = await commentTakenOver()
    const times = [app.clock.now(), new Date(+app.clock.now() + LEASE_MS)]
    const ctx = { ...app.ctx, now: () => times.shift()! }
    expect(await beginCall(ctx, commentQueue, claims[0]!, 0)).toBeUndefined()
  })
})

test('does not claim a delivery again while the same process is still publishing it', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'silence-before' })
  await app.accept({ media: [await picture('red')] })
  await app.engine.tick()
  while ((await app.world<unknown[]>('silences')).length === 0) await Bun.sleep(1)

  // The clock was set, or the machine slept.
  app.clock.advance(10 * LEASE_MS)
  await app.engine.tick()
  await app.world('silences', { then: 'go-on' })
  await app.engine.idle()
  expect(await app.ctx.db.select().from(deliveries)).toMatchObject([{ state: 'published', attempt: 1 }])
  expect(await app.published()).toHaveLength(1)
})
