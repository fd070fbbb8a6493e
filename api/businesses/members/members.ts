import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'

import { isAllowedIn, requireMembership, selectOthers } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { ownerRepair } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { invitations, members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { DomainError } from '#api/errors.ts'
import { noticesRemoval } from '#api/notifications/notifications.ts'
import { forgetLiveEvents, liveInsert, liveInsertFor } from '#api/outbox/live-events.ts'
import { type ChangeMember, type Member, MEMBER_MESSAGES } from '#shared/businesses/members.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { isOpen } from './invitations.ts'

/** Returns the members of a business, longest-standing first. Owners also get the pending invitations. */
export async function listMembers(ctx: UserContext, domainId: string): Promise<Member[]> {
  const role = await requireMembership(ctx, domainId)
  const [active, invited] = await Promise.all([
    ctx.db
      .select({ _id: users.id, fullname: users.fullname, email: users.email, role: members.role })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(
        and(eq(members.domainId, domainId), isNull(members.visitsUntil), isAllowedIn(ctx, members.domainId)),
      )
      .orderBy(asc(members.createdAt), asc(users.id)),
    ctx.db
      .select({ _id: invitations.id, email: invitations.email, role: invitations.role })
      .from(invitations)
      .where(
        and(
          eq(invitations.domainId, domainId),
          isAllowedIn(ctx, invitations.domainId, 'own'),
          isOpen(ctx.now()),
        ),
      )
      .orderBy(asc(invitations.createdAt), asc(invitations.id)),
  ])
  return [
    ...active.map(member => ({ ...member, status: 'active' as const })),
    ...(isAllowed(role, 'own')
      ? invited.map(each => ({ ...each, fullname: '', status: 'invited' as const }))
      : []),
  ]
}

/**
 * Changes the role of a member or of an invitation. Each statement checks that another owner is left, so two owners who
 * demote each other at the same time can't leave the business without one.
 * @throws {DomainError} `conflict` for the last owner, `not_found`
 */
export async function changeMember(
  ctx: UserContext,
  domainId: string,
  memberId: string,
  { role }: ChangeMember,
): Promise<void> {
  await requireMembership(ctx, domainId, 'own')
  const { db } = ctx
  const changes = and(
    isOf(domainId, memberId),
    isAllowedIn(ctx, members.domainId, 'own'),
    role === 'owner' ? undefined : leavesAnOwner,
  )
  const [, changed, , invited] = await db.batch([
    recordActivity(
      ctx,
      { domainId, act: 'member.role', personId: memberId, details: { role } },
      sql`from ${members} where ${changes} and ${ne(members.role, role)}`,
    ),
    db.update(members).set({ role }).where(changes).returning({ userId: members.userId }),
    ownerRepair(ctx, domainId),
    db
      .update(invitations)
      .set({ role })
      .where(
        and(
          eq(invitations.id, memberId),
          eq(invitations.domainId, domainId),
          isAllowedIn(ctx, invitations.domainId, 'own'),
        ),
      )
      .returning({ id: invitations.id }),
    liveInsertFor(ctx, domainId, 'domain', { domainId }),
  ])
  if (changed.length + invited.length === 0) throw await changeError(ctx, domainId, memberId)
}

/**
 * Removes a member or withdraws an invitation. Members may also remove themselves. A removed member has no access to the
 * business and gets none of its events and notices. Their posts stay and are published.
 * @throws {DomainError} `conflict` for the last owner, `forbidden`, `not_found`
 */
export async function removeMember(ctx: UserContext, domainId: string, memberId: string): Promise<void> {
  const isLeaving = memberId === ctx.userId
  await requireMembership(ctx, domainId, isLeaving ? 'see' : 'own')
  const { db } = ctx
  const isRemovable = allOf(
    isOf(domainId, memberId),
    isLeaving ? undefined : isAllowedIn(ctx, members.domainId, 'own'),
    leavesAnOwner,
  )
  const isWithdrawn = and(
    eq(invitations.id, memberId),
    eq(invitations.domainId, domainId),
    isAllowedIn(ctx, invitations.domainId, 'own'),
  )
  const isRemoval = sql`exists (select 1 from ${members} where ${isRemovable})`
  const results = await db.batch([
    selectOthers(
      ctx,
      sql`leaving.domain_id = ${domainId} and leaving.user_id = ${memberId} and ${isRemoval}`,
    ),
    // Their browsers must not read earlier events of the business when they reconnect.
    ...noticesRemoval(ctx, { userId: memberId, domainId }, isRemoval),
    forgetLiveEvents(ctx, memberId, isRemoval),
    liveInsert(ctx, memberId, 'domain', { domainId }, isRemoval),
    db.delete(members).where(isRemovable).returning({ userId: members.userId }),
    recordActivity(ctx, {
      domainId,
      act: isLeaving ? 'member.left' : 'member.removed',
      ...(!isLeaving && { personId: memberId }),
    }),
    recordActivity(
      ctx,
      { domainId, act: 'member.withdrawn', email: sql`${invitations.email}` },
      sql`from ${invitations} where ${isWithdrawn}`,
    ),
    db.delete(invitations).where(isWithdrawn).returning({ id: invitations.id }),
    ownerRepair(ctx, domainId),
    liveInsertFor(ctx, domainId, 'domain', { domainId }),
  ])
  const [removed, withdrawn] = [results[5], results[8]]
  if (removed.length + withdrawn.length === 0) throw await changeError(ctx, domainId, memberId)
}

const isOf = (domainId: string, userId: string) =>
  allOf(eq(members.domainId, domainId), eq(members.userId, userId), isNull(members.visitsUntil))

/** SQL condition on a row of `members`: the business keeps an owner without it. */
const leavesAnOwner = or(
  ne(members.role, 'owner'),
  sql`exists (select 1 from ${members} as other where other.domain_id = ${members.domainId}
    and other.user_id <> ${members.userId} and other.role = 'owner')`,
)

/** @throws {DomainError} `not_found` or `forbidden` if the caller was removed or demoted in the meantime */
async function changeError(ctx: UserContext, domainId: string, memberId: string): Promise<DomainError> {
  await requireMembership(ctx, domainId, memberId === ctx.userId ? 'see' : 'own')
  return (await ctx.db.$count(members, isOf(domainId, memberId))) > 0
    ? new DomainError('conflict', MEMBER_MESSAGES.lastOwner, { fields: { role: MEMBER_MESSAGES.lastOwner } })
    : new DomainError('not_found', MEMBER_MESSAGES.gone)
}
