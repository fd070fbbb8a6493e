import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { endVisits } from '#api/auth/access/membership.ts'
import { setSystemRole } from '#api/auth/people.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import { publishToBusiness } from '#api/outbox/live-events.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import type { ActivityEntry } from '#shared/activity.ts'
import type { Client } from '#shared/businesses/clients.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import type { Member } from '#shared/businesses/members.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
const HOUR = 60 * 60_000

async function business() {
  const app = await testApp()
  const pat = await app.signUp()
  const saved = await pat.call('users/saveUserDomain', { json: { businessName: 'Pat’s Plumbing' } })
  const { _id } = ((await saved.json()) as { data: Domain }).data
  const path = `businesses/${_id}`
  const ada = await app.admin()
  const visit = (person: Person, method = 'POST') => person.call(`${path}/visit`, { method })
  const read = async <T>(person: Person, call: string) =>
    ((await (await person.call(call)).json()) as { data: T }).data
  const listed = async (person: Person) =>
    (await read<Client[]>(person, 'clients')).map(({ businessName, role, isVisit }) => [
      businessName,
      role,
      isVisit,
    ])
  const status = async (person: Person) => (await person.call(`${path}/members`)).status
  return { ...app, pat, ada, path, visit, read, listed, status }
}

test('lets an administrator act as an editor for some hours, which the activity shows', async () => {
  const { pat, ada, path, visit, read, listed, status, clock } = await business()
  expect([await listed(ada), await status(ada)]).toEqual([[['Pat’s Plumbing', null, undefined]], 404])
  clock.advance(1)
  expect((await visit(ada)).status).toBe(200)
  expect([await listed(ada), await status(ada)]).toEqual([[['Pat’s Plumbing', 'editor', true]], 200])
  clock.advance(1)
  const rule = await ada.call(`${path}/approval-rule`, { method: 'PUT', json: { required: true } })
  const remove = await ada.call(`${path}/members/${pat.userId}`, { method: 'DELETE' })
  expect([rule.status, remove.status]).toEqual([200, 403])
  const log = await read<ActivityEntry[]>(pat, `${path}/activity`)
  expect(log.map(({ who, via, act }) => [who, via, act])).toEqual([
    ['Ada Admin', 'administrator', 'business.rule'],
    ['Ada Admin', 'administrator', 'business.opened'],
    ['Pat Lee', 'session', 'business.created'],
  ])
  expect(await read<Member[]>(pat, `${path}/members`)).toMatchObject([{ _id: pat.userId }])
  clock.advance(8 * HOUR)
  expect(await status(ada)).toBe(404)
})

test('ends a visit when the administrator leaves or loses the role', async () => {
  const { ada, visit, status, ctx } = await business()
  await visit(ada)
  expect((await visit(ada, 'DELETE')).status).toBe(200)
  expect(await status(ada)).toBe(404)
  await visit(ada)
  await setSystemRole(ctx, ada.email, 'user')
  expect(await status(ada)).toBe(404)
  expect((await visit(ada)).status).toBe(403)
})

test('ends visits on time, so that an open window gets no more events of the business', async () => {
  const { ada, path, visit, ctx, clock } = await business()
  const domainId = path.slice('businesses/'.length)
  const change = () =>
    publishToBusiness(ctx, domainId, 'delivery', { postId: 'p', deliveryId: 'd', state: 'failed' })
  const sent = async () => {
    const events = await ctx.db.select().from(liveEvents).where(eq(liveEvents.userId, ada.userId))
    return events.map(({ type }) => type)
  }
  await visit(ada)
  await change()
  expect(await sent()).toEqual(['domain', 'delivery'])
  clock.advance(8 * HOUR)
  await endVisits(ctx)
  await change()
  expect(await sent()).toEqual(['domain'])
  expect(await ctx.db.run('select 1 from members where visits_until is not null')).toMatchObject({ rows: [] })
})

test('doesn’t change members who are administrators, and makes an invited visitor a member', async () => {
  const { ada, path, pat, visit, listed, mail, read } = await business()
  await visit(ada)
  expect((await pat.call(`${path}/members`, { json: { email: ada.email, role: 'viewer' } })).status).toBe(200)
  const [sent] = await mail(ada.email)
  const token = /\/invite\/([a-z2-7]{52})/.exec(sent?.text ?? '')?.[1]
  expect((await ada.call(`invitations/${token}/accept`, { method: 'POST' })).status).toBe(200)
  expect(await listed(ada)).toEqual([['Pat’s Plumbing', 'viewer', undefined]])
  await visit(ada)
  await visit(ada, 'DELETE')
  expect(await listed(ada)).toEqual([['Pat’s Plumbing', 'viewer', undefined]])
  const log = await read<ActivityEntry[]>(pat, `${path}/activity?kind=business`)
  expect(log.filter(({ act }) => act === 'business.opened')).toHaveLength(1)
})

test('hides businesses from people who are neither members nor administrators', async () => {
  const { pat, signUp, visit, listed, status } = await business()
  const eve = await signUp()
  expect([(await visit(eve)).status, await listed(eve), await status(eve)]).toEqual([403, [], 404])
  expect((await visit(pat)).status).toBe(403)
})

test('revokes the links of a visit when it ends, and doesn’t restore them in a later visit', async () => {
  const { ada, path, visit, request, clock } = await business()
  await visit(ada)
  const make = async (kind: 'review' | 'connect', json: object) => {
    const { url } = (await (await ada.call(`${path}/${kind}-links`, { json })).json()) as { url: string }
    const token = url.split('/').at(-1)
    return async () => (await request(`${kind}/${token}`)).status
  }
  const period = { from: '2030-01-01T00:00:00Z', to: '2030-02-01T00:00:00Z' }
  const makeBoth = async () => [
    await make('review', period),
    await make('connect', { networks: ['facebook'] }),
  ]
  const opened = (links: (() => Promise<number>)[]) => Promise.all(links.map(open => open()))
  const first = await makeBoth()
  expect(await opened(first)).toEqual([200, 200])
  await visit(ada, 'DELETE')
  expect(await opened(first)).toEqual([404, 404])
  clock.advance(1)
  await visit(ada)
  expect(await opened(first)).toEqual([404, 404])
  const second = await makeBoth()
  clock.advance(8 * HOUR)
  expect(await opened(second)).toEqual([404, 404])
})
