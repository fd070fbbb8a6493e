import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { notifications } from '#api/db/schema/people/notifications.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { type ActivityEntry, predicateOf } from '#shared/activity.ts'
import type { BulkResult } from '#shared/posts/bulk.ts'
import { takeBackApproval } from './decide.ts'

const HOUR_S = 3600

async function openApproved({ required = true, inSeconds = HOUR_S } = {}) {
  const app = await publishingApp({ networks: ['facebook'] })
  const { domainId } = app.author
  const rule = (on: boolean) =>
    app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: on } })
  await rule(true)
  const id = await app.accept({ message: 'Open late', inSeconds })
  if (!required) await rule(false)
  const { approval, publishAt } = await app.read(id)
  const contentHash = approval?.contentHash ?? ''
  const act = (what: string, json: object = { contentHash }, caller: Pick<typeof app, 'call'> = app) =>
    caller.call(`posts/${id}/${what}`, { json })
  await act('approve')
  const state = async () => {
    const post = await app.read(id)
    return [post.approval?.state, post.deliveries[0]?.state]
  }
  const joined = async (role: 'owner' | 'approver' | 'editor') => {
    const person = await app.signUp()
    await addMember(app.ctx, { domainId, userId: person.userId, role })
    return person
  }
  return { ...app, id, domainId, publishAt, contentHash, act, state, joined }
}

test('takes an approval back: the post waits again at its time, and can be approved again', async () => {
  const app = await openApproved()
  expect(await app.state()).toEqual(['approved', 'scheduled'])
  expect((await app.act('take-back')).status).toBe(200)
  expect(await app.state()).toEqual(['in_review', 'in_review'])
  expect((await app.read(app.id)).publishAt).toBe(app.publishAt)
  expect((await app.act('take-back')).status).toBe(409)
  expect((await app.act('approve')).status).toBe(200)
  app.clock.advance(HOUR_S * 1000)
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['Open late'])
})

test.each([
  ['requires', true],
  ['doesn’t require', false],
])('never publishes what was taken back if the business %s approval', async (_, required) => {
  const app = await openApproved({ required })
  await app.act('take-back')
  // The gate refuses the post whatever puts it back on the schedule.
  const wakeAt = app.clock.now()
  await app.ctx.db
    .update(deliveries)
    .set({ state: 'scheduled', wakeAt, publishAt: wakeAt })
    .where(eq(deliveries.postId, app.id))
  await app.run()
  app.clock.advance(HOUR_S * 1000)
  await app.run()
  expect(await app.published()).toEqual([])
})

test('sends nothing when the approval is taken back as publishing begins, and refuses it once it has', async () => {
  const app = await openApproved()
  const { facebook } = app.ctx.networks
  const answers: number[] = []
  const takeBack = async () => answers.push((await app.act('take-back')).status)
  const engine = createEngine({
    ...app.ctx,
    networks: {
      ...app.ctx.networks,
      facebook: {
        ...facebook,
        publish: (publication, log) =>
          facebook.publish(publication, {
            ...log,
            async begin(intent) {
              const begun = await log.begin(intent)
              await takeBack()
              return begun
            },
          }),
      },
    },
  })
  app.clock.advance(HOUR_S * 1000)
  await engine.tick()
  await engine.stop()
  await takeBack()
  expect(answers).toEqual([409, 409])
  expect(await app.state()).toEqual(['approved', 'published'])
})

test('lets the person who approved take it back, and those who may decide', async () => {
  const app = await openApproved()
  const [approver, editor] = [await app.joined('approver'), await app.joined('editor')]
  expect((await app.act('take-back', undefined, editor)).status).toBe(403)
  expect((await app.act('take-back', undefined, approver)).status).toBe(200)
  await app.act('approve', undefined, approver)
  const at = `businesses/${app.domainId}/approval-rule`
  await app.call(at, { method: 'PUT', json: { required: true, approvers: [app.author.userId] } })
  expect((await app.act('take-back', undefined, approver)).status).toBe(200)
  await app.act('approve')
  expect((await app.act('take-back', undefined, approver)).status).toBe(403)
})

test('records it, and notifies the author if somebody else took it back', async () => {
  const app = await openApproved()
  const approver = await app.joined('approver')
  app.clock.advance(1000)
  await app.act('take-back', undefined, approver)
  const { data } = (await (await app.call(`businesses/${app.domainId}/activity`)).json()) as {
    data: ActivityEntry[]
  }
  expect(predicateOf(data[0]!)).toBe('took back the approval of a post')
  const told = await app.ctx.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, app.author.userId))
  expect(told.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/took back the approval of “Open late”\. It waits for approval again\.$/),
  )
})

test('undoes a bulk approval', async () => {
  const app = await openApproved()
  const json = { action: 'take-back', postIds: [app.id], contentHashes: [app.contentHash] }
  const undo = async () =>
    ((await (await app.call('posts/bulk', { json })).json()) as { data: BulkResult[] }).data[0]
  expect(await undo()).toMatchObject({ success: true })
  expect(await app.state()).toEqual(['in_review', 'in_review'])
  expect(await undo()).toMatchObject({ success: false, message: expect.stringContaining('no longer stands') })
})

test('lets a reviewer take their own approval back, and nobody else’s', async () => {
  const app = await openApproved()
  const created = await app.call(`businesses/${app.domainId}/review-links`, { json: { postIds: [app.id] } })
  const { url } = (await created.json()) as { url: string }
  const link = `review/${url.slice(url.lastIndexOf('/') + 1)}/posts/${app.id}`
  const decide = (what: string, name = 'Harriet') =>
    app.request(`${link}/${what}`, { json: { name, contentHash: app.contentHash } })
  expect((await decide('take-back')).status).toBe(403)
  await app.act('take-back')
  expect((await decide('approve')).status).toBe(200)
  expect((await decide('take-back', 'Sam')).status).toBe(403)
  const taken = (await (await decide('take-back')).json()) as { data: { approval: object } }
  expect(taken.data.approval).toMatchObject({ state: 'in_review' })
  expect(await app.state()).toEqual(['in_review', 'in_review'])
})

test('takes back an approval that came too late', async () => {
  const app = await openApproved({ inSeconds: HOUR_S })
  await app.act('take-back')
  app.clock.advance(2 * HOUR_S * 1000)
  await app.run()
  await app.act('approve')
  expect(await app.state()).toEqual(['approved', 'held'])
  const ctx = { ...app.ctx, userId: app.author.userId }
  await takeBackApproval(ctx, app.id, { contentHash: app.contentHash })
  expect((await app.read(app.id)).approval?.state).toBe('in_review')
  await app.run()
  expect(await app.published()).toEqual([])
})
