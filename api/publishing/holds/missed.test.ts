import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'

import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { outbox } from '#api/db/schema/server/mail.ts'
import { coalesced } from '#api/runtime/worker-pool.ts'
import { openApprovalsApp } from '#api/test/approvals.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { plansOf } from '#api/test/db/plans.ts'
import { type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import type { Notification } from '#shared/notifications/notifications.ts'
import { holdUnapprovedDeliveries } from './unapproved.ts'

const HOUR_S = 3600
const THREE_DAYS = 3 * 24 * HOUR_S * 1000

/** Runs the engine whenever something wakes it, as the server does, but not each second, so that the ticks can be counted. */
function runWoken({ ctx, engine }: PublishingApp) {
  let ticks = 0
  const tick = coalesced(async () => {
    ticks++
    await engine.tick()
  })
  ctx.wake = (...names) => names.includes('publish') && void tick()
  return { settled: tick.settled, ticks: () => ticks }
}

/** Executes everything that is due. @returns the number of statements that it took */
async function statementsOfRun(app: PublishingApp) {
  const plans = await plansOf(app.ctx, app.run)
  return plans.length
}

/** Creates a business with posts that need approval by the same second, one of which was approved. */
async function openWithMissed(count: number) {
  const app = await openApprovalsApp()
  const approved = await app.write(app.author, 'Approved', HOUR_S)
  await app.approve(approved)
  const first = await app.write(app.author, 'Post 0', HOUR_S)
  const { db } = app.ctx
  const [[post], [delivery], [approval]] = [
    await db.select().from(posts).where(eq(posts.id, first)),
    await db.select().from(deliveries).where(eq(deliveries.postId, first)),
    await db.select().from(approvals).where(eq(approvals.postId, first)),
  ]
  const ids = Array.from({ length: count - 1 }, (_, copy) => `${first}-${copy}`)
  if (ids.length > 0)
    await db.batch([
      db.insert(posts).values(ids.map(id => ({ ...post!, id }))),
      db.insert(deliveries).values(ids.map(id => ({ ...delivery!, id, postId: id }))),
      db.insert(approvals).values(ids.map(postId => ({ ...approval!, postId }))),
    ])
  app.clock.advance(HOUR_S * 1000)
  return { ...app, first, approved }
}

test('holds 200 posts that nobody approved with the statements of one, and publishes those that are due', async () => {
  const many = await openWithMissed(200)
  const approver = await many.member('approver')
  const woken = runWoken(many)
  const few = await statementsOfRun(await openWithMissed(2))
  expect(await statementsOfRun(many)).toBeLessThan(few + 5)
  expect(woken.ticks()).toBe(0)
  const { db } = many.ctx
  expect(await db.$count(deliveries, eq(deliveries.reasonCode, 'approval_missed'))).toBe(200)
  expect((await many.published()).map(({ message }) => message)).toEqual(['Approved'])

  for (const person of [many.author, approver]) {
    expect(await many.bell(person)).toEqual([
      ['200 posts weren’t approved by their time', expect.stringContaining('and 199 others are held.')],
    ])
    const [mail, ...others] = await many.mailed(person)
    expect(others).toEqual([])
    expect(mail!.subject).toContain('200 posts weren’t approved by their time')
    expect(mail!.text).toContain('And 190 more.')
  }
  const { data } = (await (await many.call(`businesses/${many.domainId}/activity?limit=50`)).json()) as {
    data: { act: string; about: { post?: { _id: string } } }[]
  }
  const held = data.filter(({ act }) => act === 'post.held').map(({ about }) => about.post?._id)
  expect(new Set(held).size).toBe(held.length)
  expect(held.length).toBeGreaterThan(40)
  await many.run()
  expect(await many.mailed(approver)).toHaveLength(1)
})

test('notifies nobody of a post that is approved while it is being held, and holds the others', async () => {
  const app = await openWithMissed(3)
  await holdUnapprovedDeliveries(beforeNextWrite(app.ctx, () => app.approve(app.first)))
  await app.run()
  expect((await app.mailed(app.author)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('2 posts weren’t approved by their time'),
  ])
})

test('runs the engine once more, however often it is woken during a tick', async () => {
  const app = await publishingApp({ networks: [] })
  const woken = runWoken(app)
  for (let wake = 0; wake < 200; wake++) app.ctx.wake('publish')
  await app.engine.idle()
  await woken.settled()
  expect(woken.ticks()).toBeLessThanOrEqual(2)
})

/** Creates people with two posts each that missed their time by three days. */
async function openWithLate(people: number) {
  const app = await publishingApp({ networks: ['facebook'] })
  const { db } = app.ctx
  const postIds = [await app.accept({ inSeconds: 60 }), await app.accept({ inSeconds: 60 })]
  const [[user], [domain], [member], theirPosts, theirDeliveries] = [
    await db.select().from(users).where(eq(users.id, app.author.userId)),
    await db.select().from(domains).where(eq(domains.id, app.author.domainId)),
    await db.select().from(members).where(eq(members.domainId, app.author.domainId)),
    await db.select().from(posts),
    await db.select().from(deliveries),
  ]
  const ids = Array.from({ length: people - 1 }, (_, copy) => `${copy}`)
  const owned = ids.map(id => ({ userId: `user ${id}`, domainId: `domain ${id}` }))
  const copies = <Row>(rows: Row[], copy: (row: Row, own: (typeof owned)[0]) => Row) =>
    owned.flatMap(own => rows.map(row => copy(row, own)))
  await db.batch([
    db.insert(users).values(
      copies([user!], (row, { userId }) => ({
        ...row,
        id: userId,
        email: `${userId}@example.com`.replace(' ', ''),
      })),
    ),
    db
      .insert(domains)
      .values(copies([domain!], (row, { userId, domainId }) => ({ ...row, id: domainId, userId }))),
    db.insert(members).values(copies([member!], (row, own) => ({ ...row, ...own }))),
    db
      .insert(posts)
      .values(copies(theirPosts, (row, own) => ({ ...row, ...own, id: `${row.id} ${own.userId}` }))),
    db.insert(deliveries).values(
      copies(theirDeliveries, (row, own) => ({
        ...row,
        ...own,
        id: `${row.id} ${own.userId}`,
        postId: `${row.postId} ${own.userId}`,
      })),
    ),
  ])
  app.clock.advance(THREE_DAYS)
  const due = await app.accept({ message: 'On time' })
  return { ...app, postIds, due }
}

test('mails each of 200 people once about their late posts, in time proportional to their number', async () => {
  const few = await openWithLate(20)
  const many = await openWithLate(200)
  const woken = runWoken(many)
  const statements = await statementsOfRun(few)
  expect(await statementsOfRun(many)).toBeLessThan(statements * 10.5)
  expect(woken.ticks()).toBe(0)
  const { db } = many.ctx
  expect(await db.$count(deliveries, eq(deliveries.reasonCode, 'late'))).toBe(400)
  const perPerson = await db
    .select({ n: sql<number>`count(*)` })
    .from(outbox)
    .where(sql`${outbox.id} like 'late:%'`)
    .groupBy(outbox.userId)
  expect(perPerson.map(({ n }) => n)).toEqual(Array.from({ length: 200 }, () => 1))
  expect(await db.$count(notifications, sql`${notifications.id} like 'late:%'`)).toBe(200)
  expect((await many.published()).map(({ message }) => message)).toEqual(['On time'])
})

test.each([
  ['late', false, '2 posts missed their time and wait for you'],
  ['unapproved', true, '2 posts weren’t approved by their time'],
])('names no business in a notice about %s posts of several', async (_, required, title) => {
  const app = await publishingApp({ networks: ['facebook'] })
  const { addDomain, selectDomain, domainId } = app.author
  const second = await addDomain('Second')
  for (const business of [domainId, second]) {
    await selectDomain(business)
    await app.call(`businesses/${business}/approval-rule`, { method: 'PUT', json: { required } })
    if (business === second) await app.connectFacebook(app.author)
    await app.accept({ inSeconds: 60 })
  }
  app.clock.advance(THREE_DAYS)
  await app.run()
  const { data } = (await (await app.call('notifications?filter=trouble')).json()) as {
    data: Pick<Notification, 'title' | 'business'>[]
  }
  expect(data.map(({ title, business }) => [title, business])).toEqual([[title, undefined]])
})
