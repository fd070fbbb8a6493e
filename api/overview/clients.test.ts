import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { audits, scores } from '#api/db/schema/businesses/scores.ts'
import { slots } from '#api/db/schema/posts/slots.ts'
import { dayOf } from '#api/insights/days.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import { insertAccount, insertPost } from '#api/test/clients.ts'
import { plansOf } from '#api/test/db/plans.ts'
import { addMember } from '#api/test/members.ts'
import type { Client, Colleague } from '#shared/businesses/clients.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
const HOUR = 60 * 60_000

/** Creates an app with functions that add businesses and read a person's clients. */
async function agency() {
  const app = await testApp()
  const add = async (owner: Person, businessName: string) => {
    const saved = await owner.call('users/saveUserDomain', { json: { businessName } })
    const { data } = (await saved.json()) as { data: { _id: string } }
    return { domainId: data._id, userId: owner.userId }
  }
  const clientsOf = async (person: Person) =>
    ((await (await person.call('clients')).json()) as { data: Client[] }).data
  const from = (hours: number) => new Date(+app.clock.now() + hours * HOUR)
  return { ...app, add, clientsOf, from }
}

test('lists the businesses of which the caller is a member, with their role, and no others', async () => {
  const { ctx, signUp, add, clientsOf } = await agency()
  const [mia, pat] = [await signUp(), await signUp()]
  const plumbing = await add(pat, 'Pat’s Plumbing')
  await add(pat, 'Pat’s Pets')
  const bakery = await add(mia, 'Mia’s Bakery')
  await insertPost(ctx, plumbing, { state: 'failed' })
  await pat.call(`domains/${plumbing.domainId}`, {
    method: 'PATCH',
    json: { timeZone: 'Australia/Melbourne' },
  })
  await addMember(ctx, { domainId: plumbing.domainId, userId: mia.userId, role: 'viewer' })
  expect(await clientsOf(mia)).toEqual([
    {
      _id: plumbing.domainId,
      businessName: 'Pat’s Plumbing',
      role: 'viewer',
      timeZone: 'Australia/Melbourne',
      counts: { inReview: 0, changesRequested: 0, held: 0, failed: 1, signedOut: 0, unanswered: 0 },
      accounts: 0,
      nextPostAt: null,
      week: { posts: 0, planned: null },
      nextWeek: { posts: 0, monday: '2030-01-07' },
      score: null,
      lastActivityAt: ctx.now().toISOString(),
    },
    {
      _id: bakery.domainId,
      businessName: 'Mia’s Bakery',
      role: 'owner',
      timeZone: null,
      counts: { inReview: 0, changesRequested: 0, held: 0, failed: 0, signedOut: 0, unanswered: 0 },
      accounts: 0,
      nextPostAt: null,
      week: { posts: 0, planned: null },
      nextWeek: { posts: 0, monday: '2030-01-07' },
      score: null,
      lastActivityAt: null,
    },
  ])
  await ctx.db.delete(members).where(eq(members.userId, mia.userId))
  expect(await clientsOf(mia)).toEqual([])
})

test('lists only the clients of a colleague, and the people who share businesses with the caller', async () => {
  const { ctx, signUp, admin, add, clientsOf } = await agency()
  const [pat, mia] = [await signUp(), await signUp({ fullname: 'Mia Wong' })]
  const [mill, bakery] = [await add(pat, 'Mill'), await add(pat, 'Bakery')]
  const elsewhere = await add(mia, 'Elsewhere')
  await addMember(ctx, { domainId: bakery.domainId, userId: mia.userId, role: 'editor' })
  const read = async (person: Person, colleague = '') => {
    const query = colleague && `?colleague=${colleague}`
    const { data, colleagues } = (await (await person.call(`clients${query}`)).json()) as {
      data: Client[]
      colleagues: Colleague[]
    }
    return { names: data.map(({ businessName }) => businessName).toSorted(), colleagues }
  }
  const theirs = { _id: mia.userId, name: 'Mia Wong', clients: 1 }
  expect(await read(pat, mia.userId)).toEqual({ names: ['Bakery'], colleagues: [theirs] })
  expect(await read(pat, 'nobody')).toEqual({ names: [], colleagues: [theirs] })
  // Administrators see all businesses; a visit isn't a membership.
  const ada = await admin()
  await ada.call(`businesses/${mill.domainId}/visit`, { method: 'POST' })
  const ours = await add(ada, 'Agency')
  const people = [
    { _id: ada.userId, name: 'Ada Admin', isYou: true, clients: 1 },
    { ...theirs, clients: 2 },
    { _id: pat.userId, name: 'Pat Lee', clients: 2 },
  ]
  expect(await read(ada, ada.userId)).toEqual({ names: ['Agency'], colleagues: people as Colleague[] })
  expect(await read(ada, mia.userId)).toMatchObject({ names: ['Bakery', 'Elsewhere'] })
  await ctx.db.delete(members).where(eq(members.domainId, elsewhere.domainId))
  expect((await read(ada)).colleagues).toEqual([people[0], people[2]] as Colleague[])
  expect((await clientsOf(ada)).map(({ _id }) => _id)).toContain(ours.domainId)
})

test('finds the clients of a colleague by index', async () => {
  const { ctx, signUp, add } = await agency()
  const pat = await signUp()
  await add(pat, 'Mill')
  const plans = await plansOf(ctx, async () => void (await pat.call(`clients?colleague=${pat.userId}`)))
  const steps = plans.flatMap(({ plan }) => plan)
  expect(
    steps.filter(step => /SEARCH theirs USING .*INDEX members_user \(user_id=\?\)/.test(step)),
  ).not.toEqual([])
  expect(steps.filter(step => /^SCAN (?!item )/.test(step))).toEqual([])
})

test('counts posts once for all their networks, and the accounts that are signed out', async () => {
  const { ctx, signUp, add, clientsOf } = await agency()
  const pat = await signUp()
  const business = await add(pat, 'Pat’s Plumbing')
  await insertPost(ctx, business, { state: 'in_review', networks: ['facebook', 'instagram'] })
  await insertPost(ctx, business, { state: 'in_review' })
  await insertPost(ctx, business, { state: 'changes_requested' })
  await insertPost(ctx, business, { state: 'held', networks: ['facebook', 'instagram'] })
  await insertPost(ctx, business, { state: 'failed' })
  await insertPost(ctx, business, { state: 'published' })
  await insertPost(ctx, business, { state: 'canceled' })
  await insertAccount(ctx, business, { network: 'facebook', status: 'needs_reconnect' })
  await insertAccount(ctx, business, { network: 'instagram', status: 'connected' })
  const [client] = await clientsOf(pat)
  expect(client?.accounts).toBe(2)
  expect(client?.counts).toEqual({
    inReview: 2,
    changesRequested: 1,
    held: 1,
    failed: 1,
    signedOut: 1,
    unanswered: 0,
  })
})

test('shows the soonest scheduled post, the latest score and the last activity', async () => {
  const { ctx, signUp, add, clientsOf, clock, from } = await agency()
  const pat = await signUp()
  const business = await add(pat, 'Pat’s Plumbing')
  const begun = from(0)
  await insertPost(ctx, business, { state: 'scheduled', at: from(48) })
  await insertPost(ctx, business, { state: 'scheduled', at: from(24) })
  await insertPost(ctx, business, { state: 'in_review', at: from(1) })
  await ctx.db
    .insert(audits)
    .values({ id: 'audit', domainId: business.domainId, state: 'ready', wakeAt: from(99) })
  for (const [performance, hours] of [
    [40, 0],
    [91, 1],
  ] as const)
    await ctx.db.insert(scores).values({
      auditId: 'audit',
      measuredAt: from(hours),
      source: 'lighthouse',
      performance,
      accessibility: 100,
      bestPractices: 100,
      seo: 100,
    })
  const [client] = await clientsOf(pat)
  expect(client).toMatchObject({
    nextPostAt: from(24).toISOString(),
    score: 91,
    lastActivityAt: begun.toISOString(),
  })
  clock.advance(HOUR)
  await insertPost(ctx, business, { state: 'published', at: from(0) })
  expect((await clientsOf(pat))[0]?.lastActivityAt).toBe(from(0).toISOString())
})

test('counts the posts of this week and the next that went out or are planned, in the business’s time zone, beside its weekly posting times', async () => {
  const { ctx, signUp, add, clientsOf } = await agency()
  const pat = await signUp()
  const { domainId, ...business } = await add(pat, 'Pat’s Plumbing')
  const insert = (at: string, state: DeliveryState) =>
    insertPost(ctx, { domainId, ...business }, { state, at: new Date(at), networks: ['facebook', 'google'] })
  const weekIn = async (timeZone: string) => {
    await ctx.db.update(domains).set({ timeZone }).where(eq(domains.id, domainId))
    const [client] = await clientsOf(pat)
    return { ...client?.week, next: client?.nextWeek.posts }
  }
  expect(dayOf(ctx.now())).toBe('2030-01-01')
  await insert('2029-12-30T09:00Z', 'published')
  await insert('2029-12-31T09:00Z', 'published')
  await insert('2030-01-02T09:00Z', 'canceled')
  await insert('2030-01-03T09:00Z', 'failed')
  await insert('2030-01-06T20:00Z', 'scheduled')
  expect(await weekIn('UTC')).toEqual({ posts: 2, planned: null, next: 0 })
  await ctx.db.insert(slots).values([
    { id: 'monday', domainId, weekday: 1, time: '09:00' },
    { id: 'friday', domainId, weekday: 5, time: '09:00' },
  ])
  expect(await weekIn('Pacific/Auckland')).toEqual({ posts: 1, planned: 2, next: 1 })
})

test('sorts blocked businesses first, then waiting ones, then those without a next post', async () => {
  const { ctx, signUp, add, clientsOf, from } = await agency()
  const pat = await signUp()
  await insertPost(ctx, await add(pat, 'Planned'), { state: 'scheduled', at: from(1) })
  await add(pat, 'Nothing planned')
  const waiting = await add(pat, 'Waiting')
  for (const state of ['in_review', 'changes_requested'] as const) await insertPost(ctx, waiting, { state })
  await insertAccount(ctx, await add(pat, 'Signed out'), { network: 'google', status: 'needs_reconnect' })
  expect((await clientsOf(pat)).map(({ businessName }) => businessName)).toEqual([
    'Signed out',
    'Waiting',
    'Nothing planned',
    'Planned',
  ])
})
