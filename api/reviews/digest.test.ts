import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { members } from '#api/db/schema/businesses/members.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { setSwitch } from '#api/settings/settings.ts'
import { DAY_S, openApprovalsApp } from '#api/test/approvals.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { plansOf } from '#api/test/db/plans.ts'
import type { NetworkId } from '#shared/networks.ts'
import { DIGEST_GAP_MS, COLLECTING_MS, notifyApprovers } from './digest.ts'

async function openDigests(networks?: NetworkId[]) {
  const app = await openApprovalsApp(networks)
  const wait = async (ms = COLLECTING_MS) => {
    app.clock.advance(ms)
    await notifyApprovers(app.ctx)
  }
  return { ...app, wait }
}

test('notifies each approver of all waiting posts in one notification and one mail', async () => {
  const app = await openDigests()
  const [writer, approver, editor] = [
    await app.member('author'),
    await app.member('approver'),
    await app.member('editor'),
  ]
  await app.write(writer, 'Closed on Monday', 3 * DAY_S)
  await app.write(writer, 'Open late')
  await app.write(writer, 'Open on Tuesday', 2 * DAY_S)
  await app.wait(COLLECTING_MS - 1)
  expect(await app.bell(approver)).toEqual([])
  await app.wait(1)
  await app.wait(0)
  for (const person of [approver, app.author])
    expect(await app.bell(person)).toEqual([['3 posts wait for your approval', '“Open late” and 2 others']])
  expect(await app.bell(editor)).toEqual([])
  const [mail, ...more] = await app.mailed(approver)
  expect(more).toEqual([])
  for (const line of ['“Open late” for Facebook, Wed 2 Jan', '“Open on Tuesday”', '“Closed on Monday”'])
    expect(mail?.text).toContain(line)
})

test('does not notify people of posts that they sent for approval themselves', async () => {
  const app = await openDigests()
  const approver = await app.member('approver')
  await app.write(app.author, 'Open late')
  await app.wait()
  expect(await app.bell(app.author)).toEqual([])
  expect(await app.bell(approver)).toEqual([['A post is waiting for your approval', '“Open late”']])
})

test('waits an hour between two digests, unless a post is due soon', async () => {
  const app = await openDigests()
  const [writer, approver] = [await app.member('author'), await app.member('approver')]
  const bell = async () => (await app.bell(approver)).length
  await app.write(writer, 'First')
  await app.wait()
  await app.write(writer, 'Second')
  await app.wait()
  expect(await bell()).toBe(1)
  await app.write(writer, 'Soon', 1800)
  await app.wait(0)
  expect(await bell()).toBe(2)
  await app.write(writer, 'Third')
  await app.wait(DIGEST_GAP_MS)
  expect(await bell()).toBe(3)
})

test('counts the time since a post was sent for approval, however often it is moved or sent again meanwhile', async () => {
  const app = await openDigests()
  const [writer, approver] = [await app.member('author'), await app.member('approver')]
  const postIds = [await app.write(writer, 'Open late'), await app.write(writer, 'Closed on Monday')]
  app.clock.advance(COLLECTING_MS / 2)
  for (const change of [{ action: 'move', days: 1 }, { action: 'submit' }]) {
    const response = await writer.call('posts/bulk', { json: { ...change, postIds } })
    expect(await response.json()).toMatchObject({ data: [{ success: true }, { success: true }] })
  }
  await app.wait(COLLECTING_MS / 2)
  expect(await app.bell(approver)).toEqual([['2 posts wait for your approval', expect.any(String)]])
})

test('notifies approvers again of a post that was sent back or whose approval was withdrawn, and not of a deleted one', async () => {
  const app = await openDigests()
  const [writer, approver] = [await app.member('author'), await app.member('approver')]
  const bell = async () => (await app.bell(approver)).map(([, message]) => message)
  const [back, changed, cancelled] = [
    await app.write(writer, 'Sent back'),
    await app.write(writer, 'Changed', 2 * DAY_S),
    await app.write(writer, 'Cancelled', 3 * DAY_S),
  ]
  await app.call(`posts/${cancelled}/cancel`, { json: {} })
  await app.wait()
  expect(await bell()).toEqual(['“Sent back” and 1 other'])
  await app.call(`posts/${back}/request-changes`, { json: { comment: 'Say when.' } })
  await app.approve(changed)
  const platforms = [{ platform: 'facebook', message: 'Changed since' }]
  await app.call(`posts/${changed}`, { method: 'PUT', json: { platforms } })
  await app.wait(DIGEST_GAP_MS)
  expect((await bell())[0]).toBe('“Changed since”')
  await writer.call(`posts/${back}/submit`, { json: {} })
  await app.wait(DIGEST_GAP_MS)
  expect((await bell())[0]).toBe('“Sent back”')
})

test('notifies each approver once when several processes run at the same time', async () => {
  const app = await openDigests()
  const [writer, approver] = [await app.member('author'), await app.member('approver')]
  await app.write(writer, 'Open late')
  app.clock.advance(COLLECTING_MS)
  const { ctx } = app
  app.clock.advance(5)
  await Promise.all([-3, -2, -1].map(ms => notifyApprovers({ ...ctx, now: () => new Date(+ctx.now() + ms) })))
  expect(await app.bell(approver)).toHaveLength(1)
  expect(await app.mailed(approver)).toHaveLength(1)
  expect(await app.ctx.db.$count(approvals)).toBe(1)
})

test('finds posts for the digest through indexes', async () => {
  const app = await openDigests()
  await app.write(await app.member('author'), 'Open late')
  app.clock.advance(COLLECTING_MS)
  const plans = await plansOf(app.ctx, () => notifyApprovers(app.ctx))
  expect(plans[0]?.plan[0]).toStartWith('SCAN approvals USING INDEX approvals_unnotified')
  const others = plans.slice(1).flatMap(({ plan }) => plan)
  expect(others.filter(step => /^SCAN (?!item |chosen |json_each |.*CONSTANT ROW)/.test(step))).toEqual([])
})

test('sends no mail to approvers who turned those off', async () => {
  const app = await openDigests()
  const [writer, approver] = [await app.member('author'), await app.member('approver')]
  await setSwitch(app.ctx, approver.userId, 'emailNotifications', false)
  await app.write(writer, 'Open late')
  await app.wait()
  expect(await app.bell(approver)).toHaveLength(1)
  expect(await app.mailed(approver)).toEqual([])
})

test('notifies only the chosen approvers, until none of them may approve any more', async () => {
  const app = await openDigests()
  const [writer, approver] = [await app.member('author'), await app.member('approver')]
  const stranger = await app.owner()
  for (const { userId } of [writer, stranger])
    expect((await app.rule({ approvers: [userId] })).status).toBe(400)
  expect((await app.rule({ approvers: [approver.userId] })).status).toBe(200)
  const id = await app.write(writer, 'Open late')
  await app.wait()
  expect([await app.bell(app.author), (await app.bell(approver)).length]).toEqual([[], 1])
  expect((await app.read(id)).approval).toMatchObject({ byOthers: true })
  expect((await app.approve(id)).status).toBe(403)
  await app.ctx.db.update(members).set({ role: 'viewer' }).where(eq(members.userId, approver.userId))
  expect((await app.read(id)).approval?.byOthers).toBeUndefined()
  const shown = (await (await app.call(`businesses/${app.domainId}/approval-rule`)).json()) as {
    data: object
  }
  expect(shown.data).toMatchObject({ approvers: [] })
  expect((await app.approve(id)).status).toBe(200)
})

test('mails an author once when their post is approved after its time', async () => {
  const app = await openDigests()
  const writer = await app.member('author')
  const id = await app.write(writer, 'Open late', 3600)
  app.clock.advance(3_700_000)
  await app.run()
  await Promise.all([app.approve(id), app.approve(id)])
  await app.approve(id)
  const subjects = (await app.mailed(writer)).map(({ subject }) => subject)
  expect(subjects.filter(subject => subject === 'Your post was approved after its time')).toHaveLength(1)
  const [notice] = await app.bell(writer)
  expect(notice?.[1]).toMatch(/ approved “.+”, but its time had passed\. Choose a new time to publish it\.$/)
})

test('names the networks whose time had passed when a post is approved in time for others', async () => {
  const app = await openDigests(['facebook', 'instagram'])
  const writer = await app.member('author')
  const id = await app.write(writer, 'Open late', 3600)
  const facebook = (await app.read(id)).deliveries.find(({ network }) => network === 'facebook')
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + DAY_S
  await app.call(`posts/${id}/move`, { json: { deliveryId: facebook?._id, scheduledTime } })
  app.clock.advance(3_700_000)
  await app.run()
  await app.approve(id)
  const [notice] = await app.bell(writer)
  expect(notice?.[1]).toMatch(
    /but the time for Instagram had passed\. Choose a new time to publish it there\.$/,
  )
  expect((await app.read(id)).deliveries.map(({ network, state }) => [network, state])).toEqual([
    ['facebook', 'scheduled'],
    ['instagram', 'held'],
  ])
})

test('notifies approvers of the other posts when one is decided while the digest is written', async () => {
  const app = await openDigests()
  const [writer, approver] = [await app.member('author'), await app.member('approver')]
  const decided = await app.write(writer, 'Decided meanwhile')
  await app.write(writer, 'Still waiting', 2 * DAY_S)
  app.clock.advance(COLLECTING_MS)
  await notifyApprovers(beforeNextWrite(app.ctx, () => app.approve(decided)))
  await app.wait()
  expect(await app.bell(approver)).toEqual([['A post is waiting for your approval', '“Still waiting”']])
})
