import { and, asc, eq, isNull } from 'drizzle-orm'

import {
  deleteMembers,
  endVisit,
  isAllowedIn,
  noSuchBusinessError,
  requireMembership,
} from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { getDomain, repairOwner } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { invitations, members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { forgetNotices } from '#api/notifications/notifications.ts'
import { deleteLiveEventsOf, publishToUser, publishToBusiness } from '#api/outbox/live-events.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { VISIT_HOURS } from '#shared/businesses/clients.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { type ChangeMember, isLastOwner, type Member, MEMBER_MESSAGES } from '#shared/businesses/members.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { HOUR_MS } from '#shared/durations.ts'
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
 * Changes the role of a member or of an invitation.
 * @throws {DomainError} `conflict` for the last owner, `forbidden`, `not_found`
 */
export const changeMember = (ctx: UserContext, domainId: string, memberId: string, { role }: ChangeMember) =>
  write(ctx, async ctx => {
    const { db } = ctx
    await requireMembership(ctx, domainId, 'own')
    const found = await findMember(ctx, domainId, memberId)
    if (found.status === 'invited')
      await db.update(invitations).set({ role }).where(eq(invitations.id, memberId))
    else if (role !== found.role) {
      await requireOtherOwner(ctx, domainId, memberId)
      await db.update(members).set({ role }).where(isOf(domainId, memberId))
      await recordActivity(ctx, { domainId, act: 'member.role', personId: memberId, details: { role } })
      await repairOwner(ctx, domainId)
    }
    await publishToBusiness(ctx, domainId, 'domain', { domainId })
  })

/**
 * Removes a member or withdraws an invitation. Members may also remove themselves. A removed member has no access to the
 * business and gets none of its events and notices. Their posts stay and are published.
 * @throws {DomainError} `conflict` for the last owner, `forbidden`, `not_found`
 */
export const removeMember = (ctx: UserContext, domainId: string, memberId: string): Promise<void> =>
  write(ctx, async ctx => {
    const isLeaving = memberId === ctx.userId
    await requireMembership(ctx, domainId, isLeaving ? 'see' : 'own')
    const found = await findMember(ctx, domainId, memberId)
    if (found.status === 'invited') {
      await ctx.db.delete(invitations).where(eq(invitations.id, memberId))
      await recordActivity(ctx, { domainId, act: 'member.withdrawn', email: found.email })
    } else {
      await requireOtherOwner(ctx, domainId, memberId)
      await deleteMembers(ctx, isOf(domainId, memberId))
      await repairOwner(ctx, domainId)
      await forgetNotices(ctx, { userId: memberId, domainId })
      // Their browsers must not read earlier events of the business when they reconnect.
      await deleteLiveEventsOf(ctx, memberId)
      await publishToUser(ctx, memberId, 'domain', { domainId })
      const act = isLeaving ? 'member.left' : 'member.removed'
      await recordActivity(ctx, { domainId, act, ...(!isLeaving && { personId: memberId }) })
    }
    await publishToBusiness(ctx, domainId, 'domain', { domainId })
  })

const isOf = (domainId: string, userId: string) =>
  allOf(eq(members.domainId, domainId), eq(members.userId, userId), isNull(members.visitsUntil))

/** Finds a member or an invitation. @throws {DomainError} `not_found` if the id belongs to neither */
async function findMember({ db }: Inside<UserContext>, domainId: string, memberId: string) {
  const [member] = await db.select({ role: members.role }).from(members).where(isOf(domainId, memberId))
  if (member) return { status: 'active', role: member.role } as const
  const [invited] = await db
    .select({ email: invitations.email })
    .from(invitations)
    .where(and(eq(invitations.id, memberId), eq(invitations.domainId, domainId)))
  if (!invited) throw new DomainError('not_found', MEMBER_MESSAGES.gone)
  return { status: 'invited', email: invited.email } as const
}

/** @throws {DomainError} `conflict` for the last owner */
async function requireOtherOwner({ db }: Inside<UserContext>, domainId: string, memberId: string) {
  const owners = await db
    .select({ _id: members.userId, role: members.role })
    .from(members)
    .where(and(eq(members.domainId, domainId), eq(members.role, 'owner')))
  if (isLastOwner(memberId, owners))
    throw new DomainError('conflict', MEMBER_MESSAGES.lastOwner, {
      fields: { role: MEMBER_MESSAGES.lastOwner },
    })
}

/**
 * Gives an administrator the role of editor for some hours in a business of which they aren't a member. The business's activity
 * shows the visit and everything done during it. Members keep their own role.
 * @throws {DomainError} `not_found`
 */
export const openAsAdministrator = (ctx: UserContext, domainId: string): Promise<Domain> =>
  write(ctx, async ctx => {
    const { db, now, userId } = ctx
    const isAdministrator = (await db.$count(users, and(eq(users.id, userId), eq(users.role, 'admin')))) > 0
    const isThere = (await db.$count(domains, eq(domains.id, domainId))) > 0
    if (!isAdministrator || !isThere) throw noSuchBusinessError()
    if ((await db.$count(members, isOf(domainId, userId))) === 0) {
      const visitsUntil = new Date(+now() + VISIT_HOURS * HOUR_MS)
      await db
        .insert(members)
        .values({ domainId, userId, role: 'editor', visitsUntil, createdAt: now() })
        .onConflictDoUpdate({ target: [members.domainId, members.userId], set: { visitsUntil } })
      await recordActivity(ctx, { domainId, act: 'business.opened' })
      await publishToUser(ctx, userId, 'domain', { domainId })
    }
    return getDomain(ctx, domainId)
  })

/** Ends the caller's visit as administrator. Does nothing for members. */
export const leaveAsAdministrator = (ctx: UserContext, domainId: string): Promise<void> =>
  write(ctx, ctx => endVisit(ctx, ctx.userId, domainId))
