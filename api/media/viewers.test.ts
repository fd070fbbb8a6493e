import { expect, test } from 'bun:test'

import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
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

test('keeps the URLs that a network fetches after a member leaves', async () => {
  const app = await openGallery()
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
