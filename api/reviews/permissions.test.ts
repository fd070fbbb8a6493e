import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'

import { asUser } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { reviewLinks } from '#api/db/schema/posts/approvals.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { Role } from '#shared/businesses/permissions.ts'
import type { ReadApprovalRule } from '#shared/posts/approvals.ts'
import type { Review, ReviewPost } from '#shared/posts/review-links.ts'
import { approvePost, requestChanges, submitPost } from './decide.ts'
import { addComment, readComments } from './discuss.ts'
import { createReviewLink, findReviewLink } from './links.ts'
import { answerByLink } from './review-page.ts'
import { readRule, setRule } from './rule.ts'

async function openTeam({ required = true } = {}) {
  const app = await publishingApp({ networks: ['facebook'] })
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const { domainId } = await app.read(id)
  const rule = (json: object, call = app.call) =>
    call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true, ...json } })
  if (required) await rule({})
  const join = async (role: Role) => {
    const person = await app.signUp()
    await addMember(app.ctx, { domainId, userId: person.userId, role })
    return person
  }
  const remove = (userId: string) =>
    app.ctx.db.delete(members).where(and(eq(members.domainId, domainId), eq(members.userId, userId)))
  const contentHash = async () => (await app.read(id)).approval?.contentHash ?? ''
  const state = async () => (await app.read(id)).deliveries[0]?.state
  const link = async (call = app.call) => {
    const created = await call(`businesses/${domainId}/review-links`, { json: { postIds: [id] } })
    const { url } = (await created.json()) as { url: string }
    return url.slice(url.lastIndexOf('/') + 1)
  }
  return { ...app, id, domainId, rule, join, remove, contentHash, state, link }
}

test.each(['removed', 'demoted', 'no longer chosen'] as const)(
  'approves nothing for a member who is %s during the call',
  async how => {
    const app = await openTeam()
    const { userId } = await app.join('approver')
    const act = async () => {
      if (how === 'removed') await app.remove(userId)
      else if (how === 'demoted') await addMember(app.ctx, { ...app, userId, role: 'viewer' })
      else await app.rule({ approvers: [app.author.userId] })
    }
    const ctx = asUser(beforeNextWrite(app.ctx, act), userId)
    await expect(approvePost(ctx, app.id, { contentHash: await app.contentHash() })).rejects.toMatchObject({
      code: how === 'removed' ? 'not_found' : 'forbidden',
    })
    expect(await app.state()).toBe('in_review')
  },
)

test('sends no post back for a member who is removed during the call', async () => {
  const app = await openTeam()
  const { userId } = await app.join('approver')
  const ctx = asUser(
    beforeNextWrite(app.ctx, () => app.remove(userId)),
    userId,
  )
  await expect(requestChanges(ctx, app.id, { comment: 'No' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await app.state()).toBe('in_review')
  expect(await readComments(app.ctx, app.id, { internal: true })).toEqual([])
})

test('adds no comment for a member who is demoted during the call', async () => {
  const app = await openTeam()
  const { userId } = await app.join('approver')
  const demote = () => addMember(app.ctx, { ...app, userId, role: 'viewer' })
  const ctx = asUser(beforeNextWrite(app.ctx, demote), userId)
  const comment = { message: 'Still here', internal: true, mentions: [] }
  await expect(addComment(ctx, app.id, comment)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await readComments(app.ctx, app.id, { internal: true })).toEqual([])
})

test.each(['revoked', 'of somebody who was removed'])(
  'approves nothing with a link that is %s in the meantime',
  async how => {
    const app = await openTeam()
    const editor = await app.join('editor')
    const request = { ...app.ctx, address: '', userAgent: '' }
    const link = await findReviewLink(request, await app.link(editor.call), undefined)
    const act = async () => {
      if (how === 'revoked') await app.ctx.db.delete(reviewLinks)
      else await app.remove(editor.userId)
    }
    const ctx = { ...beforeNextWrite(app.ctx, act), address: '', userAgent: '' }
    const decision = { postId: app.id, name: 'Sam', contentHash: await app.contentHash() }
    await expect(answerByLink(ctx, link, decision)).rejects.toThrow()
    expect(await app.state()).toBe('in_review')
  },
)

test('keeps the rule when the member who changes it is demoted during the call', async () => {
  const app = await openTeam()
  const { userId } = await app.join('editor')
  const demote = () => addMember(app.ctx, { ...app, userId, role: 'author' })
  const change = setRule(asUser(beforeNextWrite(app.ctx, demote), userId), app.domainId, {
    required: false,
    approvers: [],
  })
  await expect(change).rejects.toMatchObject({ code: 'forbidden' })
  expect((await readRule(asUser(app.ctx, app.author.userId), app.domainId)).required).toBe(true)
})

test('lets authors send drafts for approval, but not scheduled posts', async () => {
  const app = await openTeam({ required: false })
  const author = await app.join('author')
  expect((await author.call(`posts/${app.id}/submit`, { json: {} })).status).toBe(403)
  expect(await app.state()).toBe('scheduled')
  const { userId } = await app.join('editor')
  const demote = () => addMember(app.ctx, { ...app, userId, role: 'author' })
  const ctx = asUser(beforeNextWrite(app.ctx, demote), userId)
  await expect(submitPost(ctx, app.id)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await app.state()).toBe('scheduled')
})

test('approves only with links of the approvers that the business has chosen', async () => {
  const app = await openTeam()
  const editor = await app.join('editor')
  const [ours, theirs] = [await app.link(), await app.link(editor.call)]
  await app.rule({ approvers: [app.author.userId] })
  const approve = async (token: string) =>
    app.request(`review/${token}/posts/${app.id}/approve`, {
      json: { name: 'Sam', contentHash: await app.contentHash() },
    })
  expect((await approve(theirs)).status).toBe(403)
  expect(await app.state()).toBe('in_review')
  const sentBack = await app.request(`review/${theirs}/posts/${app.id}/request-changes`, {
    json: { name: 'Sam', comment: 'Say when.' },
  })
  expect(sentBack.status).toBe(200)
  expect((await approve(ours)).status).toBe(200)
  expect(await app.state()).toBe('scheduled')
})

test('approves nothing with a link that an administrator created during a visit', async () => {
  const app = await openTeam()
  const ada = await app.admin()
  expect((await ada.call(`businesses/${app.domainId}/visit`, { method: 'POST' })).status).toBe(200)
  const token = await app.link(ada.call)
  const review = (what: string, json: object) =>
    app.request(`review/${token}/posts/${app.id}/${what}`, { json: { name: 'Sam', ...json } })
  const opened = (await (await app.request(`review/${token}`)).json()) as { data: Review }
  expect(opened.data.posts.map(({ approval }) => approval.byOthers)).toEqual([true])
  expect((await review('approve', { contentHash: await app.contentHash() })).status).toBe(403)
  expect(await app.state()).toBe('in_review')
  const sentBack = await review('request-changes', { comment: 'Say when.' })
  expect(sentBack.status).toBe(200)
  expect(((await sentBack.json()) as { data: ReviewPost }).data.approval.byOthers).toBe(true)
})

test('holds no posts for a link that can’t approve them, and says so to its creator', async () => {
  const app = await openTeam()
  await app.rule({ required: false })
  const ada = await app.admin()
  const editor = await app.join('editor')
  await ada.call(`businesses/${app.domainId}/visit`, { method: 'POST' })
  const linksApprove = async (call: typeof ada.call) => {
    const response = await call(`businesses/${app.domainId}/approval-rule`)
    return ((await response.json()) as { data: ReadApprovalRule }).data.linksApprove
  }
  const json = { postIds: [app.id], hold: true }
  expect(await linksApprove(ada.call)).toBe(false)
  expect((await ada.call(`businesses/${app.domainId}/review-links`, { json })).status).toBe(403)
  expect(await linksApprove(editor.call)).toBe(true)
  expect((await editor.call(`businesses/${app.domainId}/review-links`, { json })).status).toBe(200)
  await app.rule({ required: false, approvers: [app.author.userId] })
  expect(await linksApprove(editor.call)).toBe(false)
  expect((await editor.call(`businesses/${app.domainId}/review-links`, { json })).status).toBe(403)
})

test('creates at most 200 links, even concurrently', async () => {
  const app = await openTeam()
  const { userId } = await app.join('editor')
  const ctx = asUser(app.ctx, userId)
  const postIds = [app.id]
  const made = await Promise.allSettled(
    Array.from({ length: 205 }, () => createReviewLink(ctx, app.domainId, { postIds, hold: false })),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(200)
})
