import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'

import { createApp } from '#api/app.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { rateLimits } from '#api/db/schema/server/limits.ts'
import { HUNG_AFTER_MS } from '#api/test/clock.ts'
import type { Call } from './access/rule.ts'
import { RULES } from './access/rules.ts'
import { createWorld } from './access/world.ts'
import type { TestApp } from './app.ts'
import { everyRow } from './db/every-table.ts'
import { faultyDb } from './db/faulty.ts'
import { addMember } from './members.ts'

type Setting = Awaited<ReturnType<typeof createWorld>>
type Person = Awaited<ReturnType<TestApp['signUp']>>

/** Writes that precede the check of the caller's role. */
const BOOKKEEPING = /^\s*(insert into|update|delete from) "(rate_limits|sessions)"/i

/** Calls without this race, or with a harmless one, each with the reason. */
const HARMLESS: Record<string, string> = {
  'POST /api/auth/facebook/start': 'The return from the network checks the role again.',
  'POST /api/auth/instagram/start': 'The return from the network checks the role again.',
  'POST /api/auth/google/start': 'The return from the network checks the role again.',
  'POST /api/auth/updatePageInfo':
    'Chooses among the Pages of the caller’s own login, which this member lacks.',
  'POST /api/captions': 'Writes nothing in the business.',
  'POST /api/captions/week': 'Writes nothing in the business.',
  'POST /api/inbox/:id/draft': 'Writes nothing in the business.',
  'POST /api/reports/:id/summary': 'Writes nothing in the business.',
  'POST /api/posts/:id/copies':
    'Writes nothing in the post’s business, and checks the role in each other one with the change there.',
  'POST /api/drafts/:id/copies': 'Like the copies of a post.',
  'DELETE /api/auth/disconnectSocialAccount':
    'Waits for nothing between check and write, so it could have arrived just before.',
}

const changes = Object.entries(RULES).flatMap(([route, [call, { owner }, permission]]): [string, Call][] =>
  permission && permission !== 'see' && !route.startsWith('GET') && owner < 300 && !HARMLESS[route]
    ? [[route, call]]
    : [],
)

/** Calls with other input than in the rules. */
const OTHERS: [string, Call][] = [
  [
    'PATCH /api/businesses/:id/members/:memberId, for an owner',
    ({ domainId, ownerId }) => [
      `businesses/${domainId}/members/${ownerId}`,
      { method: 'PATCH', json: { role: 'viewer' } },
    ],
  ],
  [
    'DELETE /api/businesses/:id/members/:memberId, for an owner',
    ({ domainId, ownerId }) => [`businesses/${domainId}/members/${ownerId}`, { method: 'DELETE' }],
  ],
]

describe.each(['demoted', 'removed'])('a member who is %s during their call', status => {
  let setting: Setting
  let member: Person
  /** The same api, on a database that changes the member's role just before the next write. */
  let racing: ReturnType<typeof createApp>
  let pending = false

  beforeAll(async () => {
    setting = await createWorld()
    const { ctx, signUp } = setting.api
    member = await signUp()
    const isTheirs = and(eq(members.userId, member.userId), eq(members.domainId, setting.world.domainId))
    const db = faultyDb(ctx.db, async (_isWrite, run, writes) => {
      if (pending && writes.some(sql => !BOOKKEEPING.test(sql))) {
        pending = false
        await (status === 'removed'
          ? ctx.db.delete(members).where(isTheirs)
          : ctx.db.update(members).set({ role: 'viewer' }).where(isTheirs))
      }
      return run()
    })
    racing = createApp({ ...ctx, db })
  }, HUNG_AFTER_MS)
  afterEach(async () => {
    await setting.api.ctx.db.delete(rateLimits)
  })

  test.each([...changes, ...OTHERS])('is refused by %s', async (route, call) => {
    const { world, api } = setting
    const { userId, token } = member
    await addMember(api.ctx, { domainId: world.domainId, userId, role: 'owner' })
    const [path, { json, form, method = 'POST' } = {}] = typeof call === 'string' ? [call] : await call(world)
    const before = await rowsOf(api)
    pending = true
    const response = await racing.request(`/api/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Domain-Id': world.domainId,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: json === undefined ? (form ?? null) : JSON.stringify(json),
    })
    const refused = { route, hasRaced: !pending, isRefused: [403, 404, 409].includes(response.status) }
    expect(refused).toEqual({ route, hasRaced: true, isRefused: true })
    expect(await rowsOf(api)).toEqual(before)
  })
})

/** Tables that a rejected call may change: events that make browsers reload, and the caller's own rows. */
const CHANGES_ANYWAY = ['live_events', 'members', 'rate_limits', 'sessions']

const rowsOf = async ({ ctx }: Setting['api']) =>
  (await everyRow(ctx))
    .filter(({ table }) => !CHANGES_ANYWAY.includes(table))
    .map(({ row }) => row)
    .toSorted()
