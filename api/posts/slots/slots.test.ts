import { expect, test } from 'bun:test'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountPosts } from '#api/db/schema/businesses/insights.ts'
import { testClock } from '#api/test/clock.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { ProposedSlot, Slot, SlotTime, UpcomingSlot } from '#shared/calendar/slots.ts'

/** Creates an app on Monday 7 January 2030 at 08:00 in Sydney, whose business posts at these times. */
async function planned(...slots: SlotTime[]) {
  const clock = testClock()
  clock.set(new Date('2030-01-06T21:00:00Z'))
  const app = await publishingApp({ networks: ['facebook'], clock: clock })
  const read = async <Data>(path: string) => ((await (await app.call(path)).json()) as { data: Data }).data
  const saveSlots = (slots: SlotTime[], timeZone = 'Australia/Sydney') =>
    app.call('slots', { method: 'PUT', json: { slots, timeZone } })
  if (slots.length > 0) await saveSlots(slots)
  const upload = new FormData()
  upload.append('media', await picture('red'))
  const uploaded = (await (await app.call('media', { form: upload })).json()) as { data: { _id: string } }
  const post = async (headers: Record<string, string> = {}, more: object = {}) => {
    const form = new FormData()
    const data = {
      platforms: [{ platform: 'facebook', message: 'Hello Sydney' }],
      mediaIds: [uploaded.data._id],
      slot: 'next',
      ...more,
    }
    form.set('data', JSON.stringify(data))
    const response = await app.call('auth/createPosts', { form, headers })
    return {
      status: response.status,
      ...((await response.json()) as { postId: string; publishAt: string; message: string }),
    }
  }
  const upcoming = (days: number) =>
    read<UpcomingSlot[]>(
      `slots/upcoming?from=${app.clock.now().toISOString()}&to=${new Date(+app.clock.now() + days * 86_400_000).toISOString()}`,
    )
  return { ...app, get: read, saveSlots, post, upcoming }
}

const nine = { weekday: 1, time: '09:00' }
const five = { weekday: 1, time: '17:00' }

test('replaces the slots, sorts them by weekday and time, and preserves the ids of unchanged ones', async () => {
  const { get, saveSlots } = await planned({ weekday: 7, time: '10:00' }, five, nine, nine)
  const before = await get<Slot[]>('slots')
  expect(before).toMatchObject([nine, five, { weekday: 7, time: '10:00' }])
  await saveSlots([nine, { weekday: 2, time: '08:15' }])
  const after = await get<Slot[]>('slots')
  expect(after).toMatchObject([nine, { weekday: 2, time: '08:15' }])
  expect(after[0]).toEqual(before[0])
  await saveSlots([])
  expect(await get<Slot[]>('slots')).toEqual([])
})

test('sets the time zone of a business to the caller’s unless it already has one', async () => {
  const { get, saveSlots } = await planned(nine)
  await saveSlots([nine], 'Europe/Berlin')
  expect(await get('users/getUserActiveDomain')).toMatchObject({ timeZone: 'Australia/Sydney' })
})

test('rejects a slot with an invalid weekday or time', async () => {
  const { saveSlots } = await planned()
  for (const slot of [
    { weekday: 0, time: '09:00' },
    { weekday: 8, time: '09:00' },
    { weekday: 1, time: '24:00' },
    { weekday: 1, time: '9:00' },
  ])
    expect((await saveSlots([slot])).status).toBe(400)
})

test('publishes at the next free slot, and lists upcoming slots with their posts', async () => {
  const { post, upcoming, read } = await planned(nine, five)
  const first = await post()
  expect(first.publishAt).toBe('2030-01-06T22:00:00.000Z')
  expect(await read(first.postId)).toMatchObject({
    publishAt: first.publishAt,
    timeZone: 'Australia/Sydney',
    deliveries: [{ publishAt: first.publishAt, nextAttemptAt: first.publishAt, state: 'scheduled' }],
  })
  const second = await post()
  expect(await upcoming(8)).toEqual([
    { at: '2030-01-06T22:00:00.000Z', postId: first.postId, draftId: null },
    { at: '2030-01-07T06:00:00.000Z', postId: second.postId, draftId: null },
    { at: '2030-01-13T22:00:00.000Z', postId: null, draftId: null },
    { at: '2030-01-14T06:00:00.000Z', postId: null, draftId: null },
  ])
})

test('returns the slot of the first request for a repeated Idempotency-Key', async () => {
  const { post } = await planned(nine, five)
  const headers = { 'Idempotency-Key': 'draft-1' }
  const first = await post(headers)
  expect(await post(headers)).toEqual(first)
})

test('frees a slot when its post is cancelled or moved', async () => {
  const { post, call, clock } = await planned(nine, five)
  const [first, second] = [await post(), await post()]
  await call(`posts/${first.postId}/cancel`, { json: {} })
  const third = await post()
  expect(third.publishAt).toBe(first.publishAt)
  const scheduledTime = Math.floor(+clock.now() / 1000) + 1800
  await call(`posts/${second.postId}/move`, { json: { scheduledTime } })
  expect((await post()).publishAt).toBe(second.publishAt)
})

test('skips a slot if a post was scheduled by hand for the same time', async () => {
  const { accept, post } = await planned(nine, five)
  await accept({ inSeconds: 3600 })
  expect((await post()).publishAt).toBe('2030-01-07T06:00:00.000Z')
})

test('skips a slot that a draft proposes, except for this draft', async () => {
  const { get, call, post, clock, upcoming } = await planned(nine, five)
  const [first, second] = await upcoming(8)
  const save = async (at: string, more: object = {}) => {
    const id = crypto.randomUUID()
    const content = { message: 'Later', networks: {}, isScheduled: true, publishAt: at, ...more }
    expect((await call(`drafts/${id}`, { method: 'PUT', json: { version: 0, content } })).status).toBe(200)
    return id
  }
  const draftId = await save(first!.at)
  await save(second!.at, { slot: true })
  await save(second!.at, { isScheduled: false })
  expect((await upcoming(8)).map(slot => slot.draftId)).toEqual([draftId, null, null, null])
  const window = { from: clock.now().toISOString(), to: second!.at, draftId }
  expect(await get<UpcomingSlot[]>(`slots/upcoming?${new URLSearchParams(window)}`)).toEqual(
    [first!].map(({ at }) => ({ at, postId: null, draftId: null })),
  )
  expect((await post()).publishAt).toBe(second!.at)
  expect((await post({}, { draftId })).publishAt).toBe(first!.at)
})

test('asks for more posting times when there are none, or when those of the next year are all taken', async () => {
  const bare = await planned()
  expect(await bare.post()).toMatchObject({
    status: 400,
    message: 'Choose your weekly posting times first, in the settings of your business.',
  })
  const full = await planned(nine)
  const responses = []
  for (let week = 0; week < 53; week++) responses.push((await full.post()).status)
  expect(new Set(responses)).toEqual(new Set([200]))
  expect(await full.post()).toMatchObject({
    status: 409,
    message: 'All your posting times of the next year are taken. Add more in the settings of your business.',
  })
})

test('hides the slots of one business from the owner’s other businesses', async () => {
  const { get, author } = await planned(nine)
  await author.selectDomain(await author.addDomain('Second'))
  expect(await get<Slot[]>('slots')).toEqual([])
})

test('proposes times at which posts performed well, and general advice for the other days', async () => {
  const { ctx, get } = await planned()
  const advice = await get<ProposedSlot[]>('slots/proposed?timeZone=Australia/Sydney')
  expect(advice.map(({ basis }) => basis)).toEqual(Array.from({ length: 5 }, () => 'advice'))
  const [account] = await ctx.db.select().from(accounts)
  const at = (iso: string, likes: number) => ({
    accountId: account!.id,
    externalId: iso,
    publishedAt: new Date(iso),
    likes,
  })
  // Three Sundays at 18:00 in Sydney did well, four Mondays at 02:00 better still, and one Friday at noon was lucky.
  const rows = [
    ...['2029-12-09', '2029-12-16', '2029-12-23'].map(day => at(`${day}T07:00:00Z`, 80)),
    ...['2029-12-09', '2029-12-16', '2029-12-23', '2029-12-30'].map(day => at(`${day}T15:00:00Z`, 60)),
    at('2029-12-21T01:00:00Z', 90),
    ...['2029-12-04', '2029-12-11', '2029-12-18'].map(day => at(`${day}T01:00:00Z`, 1)),
  ]
  await ctx.db
    .insert(accountPosts)
    .values(
      rows.map(row => ({ ...row, excerpt: '', permalink: '', comments: 0, shares: 0, updatedAt: ctx.now() })),
    )
  const proposed = await get<ProposedSlot[]>('slots/proposed?timeZone=Australia/Sydney')
  expect(proposed.filter(({ basis }) => basis === 'insights')).toEqual([
    { weekday: 7, time: '18:00', basis: 'insights', posts: 3 },
  ])
  expect(proposed).toHaveLength(5)
})
