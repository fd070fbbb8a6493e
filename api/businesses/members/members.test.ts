import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { asUser } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { invitations } from '#api/db/schema/businesses/members.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import { outbox } from '#api/db/schema/server/mail.ts'
import { notify } from '#api/notifications/notifications.ts'
import { publishToUser } from '#api/outbox/live-events.ts'
import { queueMails } from '#api/outbox/mail.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { MAX_MEMBERS, type Member } from '#shared/businesses/members.ts'
import type { Role } from '#shared/businesses/permissions.ts'
import { inviteMember } from './invitations.ts'
import { changeMember, removeMember } from './members.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
const DAY = 24 * 60 * 60_000

/** Creates an app with a business, and functions that invite to it. */
async function business() {
  const app = await testApp()
  const pat = await app.signUp()
  const saved = await pat.call('users/saveUserDomain', { json: { businessName: 'Pat’s Plumbing' } })
  const { data } = (await saved.json()) as { data: { _id: string } }
  // Members are listed by the time at which they joined.
  app.clock.advance(60_000)
  const path = `businesses/${data._id}/members`
  const invite = (email: string, role: Role = 'editor', by = pat) => by.call(path, { json: { email, role } })
  const linkOf = async (email: string) => {
    const [mail] = await app.mail(email)
    return /\/invite\/([a-z2-7]{52})/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const accept = (person: Person, token: string) =>
    person.call(`invitations/${token}/accept`, { method: 'POST' })
  const join = async (role: Role) => {
    const person = await app.signUp()
    await invite(person.email, role)
    await accept(person, await linkOf(person.email))
    return person
  }
  const list = async (person = pat) => ((await (await person.call(path)).json()) as { data: Member[] }).data
  const change = (by: Person, person: Person, role: Role) =>
    by.call(`${path}/${person.userId}`, { method: 'PATCH', json: { role } })
  const remove = (by: Person, id: string) => by.call(`${path}/${id}`, { method: 'DELETE' })
  return { ...app, pat, domainId: data._id, path, invite, linkOf, accept, join, list, change, remove }
}

test('invites somebody by mail, who joins with the given role through the link', async () => {
  const { pat, signUp, invite, linkOf, accept, list, domainId, mail } = await business()
  const mia = await signUp({ fullname: 'Mia Chen' })
  expect((await invite(mia.email, 'author')).status).toBe(200)
  expect(await list()).toMatchObject([
    { _id: pat.userId, role: 'owner', status: 'active' },
    { email: mia.email, role: 'author', status: 'invited' },
  ])
  const [sent] = await mail(mia.email)
  expect(sent?.subject).toBe('Pat Lee has invited you to Pat’s Plumbing on Currawong')
  const joined = await accept(mia, await linkOf(mia.email))
  expect(await joined.json()).toMatchObject({
    data: { _id: domainId, businessName: 'Pat’s Plumbing', role: 'author', isSelected: true },
  })
  expect(await list(mia)).toMatchObject([
    { _id: pat.userId, role: 'owner' },
    { _id: mia.userId, fullname: 'Mia Chen', role: 'author', status: 'active' },
  ])
})

test('tells the recipient of an invitation who invites whom to which business, before they sign in', async () => {
  const { request, signUp, invite, linkOf, accept } = await business()
  await invite('mia@example.com', 'approver')
  const path = `invitations/${await linkOf('mia@example.com')}`
  const response = await request(path)
  expect(await response.json()).toEqual({
    success: true,
    data: { businessName: 'Pat’s Plumbing', by: 'Pat Lee', email: 'mia@example.com' },
  })
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  await accept(await signUp(), await linkOf('mia@example.com'))
  expect((await request(path)).status).toBe(404)
})

test('accepts a link once, even when two people use it at the same time', async () => {
  const { signUp, invite, linkOf, accept, list } = await business()
  const [mia, ann] = [await signUp(), await signUp()]
  await invite(mia.email)
  const token = await linkOf(mia.email)
  const responses = await Promise.all([accept(mia, token), accept(ann, token), accept(mia, token)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  expect(await list()).toHaveLength(2)
})

test('sends the same response for unknown, used, replaced, withdrawn and expired links', async () => {
  const { pat, signUp, request, invite, linkOf, accept, remove, list, clock } = await business()
  const mia = await signUp()
  const responses: unknown[] = []
  const responseFor = async (token: string) => {
    for (const response of [await accept(mia, token), await request(`invitations/${token}`)])
      responses.push([response.status, await response.json()])
  }
  await responseFor('a'.repeat(52))
  await responseFor('nonsense')
  await invite('one@example.com')
  const replaced = await linkOf('one@example.com')
  await invite('one@example.com')
  await responseFor(replaced)
  const { _id } = (await list()).find(({ status }) => status === 'invited')!
  const withdrawn = await linkOf('one@example.com')
  expect((await remove(pat, _id)).status).toBe(200)
  await responseFor(withdrawn)
  await invite(mia.email)
  const expired = await linkOf(mia.email)
  clock.advance(7 * DAY)
  const { token } = (await (
    await pat.call('users/login', { json: { email: mia.email, password: mia.password } })
  ).json()) as { token: string }
  const late = await mia.call(`invitations/${expired}/accept`, { method: 'POST', token })
  responses.push([late.status, await late.json()])
  expect(new Set(responses.map(each => JSON.stringify(each))).size).toBe(1)
  expect(responses[0]).toMatchObject([404, { code: 'not_found' }])
})

test.each(['removed', 'demoted', 'deleted'] as const)(
  'ends the invitations of an owner who is %s',
  async how => {
    const { pat, signUp, ctx, invite, linkOf, accept, join, change, remove, list } = await business()
    const mia = await join('owner')
    const hers = await signUp()
    await invite(hers.email, 'owner', mia)
    const token = await linkOf(hers.email)
    if (how === 'demoted') await change(pat, mia, 'editor')
    else await remove(pat, mia.userId)
    if (how === 'deleted') await ctx.db.$client.execute(`update invitations set invited_by = null`)
    expect((await list()).filter(({ status }) => status === 'invited')).toEqual([])
    expect((await accept(hers, token)).status).toBe(404)
    expect((await invite(hers.email, 'viewer')).status).toBe(200)
    expect((await accept(hers, await linkOf(hers.email))).status).toBe(200)
    expect((await list()).find(({ _id }) => _id === hers.userId)?.role).toBe('viewer')
  },
)

test('floods no mailbox with invitations, from one business or many', async () => {
  const { pat, invite, mail, signUp } = await business()
  const statuses: number[] = []
  for (let n = 0; n < 8; n++)
    statuses.push((await invite(n % 2 ? 'Ann@example.com' : 'ann@example.com')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  expect(await mail('ann@example.com')).toHaveLength(6)
  const eve = await signUp()
  const saved = await eve.call('users/saveUserDomain', { json: { businessName: 'Elsewhere' } })
  const { data } = (await saved.json()) as { data: { _id: string } }
  const json = { email: 'ann@example.com', role: 'viewer' }
  expect((await eve.call(`businesses/${data._id}/members`, { json })).status).toBe(429)
  expect((await invite('bob@example.com', 'viewer', pat)).status).toBe(200)
})

test('replaces an invitation in a business that can have no more members', async () => {
  const { ctx, pat, domainId, invite } = await business()
  const common = { domainId, role: 'viewer', invitedBy: pat.userId, createdAt: ctx.now() } as const
  const expiresAt = new Date(+ctx.now() + DAY)
  const pending = Array.from({ length: MAX_MEMBERS - 2 }, (_, n) => ({
    ...common,
    id: `invitation ${n}`,
    email: `person-${n}@example.com`,
    tokenHash: `hash ${n}`,
    expiresAt,
  }))
  await ctx.db.insert(invitations).values(pending)
  const statuses = []
  for (const email of ['ann@example.com', 'bob@example.com', 'ann@example.com'])
    statuses.push((await invite(email)).status)
  expect(statuses).toEqual([200, 409, 200])
})

test('rejects an invitation of a member, and one by somebody who isn’t an owner', async () => {
  const { invite, join } = await business()
  const mia = await join('editor')
  expect(await (await invite(mia.email)).json()).toMatchObject({
    code: 'conflict',
    fields: { email: expect.any(String) },
  })
  expect((await invite('x@example.com', 'viewer', mia)).status).toBe(403)
})

test('transfers a business: an owner makes another member an owner, then steps down', async () => {
  const { ctx, pat, join, change, list } = await business()
  const mia = await join('editor')
  expect((await change(pat, pat, 'editor')).status).toBe(409)
  expect((await change(mia, mia, 'owner')).status).toBe(403)
  expect((await change(pat, mia, 'owner')).status).toBe(200)
  expect((await change(pat, pat, 'viewer')).status).toBe(200)
  const roles = new Map((await list()).map(({ _id, role }) => [_id, role]))
  expect([roles.get(pat.userId), roles.get(mia.userId)]).toEqual(['viewer', 'owner'])
  expect((await change(pat, mia, 'viewer')).status).toBe(403)
  const [saved] = await ctx.db.select({ userId: domains.userId }).from(domains)
  expect(saved).toEqual({ userId: mia.userId })
})

test('keeps an owner when two owners remove or demote each other at the same time', async () => {
  for (const how of ['remove', 'change'] as const) {
    const { pat, join, change, remove, list, ctx } = await business()
    const mia = await join('owner')
    const responses = await Promise.all(
      how === 'remove'
        ? [remove(pat, mia.userId), remove(mia, pat.userId)]
        : [change(pat, mia, 'viewer'), change(mia, pat, 'viewer')],
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await ctx.db.$client.execute(`select count(*) as n from members where role = 'owner'`)
    expect(Number(left.rows[0]?.n)).toBe(1)
    expect((await list(responses[0]?.status === 200 ? pat : mia)).length).toBeGreaterThan(0)
  }
})

test('invites and removes nobody for an owner who is demoted during the call', async () => {
  const { ctx, join, change, list, pat, domainId } = await business()
  const [mia, ann] = [await join('owner'), await join('viewer')]
  const asMia = () =>
    asUser(
      beforeNextWrite(ctx, () => change(pat, mia, 'editor')),
      mia.userId,
    )
  await expect(removeMember(asMia(), domainId, ann.userId)).rejects.toThrow()
  await change(pat, mia, 'owner')
  const invited = inviteMember(asMia(), domainId, { email: 'bob@example.com', role: 'owner' })
  await expect(invited).rejects.toThrow()
  await change(pat, mia, 'owner')
  await expect(changeMember(asMia(), domainId, ann.userId, { role: 'owner' })).rejects.toThrow()
  expect((await list()).map(({ role }) => role).toSorted()).toEqual(['editor', 'owner', 'viewer'])
})

test('lets members leave, except the last owner', async () => {
  const { pat, join, remove, list, path } = await business()
  const mia = await join('viewer')
  expect(await (await remove(pat, pat.userId)).json()).toMatchObject({ code: 'conflict', fields: {} })
  expect((await remove(mia, mia.userId)).status).toBe(200)
  expect((await mia.call(path)).status).toBe(404)
  expect(await list()).toHaveLength(1)
})

test('denies a removed member all access to the business at once', async () => {
  const { pat, join, remove, domainId } = await business()
  const mia = await join('editor')
  const feed = (await (await mia.call(`calendarFeeds/${domainId}`, { method: 'POST' })).json()) as {
    url: string
  }
  const calendar = async () => (await mia.call(new URL(feed.url).pathname)).status
  expect(await calendar()).toBe(200)
  expect((await remove(pat, mia.userId)).status).toBe(200)
  expect(await calendar()).toBe(404)
  expect(await (await mia.call('users/getUserDomain')).json()).toMatchObject({ data: [] })
  const shown = await mia.call('slots', { headers: { 'X-Domain-Id': domainId } })
  expect(shown.status).toBe(404)
})

test('removes a former member’s notifications, queued mail and events of the business, and keeps those of others', async () => {
  const { ctx, pat, signUp, join, remove, domainId } = await business()
  const [mia, stranger] = [await join('editor'), await signUp()]
  const mail = { to: mia.email, subject: 'Between us', text: 'Between us', html: '' }
  const notice = {
    domainId,
    type: 'social',
    tone: 'info',
    title: 'Between us',
    message: '',
    link: '',
  } as const
  await notify(ctx, [{ ...notice, id: 'one', userId: mia.userId }])
  await queueMails(ctx, [
    { id: 'one', userId: mia.userId, domainId, mail },
    { id: 'two', userId: pat.userId, domainId, mail },
  ])
  await publishToUser(ctx, stranger.userId, 'domain', { domainId: 'theirs' })
  const mails = async () => (await ctx.db.select({ id: outbox.id }).from(outbox)).map(({ id }) => id)
  const eventsOf = ({ userId }: Person) => ctx.db.$count(liveEvents, eq(liveEvents.userId, userId))
  expect((await remove(pat, stranger.userId)).status).toBe(404)
  expect(await eventsOf(stranger)).toBe(1)
  expect(await mails()).toEqual(['one', 'two'])
  expect((await remove(pat, mia.userId)).status).toBe(200)
  expect(await (await mia.call('notifications')).json()).toMatchObject({ data: [] })
  expect([await mails(), await eventsOf(mia)]).toEqual([['two'], 1])
})
