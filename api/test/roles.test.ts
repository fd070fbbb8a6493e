import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'

import { members } from '#api/db/schema/businesses/members.ts'
import { rateLimits } from '#api/db/schema/server/limits.ts'
import { HUNG_AFTER_MS } from '#api/test/clock.ts'
import { isAllowed, ROLES } from '#shared/businesses/permissions.ts'
import { RULES } from './access/rules.ts'
import { createWorld } from './access/world.ts'
import { addMember } from './members.ts'

type Setting = Awaited<ReturnType<typeof createWorld>>

/** Gives a person a role in the owner's business, and returns a function that makes a rule's call in their name. */
async function memberOf({ api, world }: Setting, role: (typeof ROLES)[number]) {
  const person = await api.signUp()
  const { userId } = person
  await addMember(api.ctx, { domainId: world.domainId, userId, role })
  const statusOf = async (route: string) => {
    const [call] = RULES[route]!
    const [path, init] = typeof call === 'string' ? [call] : await call(world)
    const response = await person.call(path, init)
    await response.body?.cancel()
    return response.status
  }
  return { ...person, statusOf }
}

/** A login also reveals its person's other Pages, so only that person may choose among them. */
const OF_OWN_LOGIN: Record<string, number> = { 'POST /api/auth/updatePageInfo': 409 }

const inBusiness = Object.entries(RULES).filter(([, [, , permission]]) => permission)

describe.each([...ROLES])('%s', role => {
  let setting: Setting
  let member: Awaited<ReturnType<typeof memberOf>>
  beforeAll(async () => {
    setting = await createWorld()
    member = await memberOf(setting, role)
    // The other roles have already submitted the post, in an earlier rule.
    if (role === 'approver') await setting.api.call(`posts/${setting.world.postId}/submit`, { json: {} })
  }, HUNG_AFTER_MS)
  afterEach(async () => {
    await setting.api.ctx.db.delete(rateLimits)
  })

  test.each(inBusiness)('%s', async (route, [, expected, permission]) => {
    const status = isAllowed(role, permission!) ? (OF_OWN_LOGIN[route] ?? expected.owner) : 403
    expect([route, await member.statusOf(route)]).toEqual([route, status])
  })
})

describe('a removed member', () => {
  let setting: Setting
  let member: Awaited<ReturnType<typeof memberOf>>
  beforeAll(async () => {
    setting = await createWorld()
    member = await memberOf(setting, 'owner')
    await member.call('users/saveUserDomain', { json: { businessName: 'Elsewhere' } })
    const { db } = setting.api.ctx
    const isTheirs = eq(members.userId, member.userId)
    await db.delete(members).where(and(isTheirs, eq(members.domainId, setting.world.domainId)))
    await db.update(members).set({ isSelected: true }).where(isTheirs)
  }, HUNG_AFTER_MS)
  afterEach(async () => {
    await setting.api.ctx.db.delete(rateLimits)
  })

  test.each(inBusiness)('%s', async (route, [call, expected]) => {
    expect([route, await member.statusOf(route)]).toEqual([route, expected.other])
    const [path, init] = typeof call === 'string' ? [call] : await call(setting.world)
    const shown = await member.call(path, { ...init, headers: { 'X-Domain-Id': setting.world.domainId } })
    expect(await shown.text()).not.toMatch(/Secret words|Pat’s Plumbing/)
  })
})
