import { expect, test } from 'bun:test'

import { openApprovalsApp } from '#api/test/approvals.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import type { BulkResult } from '#shared/posts/bulk.ts'
import type { Post, PostCounts } from '#shared/posts/posts.ts'

const HOUR_MS = 3600_000

type Call = Awaited<ReturnType<typeof openApprovalsApp>>['call']

const waitingFor = async (call: Call) =>
  ((await (await call('posts?tab=review&page=1')).json()) as { data: Post[] }).data
const countFor = async (call: Call) =>
  ((await (await call('posts/counts')).json()) as { data: PostCounts }).data.review
const approveAll = async (call: Call, posts: readonly Post[]) => {
  const json = {
    action: 'approve',
    postIds: posts.map(({ _id }) => _id),
    contentHashes: posts.map(({ approval }) => approval?.contentHash),
  }
  return ((await (await call('posts/bulk', { json })).json()) as { data: BulkResult[] }).data
}

test('lists and counts the waiting posts for people who may approve them', async () => {
  const app = await openApprovalsApp()
  await app.write(app.author, 'Tarts')
  const sentBack = await app.write(app.author, 'Pies')
  await app.call(`posts/${sentBack}/request-changes`, { json: { comment: 'No pies.' } })
  const missed = await app.write(app.author, 'Yesterday’s bread', 3600)
  app.clock.advance(2 * HOUR_MS)
  await app.run()
  expect((await app.read(missed)).deliveries).toMatchObject([{ state: 'held' }])

  const people = {
    owner: app.author,
    approver: await app.member('approver'),
    editor: await app.member('editor'),
    author: await app.member('author'),
    viewer: await app.member('viewer'),
    stranger: await app.signUp(),
  }
  const seen = async ({ call }: { call: Call }) => ({
    texts: (await waitingFor(call)).map(({ deliveries }) => deliveries[0]?.message),
    count: await countFor(call),
  })
  const all = { texts: ['Yesterday’s bread', 'Tarts'], count: 2 }
  const nothing = { texts: [], count: undefined }
  expect(await seen(people.owner)).toEqual(all)
  expect(await seen(people.approver)).toEqual(all)
  for (const role of ['editor', 'author', 'viewer', 'stranger'] as const)
    expect({ role, ...(await seen(people[role])) }).toEqual({ role, ...nothing })

  await app.rule({ approvers: [people.approver.userId] })
  expect(await seen(people.owner)).toEqual(nothing)
  expect(await seen(people.approver)).toEqual(all)
})

test('counts 0 if no post waits, and omits the count if no approval is required', async () => {
  const app = await openApprovalsApp()
  expect(await countFor(app.call)).toBe(0)
  await app.rule({ required: false })
  expect(await countFor(app.call)).toBeUndefined()
})

test('approves several posts as they were listed, and says why it refuses the others', async () => {
  const app = await openApprovalsApp()
  for (const message of ['Tarts', 'Pies', 'Buns', 'Bread']) await app.write(app.author, message)
  const approver = await app.member('approver')
  const [tarts, pies, buns, bread] = await waitingFor(approver.call)
  const platforms = [{ platform: 'facebook', message: 'Pies, half price' }]
  await app.call(`posts/${pies!._id}`, { method: 'PUT', json: { platforms } })
  await app.call(`posts/${buns!._id}/cancel`, { json: {} })

  const results = await approveAll(approver.call, [tarts!, pies!, buns!, bread!])
  expect(results).toEqual([
    { _id: tarts!._id, success: true },
    { _id: pies!._id, success: false, message: APPROVAL_MESSAGES.changed },
    { _id: buns!._id, success: false, message: APPROVAL_MESSAGES.changed },
    { _id: bread!._id, success: true },
  ])
  expect((await app.read(pies!._id)).deliveries).toMatchObject([{ state: 'in_review' }])
  expect((await app.read(bread!._id)).approval).toMatchObject({ state: 'approved', via: 'session' })
  expect((await waitingFor(approver.call)).map(({ _id }) => _id)).toEqual([pies!._id])
  expect(await countFor(approver.call)).toBe(1)
})

test('refuses bulk approvals by people who may not approve, and those that lack a hash', async () => {
  const app = await openApprovalsApp()
  await app.write(app.author, 'Tarts')
  const posts = await waitingFor(app.call)
  for (const role of ['editor', 'author', 'viewer'] as const) {
    const { call } = await app.member(role)
    expect(await approveAll(call, posts)).toMatchObject([{ success: false }])
  }
  const stranger = await app.signUp()
  expect(await approveAll(stranger.call, posts)).toMatchObject([{ success: false }])
  const approver = await app.member('approver')
  await app.rule({ approvers: [approver.userId] })
  expect(await approveAll(app.call, posts)).toMatchObject([
    { success: false, message: APPROVAL_MESSAGES.notApprover },
  ])
  expect((await app.read(posts[0]!._id)).deliveries).toMatchObject([{ state: 'in_review' }])

  const postIds = posts.map(({ _id }) => _id)
  const json = { action: 'approve', postIds, contentHashes: [] }
  expect((await approver.call('posts/bulk', { json })).status).toBe(400)
})

test('approves a post after its time, even if the rule is off by then, and says that it needs a new time', async () => {
  const app = await openApprovalsApp()
  await app.write(app.author, 'Bread', 3600)
  await app.write(app.author, 'Rolls', 5 * 3600)
  app.clock.advance(2 * HOUR_MS)
  await app.run()
  await app.rule({ required: false })
  const posts = await waitingFor(app.call)
  expect(posts.map(({ deliveries }) => deliveries[0]?.message)).toEqual(['Bread', 'Rolls'])
  expect(await approveAll(app.call, posts)).toEqual([
    { _id: posts[0]!._id, success: true, needsTime: true },
    { _id: posts[1]!._id, success: true },
  ])
  expect(await countFor(app.call)).toBeUndefined()
  expect(await waitingFor(app.call)).toEqual([])
})
