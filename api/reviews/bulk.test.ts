import { expect, test } from 'bun:test'

import { asUser, type Context } from '#api/context.ts'
import { rateLimits } from '#api/db/schema/server/limits.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { testClock } from '#api/test/clock.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { addMember } from '#api/test/members.ts'
import { type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import { SLOT_MESSAGES } from '#shared/calendar/slots.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import type { BulkResult } from '#shared/posts/bulk.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { changePosts } from './bulk.ts'

const HOUR_SECONDS = 3600
const DAY_MS = 86_400_000

async function bulk(app: PublishingApp, json: object, call = app.call) {
  const response = await call('posts/bulk', { json })
  return ((await response.json()) as { data: BulkResult[] }).data
}

const listed = async (app: PublishingApp, path: string) =>
  ((await (await app.call(path)).json()) as { data: { _id: string }[] }).data

test('changes each post independently, and says which ones couldn’t be changed and why', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const out = await app.accept({ message: 'Out' })
  await app.run()
  const [one, two] = [
    await app.accept({ inSeconds: HOUR_SECONDS }),
    await app.accept({ inSeconds: 2 * HOUR_SECONDS }),
  ]
  expect(await bulk(app, { action: 'cancel', postIds: [one, out, 'gone', two] })).toEqual([
    { _id: one, success: true, draftId: one },
    { _id: out, success: false, message: 'This post is already on Facebook, so it can’t become a draft.' },
    { _id: 'gone', success: false, message: 'There is no such post.' },
    { _id: two, success: true, draftId: two },
  ])
  expect(await listed(app, 'drafts')).toHaveLength(2)
  expect(await bulk(app, { action: 'restore', postIds: [one, two] })).toMatchObject([
    { success: true },
    { success: true },
  ])
  expect(await listed(app, 'drafts')).toEqual([])
  expect(await listed(app, 'posts?tab=scheduled')).toHaveLength(2)
})

test('moves posts by days and keeps their time of day, even across a change to daylight saving', async () => {
  const clock = testClock()
  const at = Date.parse('2030-10-05T09:00:00+10:00')
  clock.set(new Date(at - 2 * DAY_MS))
  const app = await publishingApp({ networks: ['facebook'], clock })
  const postId = await app.accept({ inSeconds: (2 * DAY_MS) / 1000 })
  await app.call(`posts/${postId}`, {
    method: 'PUT',
    json: { scheduledTime: at / 1000, timeZone: 'Australia/Melbourne' },
  })
  await bulk(app, { action: 'move', postIds: [postId], days: 1 })
  expect((await app.read(postId)).publishAt).toBe(new Date('2030-10-06T09:00:00+11:00').toISOString())
  expect(await bulk(app, { action: 'move', postIds: [postId], days: -30 })).toMatchObject([
    { success: false, message: 'Please choose a time in the future.' },
  ])
})

test('moves each post to its own new time', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postIds = [
    await app.accept({ inSeconds: HOUR_SECONDS }),
    await app.accept({ inSeconds: HOUR_SECONDS }),
  ]
  const now = Math.floor(+app.clock.now() / 1000)
  const times = [now + 7200, now + 9000]
  const results = await bulk(app, { action: 'move', postIds, times })
  expect(results.map(({ publishAt }) => Date.parse(publishAt ?? '') / 1000)).toEqual(times)
  for (const [at, postId] of postIds.entries())
    expect(Date.parse((await app.read(postId)).publishAt)).toBe(times[at]! * 1000)
})

test('doesn’t move a post whose version has changed, even just before the write', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const [old, racing] = [
    await app.accept({ inSeconds: HOUR_SECONDS }),
    await app.accept({ inSeconds: HOUR_SECONDS }),
  ]
  const now = Math.floor(+app.clock.now() / 1000)
  const moved = now + 5 * HOUR_SECONDS
  const moveTo = (postId: string, time: number) =>
    bulk(app, { action: 'move', postIds: [postId], times: [time] })
  const undo = (ctx: Context, postId: string, version: number) =>
    changePosts(asUser(ctx, app.author.userId), {
      action: 'move',
      postIds: [postId],
      times: [now + 3 * HOUR_SECONDS],
      versions: [version],
      onConnectedAccount: false,
    })
  const refused = { success: false, message: POST_MESSAGES.changed }
  await moveTo(old, moved)
  expect(await undo(app.ctx, old, 0)).toMatchObject([refused])
  const ctx = beforeNextWrite(app.ctx, () => moveTo(racing, moved))
  expect(await undo(ctx, racing, 0)).toMatchObject([refused])
  for (const postId of [old, racing]) {
    const { publishAt, version, deliveries } = await app.read(postId)
    expect([publishAt, version]).toEqual([new Date(moved * 1000).toISOString(), 1])
    expect(deliveries[0]).toMatchObject({ publishAt, state: 'scheduled' })
    expect(await undo(app.ctx, postId, version)).toMatchObject([{ success: true, version: 2 }])
  }
})

test('doesn’t undo a move once the time of one network has changed', async () => {
  const app = await publishingApp({ networks: ['facebook', 'instagram'] })
  const postId = await app.accept({ inSeconds: HOUR_SECONDS })
  const [facebook, instagram] = (await app.read(postId)).deliveries
  const timeIn = (hours: number) => Math.floor(+app.clock.now() / 1000) + hours * HOUR_SECONDS
  const move = async (json: object) => app.call(`posts/${postId}/move`, { json })
  await move({ scheduledTime: timeIn(2) })
  const { version } = await app.read(postId)
  await move({ scheduledTime: timeIn(3), deliveryId: facebook?._id })
  expect((await app.read(postId)).version).toBe(version + 1)
  expect((await move({ scheduledTime: timeIn(1), version })).status).toBe(409)
  const undoOfOne = { scheduledTime: timeIn(2), deliveryId: facebook?._id, version: version + 1 }
  await move({ scheduledTime: timeIn(4), deliveryId: instagram?._id })
  expect((await move(undoOfOne)).status).toBe(409)
})

test('moves posts into free slots, none twice, even in two calls at once, and counts a post’s own slot as free', async () => {
  const app = await publishingApp({ networks: ['facebook', 'instagram'] })
  const postIds: string[] = []
  for (let hour = 1; hour <= 4; hour++) postIds.push(await app.accept({ inSeconds: hour * HOUR_SECONDS }))
  const [unslotted] = await bulk(app, { action: 'slot', postIds: postIds.slice(0, 1) })
  expect(unslotted).toMatchObject({ success: false, message: SLOT_MESSAGES.none })

  const slots = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, time: '18:00' }))
  await app.call('slots', { method: 'PUT', json: { slots, timeZone: 'UTC' } })
  await Promise.all([
    bulk(app, { action: 'slot', postIds: postIds.slice(0, 2) }),
    bulk(app, { action: 'slot', postIds: postIds.slice(2) }),
  ])
  const posts = await Promise.all(postIds.map(app.read))
  expect(posts.map(({ publishAt }) => publishAt).toSorted()).toEqual(
    [1, 2, 3, 4].map(day => `2030-01-0${day}T18:00:00.000Z`),
  )
  for (const { publishAt, deliveries } of posts)
    expect(deliveries.map(({ publishAt, state }) => [publishAt, state])).toEqual([
      [publishAt, 'scheduled'],
      [publishAt, 'scheduled'],
    ])
  expect(await bulk(app, { action: 'slot', postIds: postIds.slice(0, 1) })).toMatchObject([{ stays: true }])
  expect(await app.read(postIds[0]!)).toMatchObject({
    publishAt: posts[0]!.publishAt,
    version: posts[0]!.version,
  })
  const held = await app.accept({ inSeconds: HOUR_SECONDS })
  await app.expire('instagram')
  app.clock.advance(2 * HOUR_SECONDS * 1000)
  await app.run()
  await bulk(app, { action: 'slot', postIds: [held] })
  expect((await app.delivery(held, 'facebook')).state).toBe('published')
  expect((await app.delivery(held, 'instagram')).publishAt).toBe('2030-01-05T18:00:00.000Z')
})

test('retries and discards failed posts', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.rejectPosts('facebook', 2)
  const [retried, discarded] = [await app.accept({ message: 'Retry' }), await app.accept({ message: 'Drop' })]
  await app.run()
  await bulk(app, { action: 'discard', postIds: [discarded] })
  expect(await bulk(app, { action: 'retry', postIds: [retried, discarded] })).toMatchObject([
    { success: true },
    { success: false },
  ])
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['Retry'])
  expect(await listed(app, 'posts?tab=attention')).toEqual([])
  await bulk(app, { action: 'restore', postIds: [discarded] })
  expect(await listed(app, 'posts?tab=attention')).toMatchObject([{ _id: discarded }])
})

test('treats another user’s posts as missing', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ inSeconds: HOUR_SECONDS })
  const { call } = await app.signUp()
  for (const action of ['cancel', 'discard', 'restore', 'duplicate', 'retry']) {
    expect(await bulk(app, { action, postIds: [postId] }, call)).toEqual([
      { _id: postId, success: false, message: 'There is no such post.' },
    ])
  }
  expect(await bulk(app, { action: 'move', postIds: [postId], days: 1 }, call)).toMatchObject([
    { success: false },
  ])
  expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'scheduled' })
})

test('rejects a list of posts that is empty, too long or repeats one, and a move without a target', async () => {
  const app = await publishingApp({ networks: [] })
  const refused = [
    { action: 'cancel', postIds: [] },
    { action: 'cancel', postIds: ['a', 'a'] },
    { action: 'cancel', postIds: Array.from({ length: 101 }, (_, at) => `p${at}`) },
    { action: 'move', postIds: ['a'] },
    { action: 'move', postIds: ['a'], days: 0 },
    { action: 'move', postIds: ['a'], times: [1, 2] },
    { action: 'move', postIds: ['a'], days: 1, times: [1] },
    { action: 'move', postIds: ['a'], times: [1], versions: [] },
    { action: 'publish', postIds: ['a'] },
  ]
  for (const json of refused) expect((await app.call('posts/bulk', { json })).status).toBe(400)
})

test('limits bulk changes per user', async () => {
  const app = await publishingApp({ networks: [] })
  await limit(app.ctx, { ...LIMITS.bulkPosts, key: app.author.userId })
  await app.ctx.db.update(rateLimits).set({ count: LIMITS.bulkPosts.max })
  const json = { action: 'cancel', postIds: ['none'] }
  expect((await app.call('posts/bulk', { json })).status).toBe(429)
})

test('sends posts for approval, but none that is approved, past or another’s', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const { domainId } = app.author
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  const accept = () => app.accept({ inSeconds: HOUR_SECONDS })
  const [sentBack, approved, missed] = [await accept(), await accept(), await app.accept({ inSeconds: 60 })]
  const act = (id: string, what: string, json: object) => app.call(`posts/${id}/${what}`, { json })
  const comment = 'Say when.'
  for (const id of [sentBack, missed]) await act(id, 'request-changes', { comment })
  const contentHash = (await app.read(approved)).approval?.contentHash
  expect((await act(approved, 'approve', { contentHash })).status).toBe(200)
  app.clock.advance(120_000)
  const postIds = [sentBack, approved, missed]
  expect(await bulk(app, { action: 'submit', postIds })).toEqual([
    { _id: sentBack, success: true },
    { _id: approved, success: false, message: APPROVAL_MESSAGES.alreadyApproved },
    { _id: missed, success: false, message: APPROVAL_MESSAGES.timePassed },
  ])
  expect((await app.read(sentBack)).approval?.state).toBe('in_review')
  const [stranger, approver] = [await app.signUp(), await app.signUp()]
  await addMember(app.ctx, { domainId, userId: approver.userId, role: 'approver' })
  await act(sentBack, 'request-changes', { comment })
  const sentBy = async ({ call }: typeof stranger) =>
    (await bulk(app, { action: 'submit', postIds: [sentBack] }, call))[0]
  expect(await sentBy(stranger)).toMatchObject({ success: false, message: 'There is no such post.' })
  expect(await sentBy(approver)).toMatchObject({ success: false })
  expect((await app.read(sentBack)).approval?.state).toBe('changes_requested')
})
