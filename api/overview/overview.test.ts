import { beforeEach, expect, test } from 'bun:test'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { weekOf } from '#api/insights/days.ts'
import { readDueInsights } from '#api/insights/read-account.ts'
import { testClock } from '#api/test/clock.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import type { Overview } from '#shared/overview.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let app: PublishingApp
beforeEach(async () => {
  app = await publishingApp({ networks: ['facebook', 'instagram'] })
})

const overview = async ({ call }: Pick<PublishingApp, 'call'> = app) =>
  ((await (await call('overview?timeZone=Australia/Melbourne')).json()) as { data: Overview }).data

test('is empty for a new user', async () => {
  expect(await overview(await app.signUp())).toMatchObject({
    accounts: [],
    attention: [],
    moreAttention: 0,
    reviews: [],
    moreReviews: 0,
    waiting: {},
    unanswered: [],
    reports: [],
    overdueReports: [],
    next: [],
    best: null,
    hasPosts: false,
    isStarting: true,
    yesterday: { posts: 0, engagement: null, followers: null, readAt: null },
    figures: { connected: 0 },
  })
})

test('shows the next five posts, soonest first', async () => {
  for (const hours of [6, 2, 5, 1, 4, 3])
    await app.accept({ message: `In ${hours}`, inSeconds: hours * 3600 })
  const { next, hasPosts, isStarting } = await overview()
  expect(next.map(({ deliveries }) => deliveries[0]?.message)).toEqual([
    'In 1',
    'In 2',
    'In 3',
    'In 4',
    'In 5',
  ])
  expect(next[0]?.media[0]?.thumbnailUrl).toStartWith('http')
  expect([hasPosts, isStarting]).toEqual([true, true])
  await app.ctx.db.update(posts).set({ createdAt: new Date(+app.ctx.now() - 15 * DAY) })
  expect((await overview()).isStarting).toBe(false)
})

test('lists an account to reconnect once, however many posts wait for it', async () => {
  await app.expire('facebook')
  const soon = { platforms: [{ platform: 'facebook' as const, message: 'Fresh bread' }], inSeconds: 60 }
  await app.accept(soon)
  await app.accept(soon)
  app.clock.advance(61_000)
  await app.run()
  const { accounts, attention } = await overview()
  expect(accounts).toMatchObject([{ network: 'facebook', domainId: app.author.domainId, held: 2 }])
  expect(attention).toEqual([])
})

test('lists posts that failed, and counts them on their day', async () => {
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 368, status: 400 })
  await app.accept({ platforms: [{ platform: 'facebook', message: 'Refused' }] })
  await app.run()
  const { attention, week } = await overview()
  expect(attention.map(({ deliveries }) => deliveries[0]?.state)).toEqual(['failed'])
  expect(week.map(({ attention }) => attention).filter(Boolean)).toEqual([1])
})

test('lists the posts that need attention by their time, overdue ones first', async () => {
  const hold = (message: string, inSeconds: number) => app.accept({ message, inSeconds })
  await hold('Due in two weeks', (14 * DAY) / 1000)
  await hold('Due tomorrow', DAY / 1000)
  await app.ctx.db.update(deliveries).set({ state: 'held', reasonCode: 'another_account' })
  await hold('Missed', 60)
  app.clock.advance(2 * HOUR)
  await app.run()
  const { attention } = await overview()
  expect(attention.map(({ deliveries }) => deliveries[0]?.message)).toEqual([
    'Missed',
    'Due tomorrow',
    'Due in two weeks',
  ])
})

test('lists a sent-back post that nobody had sent for approval for its author', async () => {
  const id = await app.accept({ inSeconds: 3600 })
  expect((await overview()).reviews).toEqual([])
  await app.call(`posts/${id}/request-changes`, { json: { comment: 'Say when.' } })
  expect((await overview()).reviews.map(({ _id }) => _id)).toEqual([id])
})

test('lists each business’s first post in review for members who may approve it, and sent-back posts for their author', async () => {
  const rule = `businesses/${app.author.domainId}/approval-rule`
  await app.call(rule, { method: 'PUT', json: { required: true } })
  await app.accept({ message: 'Later', inSeconds: 7200 })
  const id = await app.accept({ message: 'Soon', inSeconds: 3600 })
  const messages = async () =>
    (await overview()).reviews.map(({ deliveries, approval }) => [deliveries[0]?.message, approval?.state])
  expect(await messages()).toEqual([['Soon', 'in_review']])
  expect((await overview()).waiting).toEqual({ [id]: 2 })
  await app.call(`posts/${id}/request-changes`, { json: { comment: 'Say when.' } })
  const { userId } = await app.signUp()
  await addMember(app.ctx, { domainId: app.author.domainId, userId, role: 'approver' })
  await app.call(rule, { method: 'PUT', json: { required: true, approvers: [userId] } })
  expect(await messages()).toEqual([['Soon', 'changes_requested']])
  expect((await overview()).waiting).toEqual({ [id]: 1 })
  expect((await overview(await app.signUp())).reviews).toEqual([])
})

test('lists for each member only what their role can fix', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const { domainId } = app.author
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  const late = await app.accept({ message: 'Late', inSeconds: 60 })
  app.clock.advance(2 * HOUR)
  await app.run()
  await app.ctx.db.update(accounts).set({ status: 'needs_reconnect' })
  const needs = async (call: PublishingApp['call']) => {
    const { data } = (await (await call('overview?timeZone=UTC')).json()) as { data: Overview }
    return [data.accounts.length, data.attention.map(({ _id }) => _id)]
  }
  const person = await app.signUp()
  for (const role of ['author', 'approver', 'viewer'] as const) {
    await addMember(app.ctx, { domainId, userId: person.userId, role })
    expect([role, ...(await needs(person.call))]).toEqual([role, 0, []])
  }
  await app.ctx.db.update(posts).set({ authorId: person.userId })
  await addMember(app.ctx, { domainId, userId: person.userId, role: 'author' })
  expect(await needs(person.call)).toEqual([0, [late]])
  await addMember(app.ctx, { domainId, userId: person.userId, role: 'editor' })
  expect(await needs(person.call)).toEqual([1, [late]])
})

test('joins the posts that a disconnection holds to one task per account', async () => {
  const app = await publishingApp({ networks: ['facebook', 'google'] })
  for (const message of ['One', 'Two', 'Three']) await app.accept({ message, inSeconds: 3600 })
  const needs = async (call: PublishingApp['call']) =>
    ((await (await call('overview?timeZone=UTC')).json()) as { data: Overview }).data
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'google' } })
  const { accounts: lost, attention, moreAttention } = await needs(app.call)
  expect(lost).toMatchObject([{ network: 'google', cause: 'disconnected', held: 3 }])
  expect([attention, moreAttention]).toEqual([[], 0])
  const stranger = await app.signUp()
  expect((await needs(stranger.call)).accounts).toEqual([])
  await addMember(app.ctx, { domainId: app.author.domainId, userId: stranger.userId, role: 'author' })
  expect((await needs(stranger.call)).accounts).toEqual([])
})

test('counts this week’s posts and the weekly posting times of all businesses by day', async () => {
  const days = weekOf(app.clock.now(), 'Australia/Melbourne')
  expect((await overview()).week.map(({ slots }) => slots)).toEqual(Array.from({ length: 7 }, () => null))
  await app.ctx.db.insert(slots).values([
    { id: 'a', domainId: app.author.domainId, weekday: 1, time: '09:00' },
    { id: 'b', domainId: app.author.domainId, weekday: 1, time: '17:00' },
  ])
  await app.accept({ message: 'Out' })
  await app.run()
  await app.accept({ message: 'Planned', inSeconds: 60 })
  const { week } = await overview()
  expect(week.map(({ day }) => day)).toEqual(days)
  expect(week.map(({ slots }) => slots)).toEqual([2, 0, 0, 0, 0, 0, 0])
  expect(week.reduce((sum, { published }) => sum + published, 0)).toBe(1)
  expect(week.reduce((sum, { scheduled }) => sum + scheduled, 0)).toBe(1)
})

test('starts the week on Monday in the user’s time zone', () => {
  const sundayInLondon = new Date('2026-11-22T20:00:00Z')
  expect(weekOf(sundayInLondon, 'Europe/London')[0]).toBe('2026-11-16')
  expect(weekOf(sundayInLondon, 'Australia/Melbourne')[0]).toBe('2026-11-23')
})

test('adds up yesterday’s figures of all accounts that share them, and says when they were read', async () => {
  const dayBefore = (days: number) => new Date(+app.clock.now() - days * DAY).toISOString().slice(0, 10)
  const linked = await app.ctx.db.select().from(accounts)
  const facebook = linked.find(({ network }) => network === 'facebook')
  await app.world('audience', {
    account: facebook!.providerId,
    followers: 250,
    days: [
      { day: dayBefore(1), followers: 250, engagement: 12 },
      { day: dayBefore(2), followers: 246, engagement: 7 },
    ],
  })
  await readDueInsights(app.ctx)
  expect((await overview()).yesterday).toMatchObject({
    day: dayBefore(1),
    engagement: 12,
    followers: 4,
    readAt: app.clock.now().toISOString(),
  })
})

test('counts yesterday’s posts after a day of 23 hours', async () => {
  const clock = testClock()
  // Melbourne's clocks went forward on Sunday, 6 October.
  clock.set(new Date('2030-10-06T10:00:00+11:00'))
  app = await publishingApp({ networks: ['facebook', 'instagram'], clock })
  await app.accept({ message: 'On Sunday' })
  await app.run()
  clock.set(new Date('2030-10-07T00:30:00+11:00'))
  expect((await overview()).yesterday.posts).toBe(1)
})

test('shows the best post with the totals of its networks', async () => {
  await app.accept({ message: 'Loud' })
  await app.run()
  for (const { id } of await app.published()) await app.world('engage', { id, likes: 3, comments: 1 })
  await readDueInsights(app.ctx)
  expect((await overview()).best).toMatchObject({ excerpt: 'Loud', likes: 6, comments: 2 })
})

test('counts as free the slots still ahead in each business’s own time zone that no post or draft takes', async () => {
  const [monday = '', tuesday = ''] = weekOf(app.clock.now(), 'Australia/Melbourne')
  const times = ['09:00', '12:00', '17:00']
  await app.ctx.db.update(domains).set({ timeZone: 'Australia/Perth' })
  await app.ctx.db
    .insert(slots)
    .values(
      [1, 2].flatMap(weekday =>
        times.map(time => ({ id: `${weekday}${time}`, domainId: app.author.domainId, weekday, time })),
      ),
    )
  const freeAt = async (instant: string) => {
    app.clock.set(new Date(instant))
    return (await overview()).week.slice(0, 2).map(({ free }) => free)
  }
  expect(await freeAt(`${monday}T08:59:00+08:00`)).toEqual([3, 3])
  expect(await freeAt(`${monday}T12:00:00+08:00`)).toEqual([1, 3])
  expect(await freeAt(`${tuesday}T10:00:00+08:00`)).toEqual([0, 2])
  await app.accept({ message: 'At noon', inSeconds: 2 * 3600 })
  expect(await freeAt(`${tuesday}T10:01:00+08:00`)).toEqual([0, 1])
  expect(await freeAt(`${tuesday}T12:01:00+08:00`)).toEqual([0, 1])
  await app.accept({ message: 'At another time', inSeconds: 3600 })
  expect(await freeAt(`${tuesday}T12:02:00+08:00`)).toEqual([0, 1])
  const content = { message: 'A draft', isScheduled: true, publishAt: `${tuesday}T09:00:00.000Z` }
  await app.call(`drafts/${crypto.randomUUID()}`, { method: 'PUT', json: { version: 0, content } })
  expect(await freeAt(`${tuesday}T12:03:00+08:00`)).toEqual([0, 0])
  // Past midnight in Melbourne, it is still Monday evening in Perth.
  await app.ctx.db
    .insert(slots)
    .values({ id: 'late', domainId: app.author.domainId, weekday: 1, time: '22:00' })
  expect(await freeAt(`${monday}T21:30:00+08:00`)).toEqual([1, 1])
  await app.accept({ message: 'Late on Monday', inSeconds: 1800 })
  expect(await freeAt(`${monday}T21:31:00+08:00`)).toEqual([0, 1])

  await app.ctx.db.update(deliveries).set({ domainId: await app.author.addDomain('Second Shop') })
  expect(await freeAt(`${monday}T21:30:00+08:00`)).toEqual([1, 2])
})

test('is limited to one business, of which the user is a member', async () => {
  const of = async (domainId: string) =>
    await app.call(`overview?timeZone=Australia/Melbourne&domainId=${domainId}`)
  await app.accept({ message: 'Fresh bread', inSeconds: 60 })
  const saved = await app.call('users/saveUserDomain', { json: { businessName: 'Corner Shop' } })
  const { data: other } = (await saved.json()) as { data: { _id: string } }
  const read = async (domainId: string) => ((await (await of(domainId)).json()) as { data: Overview }).data
  expect(await read(app.author.domainId)).toMatchObject({ hasPosts: true, figures: { connected: 2 } })
  expect((await read(app.author.domainId)).next).toHaveLength(1)
  expect(await read(other._id)).toMatchObject({ hasPosts: false, next: [], figures: { connected: 0 } })
  const stranger = await app.signUp()
  const foreign = await stranger.call(`overview?domainId=${other._id}`)
  expect(foreign.status).toBe(404)
})
