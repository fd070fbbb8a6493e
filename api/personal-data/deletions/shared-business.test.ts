import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { PASSWORD } from '#api/test/app.ts'
import { addMember } from '#api/test/members.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { Post } from '#shared/posts/posts.ts'
import { carryOutDeletions } from './deletions.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const CONFIRMED = { confirm: 'DELETE', password: PASSWORD }

/** Adds a colleague who schedules a post in the owner's business. */
async function shared(role: 'owner' | 'editor' | 'viewer') {
  const app = await publishingApp({ networks: ['facebook'] })
  const mia = await app.signUp({ fullname: 'Mia Chen' })
  const { domainId } = app.author
  await addMember(app.ctx, { domainId, userId: mia.userId, role })
  const remove = async (person: typeof mia) => {
    const response = await person.call('users/requestDeletion', { json: CONFIRMED })
    if (response.status !== 200) return response
    app.clock.advance(7 * DAY)
    await carryOutDeletions(app.ctx)
    app.clock.advance(11 * MINUTE)
    await carryOutDeletions(app.ctx)
    expect(await app.ctx.db.$count(users, eq(users.id, person.userId))).toBe(0)
    return response
  }
  return { ...app, mia, domainId, remove }
}

test('keeps a former member’s posts in the business, without their name, and publishes them', async () => {
  const app = await shared('editor')
  const postId = await app.accept({ message: 'By Mia', inSeconds: 8 * 24 * 3600 })
  await app.ctx.db
    .update(posts)
    .set({ userId: app.mia.userId, authorId: app.mia.userId })
    .where(eq(posts.id, postId))
  await app.ctx.db.run(`update deliveries set user_id = '${app.mia.userId}'`)
  await app.remove(app.mia)
  const [post] = await app.ctx.db.select().from(posts)
  expect(post).toMatchObject({ id: postId, userId: app.author.userId, authorId: null })
  expect((await app.read(postId)).deliveries[0]?.state).toBe('scheduled')
  app.clock.advance(DAY)
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['By Mia'])
})

test('keeps an account that somebody connected with a link when the business’s owner deletes their login', async () => {
  const app = await shared('owner')
  await app.ctx.db.update(accounts).set({ viaLink: true })
  const postId = await app.accept({ message: 'Kept', inSeconds: 30 * 24 * 3600 })
  expect((await app.remove(app.author)).status).toBe(200)
  expect(await app.ctx.db.select().from(accounts)).toMatchObject([
    { userId: app.mia.userId, status: 'connected' },
  ])
  const { data } = (await (await app.mia.call(`posts/${postId}`)).json()) as { data: Post }
  expect(data.deliveries[0]?.state).toBe('scheduled')
  app.clock.advance(23 * DAY)
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['Kept'])
})

test('asks the last owner of a shared business to appoint another one first', async () => {
  const app = await shared('editor')
  const refused = await app.remove(app.author)
  expect(refused.status).toBe(409)
  expect((await refused.json()) as object).toMatchObject({ fields: { business: expect.any(String) } })
  await addMember(app.ctx, { domainId: app.domainId, userId: app.mia.userId, role: 'owner' })
  const postId = await app.accept({ inSeconds: 30 * 24 * 3600 })
  expect((await app.remove(app.author)).status).toBe(200)
  expect((await app.mia.call(`posts/${postId}`)).status).toBe(200)
  expect((await app.mia.call('posts')).status).toBe(200)
})

test('makes the longest-standing member an owner if no other owner is left', async () => {
  const app = await shared('owner')
  await app.author.call('users/requestDeletion', { json: CONFIRMED })
  await app.ctx.db.update(members).set({ role: 'viewer' }).where(eq(members.userId, app.mia.userId))
  app.clock.advance(7 * DAY)
  await carryOutDeletions(app.ctx)
  app.clock.advance(11 * MINUTE)
  await carryOutDeletions(app.ctx)
  const rows = await app.ctx.db.select({ userId: members.userId, role: members.role }).from(members)
  expect(rows).toEqual([{ userId: app.mia.userId, role: 'owner' }])
  const businesses = await app.mia.call('users/getUserDomain')
  expect(await businesses.json()).toMatchObject({ data: [{ _id: app.domainId, role: 'owner' }] })
})

test('shows “a former member” as author of a post, decision and comment', async () => {
  const app = await shared('owner')
  const rule = { required: true }
  await app.call(`businesses/${app.domainId}/approval-rule`, { method: 'PUT', json: rule })
  const postId = await app.accept({ message: 'Open late', inSeconds: 30 * 24 * 3600 })
  await app.ctx.db.update(posts).set({ authorId: app.mia.userId }).where(eq(posts.id, postId))
  expect((await app.read(postId)).author).toBe('Mia Chen')
  await app.mia.call(`posts/${postId}/comments`, { json: { message: 'Nice.', internal: false } })
  const contentHash = (await app.read(postId)).approval?.contentHash
  await app.mia.call(`posts/${postId}/approve`, { json: { contentHash } })
  await app.remove(app.mia)
  const post = await app.read(postId)
  expect([post.author, post.approval?.by]).toEqual(['Former member', 'Former member'])
  const responses = await Promise.all(
    [`posts/${postId}/comments`, `posts/${postId}`, `businesses/${app.domainId}/activity`].map(async path =>
      (await app.call(path)).text(),
    ),
  )
  expect(responses.every(text => text.includes('Former member'))).toBe(true)
  for (const text of responses) expect(text).not.toMatch(/Mia Chen/)
  for (const text of responses) expect(text).not.toContain(app.mia.email)
})

test.each([
  ['from before their first business', null],
  ['of a business of their own', 'Elsewhere'],
])('keeps files %s that a former member used in a post or draft of the business', async (_, own) => {
  const app = await shared('editor')
  const call = (path: string, domainId: string, init: object = {}) =>
    app.mia.call(path, { ...init, headers: { 'X-Domain-Id': domainId } })
  const created = await app.mia.call('users/saveUserDomain', { json: { businessName: 'Elsewhere' } })
  const { data } = (await created.json()) as { data: { _id: string } }
  const upload = async (colour: string) => {
    const form = new FormData()
    form.append('media', await picture(colour))
    return ((await (await call('media', data._id, { form })).json()) as { data: { _id: string } }).data._id
  }
  const [inPost, inDraft, unused] = [await upload('red'), await upload('navy'), await upload('teal')]
  if (own === null) await app.ctx.db.update(media).set({ domainId: null })
  const form = new FormData()
  const platforms = [{ platform: 'facebook', message: 'By Mia' }]
  form.set('data', JSON.stringify({ platforms, mediaIds: [inPost] }))
  form.set('isScheduled', 'true')
  form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + 8 * 24 * 3600))
  const posted = await call('auth/createPosts', app.domainId, { form })
  expect(posted.status).toBe(200)
  const content = { message: 'A draft', media: [{ mediaId: inDraft, altText: '' }] }
  const draft = `drafts/${crypto.randomUUID()}`
  expect((await call(draft, app.domainId, { method: 'PUT', json: { version: 0, content } })).status).toBe(200)
  await app.remove(app.mia)
  const kept = await app.ctx.db.select().from(media)
  expect(kept.map(({ id }) => id).toSorted()).toEqual([inPost, inDraft].toSorted())
  expect(kept).not.toContainEqual(expect.objectContaining({ id: unused }))
  app.clock.advance(DAY)
  await app.run()
  expect(await app.published()).toMatchObject([{ message: 'By Mia', media: [expect.anything()] }])
})

test('logs that the heir of the last owner became an owner, once', async () => {
  const app = await shared('owner')
  const sam = await app.signUp({ fullname: 'Sam' })
  await addMember(app.ctx, { domainId: app.domainId, userId: sam.userId, role: 'editor' })
  await app.author.call('users/requestDeletion', { json: CONFIRMED })
  await app.ctx.db.update(members).set({ role: 'viewer' }).where(eq(members.userId, app.mia.userId))
  app.clock.advance(7 * DAY)
  for (let run = 0; run < 3; run++) {
    await carryOutDeletions(app.ctx)
    app.clock.advance(11 * MINUTE)
  }
  const { data } = (await (await sam.call(`businesses/${app.domainId}/activity?kind=member`)).json()) as {
    data: { act: string; via: string; about: object }[]
  }
  expect(data.filter(({ act }) => act === 'member.role')).toMatchObject([
    { via: 'currawong', about: { person: 'Sam', role: 'owner' } },
  ])
})

test('ends the links that a former member knows, but not a report that they released', async () => {
  const app = await shared('editor')
  const { domainId, mia } = app
  const id = await app.accept({ inSeconds: 30 * 24 * 3600 })
  const send = async (path: string, json?: object) =>
    (await (await mia.call(path, { method: 'POST', json })).json()) as {
      url: string
      data: { _id: string; preparedAt: string; link: string }
    }
  const feed = await send(`calendarFeeds/${domainId}`)
  const review = await send(`businesses/${domainId}/review-links`, { postIds: [id] })
  const { data: draft } = await send('reports', { domainId, month: '2029-12' })
  const { preparedAt } = draft
  const { data: report } = await send(`reports/${draft._id}/release`, {
    preparedAt,
    note: '',
    recipients: [],
  })
  const opened = async () => {
    const paths = [
      new URL(feed.url).pathname,
      `review/${review.url.split('/').at(-1)}`,
      new URL(report.link).pathname,
    ]
    return await Promise.all(paths.map(async path => (await app.request(path)).status))
  }
  expect(await opened()).toEqual([200, 200, 200])
  await app.remove(mia)
  expect(await opened()).toEqual([404, 404, 200])
  expect((await app.call(`reports/${draft._id}/withdraw`, { method: 'POST' })).status).toBe(200)
  expect(await opened()).toEqual([404, 404, 404])
})
