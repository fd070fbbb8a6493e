import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { domains } from '#api/db/schema/businesses/domains.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { carryOutDeletions } from '#api/personal-data/deletions/deletions.ts'
import { addMember } from '#api/test/members.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { Post } from '#shared/posts/posts.ts'
import type { Review } from '#shared/posts/review-links.ts'

async function openGallery() {
  const app = await publishingApp({ networks: ['instagram'] })
  const { domainId } = app.author
  const postId = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const fetched = async (url = '') => (await app.request(url.replace(app.ctx.config.publicUrl, ''))).status
  const urlOf = async ({ call }: Pick<typeof app.author, 'call'>) => {
    const { data } = (await (await call(`posts/${postId}`)).json()) as { data: Post }
    return data.media[0]?.url
  }
  return { ...app, domainId, postId, fetched, urlOf }
}

test('revokes a member’s media URLs when they are removed, and no others', async () => {
  const app = await openGallery()
  const mia = await app.signUp()
  await addMember(app.ctx, { domainId: app.domainId, userId: mia.userId, role: 'viewer' })
  const [theirs, owners] = [await app.urlOf(mia), await app.urlOf(app)]
  expect(await Promise.all([theirs, owners].map(app.fetched))).toEqual([200, 200])
  const removed = await app.call(`businesses/${app.domainId}/members/${mia.userId}`, { method: 'DELETE' })
  expect(removed.status).toBe(200)
  expect(await Promise.all([theirs, owners].map(app.fetched))).toEqual([404, 200])
  const asOwner = theirs?.replace(mia.userId, app.author.userId)
  const asAnybody = theirs?.replace(`viewer=${mia.userId}&`, '')
  expect(await Promise.all([asOwner, asAnybody].map(app.fetched))).toEqual([403, 403])
})

test('keeps the URLs that a network fetches after the post’s author is removed', async () => {
  const app = await openGallery()
  const mia = await app.signUp()
  await addMember(app.ctx, { domainId: app.domainId, userId: mia.userId, role: 'owner' })
  const removed = await mia.call(`businesses/${app.domainId}/members/${app.author.userId}`, {
    method: 'DELETE',
  })
  expect(removed.status).toBe(200)
  app.clock.advance(3600 * 1000)
  await app.run()
  expect(await app.published()).toHaveLength(1)
})

test('revokes a reviewer’s media URLs when their link is revoked', async () => {
  const app = await openGallery()
  const links = `businesses/${app.domainId}/review-links`
  const { url, data } = (await (await app.call(links, { json: { postIds: [app.postId] } })).json()) as {
    url: string
    data: { _id: string }
  }
  const response = await app.request(`review/${url.split('/').at(-1)}`)
  const text = await response.text()
  expect(text).not.toContain(app.author.userId)
  const shown = (JSON.parse(text) as { data: Review }).data.posts[0]?.networks[0]?.media[0]?.url
  expect(await app.fetched(shown)).toBe(200)
  await app.call(`${links}/${data._id}`, { method: 'DELETE' })
  expect(await app.fetched(shown)).toBe(404)
})

test.each(['their business', 'their login'])(
  'keeps files from a removed member after the owner deletes %s',
  async what => {
    const app = await openGallery()
    const mia = await app.signUp()
    const { domainId, userId: owner } = app.author
    await addMember(app.ctx, { domainId, userId: mia.userId, role: 'editor' })
    const form = new FormData()
    form.set('media', await picture('teal'))
    const sent = await mia.call('media', { form, headers: { 'X-Domain-Id': domainId } })
    const { data } = (await sent.json()) as { data: { url: string } }
    expect(await app.fetched(data.url)).toBe(200)
    await app.call(`businesses/${domainId}/members/${mia.userId}`, { method: 'DELETE' })
    expect(await app.fetched(data.url)).toBe(404)
    if (what === 'their business') await app.call(`users/deleteUserDomain/${domainId}`, { method: 'DELETE' })
    else {
      await app.ctx.db.update(users).set({ deletionAt: app.ctx.now() }).where(eq(users.id, owner))
      await carryOutDeletions(app.ctx)
      app.clock.advance(11 * 60_000)
      await carryOutDeletions(app.ctx)
    }
    expect(await app.ctx.db.$count(domains)).toBe(0)
    expect(await app.fetched(data.url)).toBe(404)
    expect(await app.ctx.db.$count(media)).toBe(0)
  },
)
