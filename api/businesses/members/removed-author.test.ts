import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'

/** Adds an editor with a post that is due in an hour, and then removes the editor. */
async function removed() {
  const app = await publishingApp({ networks: ['facebook'] })
  const { domainId, userId: owner } = app.author
  const mia = await app.signUp()
  await addMember(app.ctx, { domainId, userId: mia.userId, role: 'editor' })
  const postId = await app.accept({ message: 'By Mia', inSeconds: 3600 })
  const byMia = { userId: mia.userId }
  await app.ctx.db.update(posts).set(byMia).where(eq(posts.id, postId))
  await app.ctx.db.update(deliveries).set(byMia).where(eq(deliveries.postId, postId))
  const response = await app.call(`businesses/${domainId}/members/${mia.userId}`, { method: 'DELETE' })
  expect(response.status).toBe(200)
  const noticesOf = async (call: typeof app.call) =>
    ((await (await call('notifications')).json()) as { data: { title: string }[] }).data.map(
      ({ title }) => title,
    )
  const eventsOf = async (userId: string) =>
    (await app.ctx.db.select().from(liveEvents).where(eq(liveEvents.userId, userId))).map(({ type }) => type)
  return { ...app, mia, owner, postId, noticesOf, eventsOf }
}

test('publishes the scheduled post of a removed member, and notifies the owner instead of them', async () => {
  const app = await removed()
  app.clock.advance(3_600_000)
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['By Mia'])
  expect(await app.noticesOf(app.call)).toEqual(['Published on Facebook'])
  expect(await app.noticesOf(app.mia.call)).toEqual([])
  expect(await app.eventsOf(app.mia.userId)).toEqual(['domain'])
  expect(await app.eventsOf(app.owner)).toContain('delivery')
})

test('mails the owner about problems with a removed member’s post', async () => {
  const app = await removed()
  await app.rejectPosts('facebook')
  app.clock.advance(3_600_000)
  await app.run()
  expect((await app.mail(app.author.email)).map(({ subject }) => subject).join()).toContain('Not published')
  expect((await app.mail(app.mia.email)).map(({ subject }) => subject).join()).not.toContain('published')
})

test('does not repeat the response of a request whose caller was removed since', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const { domainId } = app.author
  const mia = await app.signUp()
  await addMember(app.ctx, { domainId, userId: mia.userId, role: 'editor' })
  const postId = await app.accept({ inSeconds: 3600 })
  await app.ctx.db
    .update(posts)
    .set({ userId: mia.userId, idempotencyKey: 'key' })
    .where(eq(posts.id, postId))
  const replay = () => {
    const form = new FormData()
    form.set('data', JSON.stringify({ platforms: [{ platform: 'facebook', message: 'Again' }] }))
    return mia.call('auth/createPosts', {
      form,
      headers: { 'Idempotency-Key': 'key', 'X-Domain-Id': domainId },
    })
  }
  expect(await (await replay()).json()).toMatchObject({ success: true, postId })
  await app.call(`businesses/${domainId}/members/${mia.userId}`, { method: 'DELETE' })
  const after = await replay()
  expect(after.status).toBe(404)
  expect(await after.text()).not.toContain(postId)
})
