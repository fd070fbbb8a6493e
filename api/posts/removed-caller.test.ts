import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'

import { asUser } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { drafts } from '#api/db/schema/posts/drafts.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { Role } from '#shared/businesses/permissions.ts'
import { DraftContent } from '#shared/posts/drafts.ts'
import { PostData } from '#shared/posts/posts.ts'
import { createPost } from './create.ts'
import { saveDraft } from './drafts/drafts.ts'

/** Sends a post for now as an editor whose role changes while the post is accepted. */
async function sendWhile(change: 'removal' | Role) {
  const app = await publishingApp({ networks: ['facebook'] })
  const { userId } = await app.signUp()
  const { domainId } = app.author
  await addMember(app.ctx, { domainId, userId, role: 'editor' })
  const isTheirs = and(eq(members.domainId, domainId), eq(members.userId, userId))
  const act = () =>
    change === 'removal'
      ? app.ctx.db.delete(members).where(isTheirs)
      : app.ctx.db.update(members).set({ role: change }).where(isTheirs)
  const ctx = asUser(beforeNextWrite(app.ctx, act), userId)
  const data = v.parse(PostData, {
    platforms: [{ platform: 'facebook', message: 'Parting words' }],
    textOnly: true,
  })
  const sent = createPost(ctx, {
    data,
    isScheduled: false,
    scheduledTime: '',
    files: [],
    idempotencyKey: undefined,
    receivedAt: app.clock.now(),
  })
  const outcome = await sent.then(
    ({ results }) => results.map(({ state }) => state as string),
    (error: { code: string }) => [error.code],
  )
  await app.run()
  return { outcome, published: await app.published(), rows: await app.ctx.db.$count(deliveries) }
}

test('publishes nothing for a member who is removed while their post is being accepted', async () => {
  expect(await sendWhile('removal')).toEqual({ outcome: ['not_found'], published: [], rows: 0 })
})

test('publishes nothing for a member who may no longer write', async () => {
  expect(await sendWhile('viewer')).toEqual({ outcome: ['forbidden'], published: [], rows: 0 })
})

test('sends the post of a member who may no longer publish for approval', async () => {
  expect(await sendWhile('author')).toEqual({ outcome: ['in_review'], published: [], rows: 1 })
})

test.each([0, 1])('saves no draft after version %i for a member who may no longer write', async version => {
  const { ctx, author, signUp } = await publishingApp()
  const { userId } = await signUp()
  const { domainId } = author
  await addMember(ctx, { domainId, userId, role: 'author' })
  const id = crypto.randomUUID()
  const contentOf = (message: string) => v.parse(DraftContent, { message })
  if (version === 1) await saveDraft(asUser(ctx, userId), id, { version: 0, content: contentOf('Before') })
  const demote = () => addMember(ctx, { domainId, userId, role: 'viewer' })
  const racing = asUser(beforeNextWrite(ctx, demote), userId)
  const saving = saveDraft(racing, id, { version, content: contentOf('After') })
  await expect(saving).rejects.toMatchObject({ code: 'forbidden' })
  const saved = (await ctx.db.select().from(drafts)).map(({ content }) => content.message)
  expect(saved).toEqual(version === 1 ? ['Before'] : [])
})
