import { expect, test } from 'bun:test'

import { posts } from '#api/db/schema/posts/posts.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { Role } from '#shared/businesses/permissions.ts'
import { DRAFT_MESSAGES } from '#shared/posts/drafts.ts'

type Caller = {
  call: (path: string, init?: { form?: FormData; headers?: Record<string, string> }) => Promise<Response>
}

/** Sends a draft as the composer does, for a time that is far away. */
async function send({ call }: Caller, draftId: string, message = 'Open on Monday', draftVersion?: number) {
  const form = new FormData()
  const platforms = [{ platform: 'facebook', message }]
  form.set('data', JSON.stringify({ platforms, draftId, draftVersion, textOnly: true }))
  form.set('isScheduled', 'true')
  form.set('scheduledTime', '1893600000')
  const headers = { 'Idempotency-Key': `${draftId}-${Bun.hash(message)}` }
  const response = await call('auth/createPosts', { form, headers })
  const { postId = '', message: said = '' } = (await response.json()) as { postId?: string; message?: string }
  return { status: response.status, postId, said }
}

async function shared(role: Role) {
  const app = await publishingApp({ networks: ['facebook'] })
  const mia = await app.signUp()
  await addMember(app.ctx, { domainId: app.author.domainId, userId: mia.userId, role })
  const draftId = crypto.randomUUID()
  const content = { version: 0, content: { message: 'Open on Monday' } }
  await app.call(`drafts/${draftId}`, { method: 'PUT', json: content })
  return { ...app, mia, draftId }
}

test('creates one post when two colleagues send one draft at the same time', async () => {
  const { author, mia, draftId, ctx } = await shared('editor')
  const sent = await Promise.all([send(author, draftId), send(mia, draftId, 'Open on Monday, finally')])
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(sent.find(({ status }) => status === 409)?.said).toBe(DRAFT_MESSAGES.posted)
  expect(await ctx.db.$count(posts)).toBe(1)
})

test('says that a colleague has posted a draft', async () => {
  const { author, mia, draftId } = await shared('author')
  await send(author, draftId)
  const opened = await mia.call(`drafts/${draftId}`)
  expect(await opened.json()).toMatchObject({
    code: 'not_found',
    message: DRAFT_MESSAGES.postedAs('Open on Monday'),
  })
  expect(await send(mia, draftId)).toMatchObject({ status: 409, said: DRAFT_MESSAGES.posted })
})

test('refuses a draft that its author has sent from another window, and repeats the first response to the same text', async () => {
  const { author, draftId, ctx } = await shared('author')
  const { postId } = await send(author, draftId)
  expect(await send(author, draftId, 'A second version')).toMatchObject({
    status: 409,
    said: DRAFT_MESSAGES.posted,
  })
  expect(await send(author, draftId)).toMatchObject({ status: 200, postId })
  expect(await ctx.db.$count(posts)).toBe(1)
})

test('keeps a draft that another window saved after the version that is sent', async () => {
  const { author, call, draftId } = await shared('author')
  const json = { version: 1, content: { message: 'Open on Tuesday' } }
  await call(`drafts/${draftId}`, { method: 'PUT', json })
  expect((await send(author, draftId, 'Open on Monday', 1)).status).toBe(200)
  expect((await call(`drafts/${draftId}`)).status).toBe(200)
  expect((await send(author, draftId, 'Open on Tuesday', 2)).status).toBe(409)
})

test('doesn’t reveal to a stranger whether a post exists that they name as their draft', async () => {
  const { author, ctx, owner, connectFacebook, draftId } = await shared('editor')
  const { postId } = await send(author, draftId)
  const stranger = await owner('Elsewhere')
  await connectFacebook(stranger)
  expect((await send(stranger, postId)).status).toBe(200)
  expect((await send(stranger, draftId)).status).toBe(200)
  expect(await ctx.db.$count(posts)).toBe(3)
})

test('publishes the content of an author’s restored post once', async () => {
  const { mia, draftId, ctx } = await shared('author')
  const { postId } = await send(mia, draftId)
  const change = async (action: string) => (await mia.call(`posts/${postId}/${action}`, { json: {} })).status
  expect([await change('cancel'), await change('restore')]).toEqual([200, 200])
  expect((await send(mia, postId)).status).toBe(409)
  expect(await change('cancel')).toBe(200)
  expect((await send(mia, postId)).status).toBe(200)
  expect(await change('restore')).toBe(409)
  expect(await ctx.db.$count(posts)).toBe(2)
})

test('lets nobody keep a post from being cancelled or restored by taking the id of its draft', async () => {
  const { author, owner, connectFacebook, draftId } = await shared('editor')
  const { postId } = await send(author, draftId)
  const stranger = await owner('Elsewhere')
  const take = async (id: string) =>
    (await stranger.call(`drafts/${id}`, { method: 'PUT', json: { version: 0, content: {} } })).status
  expect([await take(postId), await take(Bun.randomUUIDv7())]).toEqual([404, 404])
  expect((await author.call(`posts/${postId}/cancel`, { json: {} })).status).toBe(200)
  expect((await author.call(`drafts/${postId}`)).status).toBe(200)
  await connectFacebook(stranger)
  expect((await send(stranger, postId)).status).toBe(200)
  expect((await author.call(`posts/${postId}/restore`, { json: {} })).status).toBe(200)
})
