import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { deliveries } from '#api/db/schema/posts/posts.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { createMailDispatcher } from '#api/outbox/mail.ts'
import { type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { Notification, NotificationCounts } from '#shared/notifications/notifications.ts'
import { settleDelivery } from './settle.ts'

const NETWORKS: NetworkId[] = ['facebook', 'instagram', 'google']
const TITLE = 'Not published on Facebook, Instagram and Google Business Profile'
const SECOND = 1000

/** A post that is in flight on three networks. */
async function inFlight() {
  const app = await publishingApp({ networks: NETWORKS })
  const postId = await app.accept({ message: 'Spring specials' })
  await app.ctx.db.update(deliveries).set({ state: 'publishing', attempt: 1, wakeAt: null })
  const rows = await app.ctx.db.select().from(deliveries).where(eq(deliveries.postId, postId))
  const fail = (network: NetworkId, reason = 'The picture was rejected.') =>
    settleDelivery(
      app.ctx,
      rows.find(row => row.network === network)!,
      {
        state: 'failed',
        reasonCode: `${network}/100`,
        reason,
      },
    )
  const hold = (network: NetworkId) =>
    settleDelivery(
      app.ctx,
      rows.find(row => row.network === network)!,
      {
        state: 'held',
        ...reasons.late(network),
      },
    )
  return { ...app, postId, rows, fail, hold, mails: () => mailed(app) }
}

async function mailed(app: PublishingApp) {
  const dispatcher = createMailDispatcher(app.ctx)
  await dispatcher.tick()
  await dispatcher.idle()
  return (await app.mails()).filter(({ subject }) => /Not published|waiting/.test(subject))
}

const noticesOf = async ({ call }: PublishingApp, filter = 'all') => {
  const response = await call(`notifications?filter=${filter}`)
  return ((await response.json()) as { data: Notification[] }).data.filter(({ about }) => about === 'Problem')
}

const countsOf = async ({ call }: PublishingApp) =>
  ((await (await call('notifications/counts')).json()) as { data: NotificationCounts }).data

test('notifies once of a post that fails on three networks', async () => {
  const app = await inFlight()
  await app.fail('google')
  expect(await noticesOf(app)).toMatchObject([{ title: 'Not published on Google Business Profile' }])
  expect(await app.mails()).toEqual([])
  app.clock.advance(5 * SECOND)
  await app.fail('facebook')
  expect(await app.mails()).toEqual([])
  await app.fail('instagram')
  expect(await noticesOf(app)).toMatchObject([
    { title: TITLE, read: false, message: '“Spring specials” did not go out. The picture was rejected.' },
  ])
  expect((await app.mails()).map(({ subject }) => subject)).toEqual([TITLE])
})

test('says each reason once, with its networks', async () => {
  const app = await inFlight()
  await app.fail('google', 'It is too small.')
  await app.fail('facebook')
  await app.fail('instagram')
  const [notice] = await noticesOf(app)
  expect(notice?.message).toBe(
    '“Spring specials” did not go out. Facebook and Instagram: The picture was rejected. Google Business Profile: It is too small.',
  )
})

test.each([
  ['held first', ['hold', 'fail']],
  ['failed first', ['fail', 'hold']],
] as const)(
  'notifies once of a post that failed on one network and is held on another, %s',
  async (_, order) => {
    const app = await inFlight()
    const title = 'Not published on Facebook; your Instagram post is waiting for you'
    for (const verb of order) await app[verb](verb === 'fail' ? 'facebook' : 'instagram')
    expect(await noticesOf(app)).toMatchObject([{ title, colour: 'danger', read: false }])
    expect((await noticesOf(app))[0]!.message).toStartWith(
      '“Spring specials” needs you. Facebook: The picture',
    )
    app.clock.advance(46 * SECOND)
    expect((await app.mails()).map(({ subject }) => subject)).toEqual([title])
    const idOf = (id: NetworkId) => app.rows.find(({ network }) => network === id)!.id
    await app.call(`posts/${app.postId}/cancel`, { json: { deliveryId: idOf('facebook') } })
    expect(await noticesOf(app)).toMatchObject([{ read: false }])
    await app.call(`posts/${app.postId}/cancel`, { json: { deliveryId: idOf('instagram') } })
    expect(await noticesOf(app)).toMatchObject([{ read: true, resolved: true }])
  },
)

test('mails within a minute, even if another network stays in flight, and adds that one to the notice later', async () => {
  const app = await inFlight()
  await app.fail('facebook')
  await app.fail('instagram')
  app.clock.advance(46 * SECOND)
  expect((await app.mails()).map(({ subject }) => subject)).toEqual([
    'Not published on Facebook and Instagram',
  ])
  const [notice] = await noticesOf(app)
  await app.call(`notifications/${notice?._id}/read`, { method: 'POST' })
  await app.fail('google')
  expect(await noticesOf(app)).toMatchObject([{ title: TITLE, read: false }])
  expect((await app.mails()).map(({ subject }) => subject).toSorted()).toEqual([
    'Not published on Facebook and Instagram',
    TITLE,
  ])
})

test('resolves the notice once every network was repaired or cancelled', async () => {
  const app = await inFlight()
  for (const network of NETWORKS) await app.fail(network)
  const [facebook, ...others] = NETWORKS.map(id => app.rows.find(({ network }) => network === id)!)
  expect(await countsOf(app)).toMatchObject({ trouble: 1 })
  await app.call(`posts/${app.postId}/cancel`, { json: { deliveryId: facebook!.id } })
  expect(await noticesOf(app)).toMatchObject([{ read: false }])
  for (const { id } of others) await app.call(`posts/${app.postId}/retry`, { json: { deliveryId: id } })
  expect(await noticesOf(app)).toMatchObject([{ title: TITLE, read: true, resolved: true, colour: 'info' }])
  expect(await noticesOf(app, 'trouble')).toEqual([])
  expect(await countsOf(app)).toMatchObject({ trouble: 0, unread: 0 })
})

test('notifies again of a repaired post that fails again', async () => {
  const app = await inFlight()
  await app.fail('facebook')
  await app.call(`posts/${app.postId}/retry`, { json: {} })
  await app.rejectPosts('facebook', 10)
  await app.run()
  const about = (await noticesOf(app)).map(({ title, resolved = false }) => ({ title, resolved }))
  expect(about).toContainEqual({ title: 'Not published on Facebook', resolved: true })
  expect(about).toContainEqual({ title: 'Not published on Facebook', resolved: false })
})

test('resolves the notice of a post that missed its time once it has another', async () => {
  const app = await publishingApp({ networks: NETWORKS })
  const postId = await app.accept({ message: 'Spring specials', inSeconds: 3600 })
  app.clock.advance(48 * 3600 * SECOND)
  await app.run()
  expect(await noticesOf(app)).toMatchObject([
    { title: 'A post missed its time and waits for you', read: false },
  ])
  await app.call(`posts/${postId}/retry`, { json: {} })
  expect(await noticesOf(app)).toMatchObject([{ read: true, resolved: true }])
})
