import { expect, test } from 'bun:test'

import { addMember } from '#api/test/members.ts'
import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import { POST_MESSAGES, type Post } from '#shared/posts/posts.ts'

const HOUR_MS = 3_600_000

type Response = { message: string; data: Post; other: Post }

async function openPair() {
  const app = await publishingApp()
  const soon = await app.accept({ message: 'Soon', inSeconds: 3600 })
  const late = await app.accept({ message: 'Late', inSeconds: 2 * 3600 })
  const begun = +app.clock.now()
  const swap = async (one: string, json: object, call: PublishingApp['call'] = app.call) => {
    const response = await call(`posts/${one}/swap`, { json })
    return { status: response.status, ...((await response.json()) as Response) }
  }
  /** Hours from now at which each network of both posts is due. */
  const due = async () => {
    const both = await Promise.all([soon, late].map(app.read))
    return both.map(({ deliveries }) =>
      deliveries.map(({ publishAt }) => (Date.parse(publishAt) - begun) / HOUR_MS),
    )
  }
  return { ...app, soon, late, swap, due }
}

test('swaps the times of two posts, and swaps them back only while both are unchanged', async () => {
  const { soon, late, swap, due, call } = await openPair()
  const { status, data, other } = await swap(soon, { other: { postId: late } })
  expect([status, data._id, other._id]).toEqual([200, soon, late])
  expect(await due()).toEqual([
    [2, 2],
    [1, 1],
  ])
  const back = { version: data.version, other: { postId: late, version: other.version } }
  const platforms = ['facebook', 'instagram'].map(platform => ({ platform, message: 'Later' }))
  await call(`posts/${late}`, { method: 'PUT', json: { platforms } })
  expect(await swap(soon, back)).toMatchObject({ status: 409, message: POST_MESSAGES.changed })
  expect(await due()).toEqual([
    [2, 2],
    [1, 1],
  ])
})

test('swaps one network’s delivery of a post with another post', async () => {
  const { soon, late, swap, due, read } = await openPair()
  const { deliveries } = await read(soon)
  const deliveryId = deliveries.find(({ network }) => network === 'instagram')!._id
  expect((await swap(late, { other: { postId: soon, deliveryId } })).status).toBe(200)
  expect(await due()).toEqual([
    [1, 2],
    [1, 1],
  ])
})

test('swaps nothing once one of the posts is going out, or with a time that is over', async () => {
  const { soon, late, swap, due, clock, run } = await openPair()
  clock.advance(HOUR_MS)
  await run()
  const message = 'This post is being published or already is, so it can’t be changed any more.'
  for (const [one, postId] of [
    [soon, late],
    [late, soon],
  ] as const)
    expect(await swap(one, { other: { postId } })).toMatchObject({ status: 409, message })
  expect(await due()).toEqual([
    [1, 1],
    [2, 2],
  ])
})

test('swaps nothing with a post that the user may not change', async () => {
  const { soon, swap, due, signUp, author, ctx, late } = await openPair()
  const stranger = await signUp()
  const writer = await signUp()
  await addMember(ctx, { domainId: author.domainId, userId: writer.userId, role: 'author' })
  expect((await swap(soon, { other: { postId: late } }, stranger.call)).status).toBe(404)
  expect(await swap(soon, { other: { postId: late } }, writer.call)).toMatchObject({
    status: 403,
    message: APPROVAL_MESSAGES.othersPost,
  })
  expect((await swap(soon, { other: { postId: 'gone' } })).status).toBe(404)
  expect(await due()).toEqual([
    [1, 1],
    [2, 2],
  ])
})

test('keeps a swapped post approved, like a moved one', async () => {
  const { soon, late, swap, call, author, read } = await openPair()
  const path = `businesses/${author.domainId}/approval-rule`
  await call(path, { method: 'PUT', json: { required: true } })
  const { approval } = await read(soon)
  await call(`posts/${soon}/approve`, { json: { contentHash: approval?.contentHash } })
  const { data, other } = await swap(soon, { other: { postId: late } })
  expect([data, other].map(({ deliveries }) => deliveries[0]?.state)).toEqual(['scheduled', 'in_review'])
})
