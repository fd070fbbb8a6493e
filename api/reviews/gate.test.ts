import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'

import { approvals } from '#api/db/schema/posts/approvals.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { approvePost } from './decide.ts'

async function openApproved() {
  const app = await publishingApp({ networks: ['facebook'] })
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const { domainId } = await app.read(id)
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  const approve = async () =>
    app.call(`posts/${id}/approve`, { json: { contentHash: (await app.read(id)).approval?.contentHash } })
  return { ...app, id, approve }
}

/** Changes the text in the database, because every call that does would withdraw the approval. */
async function openRefused() {
  const app = await openApproved()
  await app.approve()
  await app.ctx.db.update(deliveries).set({ message: 'Closed' }).where(eq(deliveries.postId, app.id))
  app.clock.advance(3_600_000)
  await app.run()
  return app
}

test('publishes only approved content, whichever code path changed the post', async () => {
  const app = await openRefused()
  expect(await app.published()).toEqual([])
  expect((await app.read(app.id)).deliveries[0]).toMatchObject({ state: 'held', reasonCode: 'not_approved' })
})

test('sends nothing when the approval is withdrawn during the attempt', async () => {
  const app = await openApproved()
  await app.approve()
  app.clock.advance(3_600_000)
  const { facebook } = app.ctx.networks
  const engine = createEngine({
    ...app.ctx,
    networks: {
      ...app.ctx.networks,
      facebook: {
        ...facebook,
        async publish(...given) {
          await app.ctx.db.update(approvals).set({ state: 'in_review', signedHashes: [] })
          return facebook.publish(...given)
        },
      },
    },
  })
  await engine.tick()
  await engine.stop()
  expect(await app.published()).toEqual([])
  expect((await app.read(app.id)).deliveries[0]).toMatchObject({ state: 'held', reasonCode: 'not_approved' })
  const [steps] = await app.ctx.db.all<{ n: number }>(
    sql`select count(*) as n from delivery_steps where name = 'publish'`,
  )
  expect(steps?.n).toBe(0)
})

test('shows a post of an earlier release whose file was lost, and doesn’t send it', async () => {
  const app = await openApproved()
  const [file] = await app.ctx.db.update(media).set({ sha256: null }).returning()
  await app.ctx.storage.delete([file!.key])
  expect((await app.call('posts?tab=scheduled')).status).toBe(200)
  expect((await app.approve()).status).toBe(200)
  app.clock.advance(3_600_000)
  await app.run()
  expect(await app.published()).toEqual([])
})

test('approves nothing when the post changes during the approval', async () => {
  const app = await openApproved()
  const { contentHash = '' } = (await app.read(app.id)).approval ?? {}
  const ctx = beforeNextWrite(app.ctx, () =>
    app.ctx.db.update(deliveries).set({ message: 'Closed' }).where(eq(deliveries.postId, app.id)),
  )
  const approval = approvePost({ ...ctx, userId: app.author.userId }, app.id, { contentHash })
  await expect(approval).rejects.toMatchObject({ code: 'conflict' })
  expect((await app.read(app.id)).approval?.state).toBe('in_review')
})

test('asks for another approval of a post that the gate held, and publishes it afterwards', async () => {
  const app = await openRefused()
  expect((await app.read(app.id)).approval).toMatchObject({ state: 'in_review' })
  expect((await app.approve()).status).toBe(200)
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 600
  await app.call(`posts/${app.id}/move`, { json: { scheduledTime } })
  app.clock.advance(600_000)
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['Closed'])
})

test('says that a retried post was sent for approval if it needs one', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.rejectPosts('facebook')
  const id = await app.accept()
  await app.run()
  const retry = async () =>
    ((await (await app.call(`posts/${id}/retry`, { json: {} })).json()) as { message: string }).message
  const { domainId } = await app.read(id)
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  expect(await retry()).toBe('Sent for approval. It goes out once approved.')
  expect((await app.read(id)).deliveries[0]?.state).toBe('in_review')
})
