import { and, eq, isNotNull, sql } from 'drizzle-orm'

import { selectOthers } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { getDomain } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { forgetLiveEvents, liveInsert } from '#api/outbox/live-events.ts'
import { VISIT_HOURS } from '#shared/businesses/clients.ts'
import type { Domain } from '#shared/businesses/domains.ts'

const HOUR_MS = 60 * 60_000

/**
 * Gives an administrator the role of editor for some hours in a business of which they aren't a member. The business's activity
 * shows the visit and everything done during it. Members keep their own role.
 * @throws {DomainError} `not_found`
 */
export async function openAsAdministrator(ctx: UserContext, domainId: string): Promise<Domain> {
  const { db, now, userId } = ctx
  const visitsUntil = new Date(+now() + VISIT_HOURS * HOUR_MS)
  await db.batch([
    insertMany(
      db,
      members,
      { domainId, userId, role: 'editor', visitsUntil, createdAt: now() },
      sql`from ${domains} join ${users} on ${users.id} = ${userId} and ${users.role} = 'admin'
        where ${domains.id} = ${domainId}`,
    ).onConflictDoUpdate({
      target: [members.domainId, members.userId],
      set: { visitsUntil },
      setWhere: isNotNull(members.visitsUntil),
    }),
    recordActivity(ctx, { domainId, act: 'business.opened' }),
    liveInsert(ctx, userId, 'domain', { domainId }, sql`changes() > 0`),
  ])
  return await getDomain(ctx, domainId)
}

/** Ends the caller's visit as administrator. Does nothing for members. */
export async function leaveAsAdministrator(ctx: UserContext, domainId: string): Promise<void> {
  const { db, userId } = ctx
  await db.batch([
    selectOthers(
      ctx,
      sql`leaving.domain_id = ${domainId} and leaving.user_id = ${userId} and leaving.visits_until is not null`,
    ),
    db
      .delete(members)
      .where(and(eq(members.domainId, domainId), eq(members.userId, userId), isNotNull(members.visitsUntil))),
    forgetLiveEvents(ctx, userId),
    liveInsert(ctx, userId, 'domain', { domainId }),
  ])
}
