import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

import { isAllowedIn, nameOf, requireMembership } from '#api/auth/access/membership.ts'
import { replaceInvitedEmail, recordActivity } from '#api/businesses/activity/record.ts'
import { getDomain } from '#api/businesses/domains.ts'
import type { Context, UserContext } from '#api/context.ts'
import { hashToken, newToken } from '#api/crypto/secrets.ts'
import { allOf } from '#api/db/conditions.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { invitations, members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { DomainError } from '#api/errors.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { invitationMail } from '#api/mail/invitation-mail.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { mailInsert } from '#api/outbox/mail.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import {
  INVITATION_DAYS,
  type Invitation,
  type InviteMember,
  MAX_MEMBERS,
  type Member,
  MEMBER_MESSAGES,
} from '#shared/businesses/members.ts'

const DAY_MS = 24 * 60 * 60_000
const TOKEN = /^[a-z2-7]{52}$/

/**
 * Invites somebody by mail. A second invitation of the same e-mail replaces the first, whose link stops working.
 * @throws {DomainError} `conflict` for a member or above the maximum, `forbidden`, `rate_limited`
 */
export async function inviteMember(
  ctx: UserContext,
  domainId: string,
  { email, role }: InviteMember,
): Promise<Member> {
  const { db, userId } = ctx
  const { businessName } = await getDomain(ctx, domainId, 'own')
  await limit(ctx, { ...LIMITS.inviteMember, key: userId })
  if (await isMember(ctx, domainId, email)) throw conflict('email', MEMBER_MESSAGES.isMember)
  await limit(ctx, { ...LIMITS.invitedEmail, key: email })
  const invitation = newInvitation(ctx, { domainId, businessName, email, role, inviter: await nameOf(ctx) })
  const [[row]] = await db.batch(invitation)
  if (!row) {
    await requireMembership(ctx, domainId, 'own')
    throw conflict('email', MEMBER_MESSAGES.tooMany)
  }
  ctx.wake('send-mail')
  return { _id: row.id, fullname: '', email, role: row.role, status: 'invited' }
}

type NewInvitation = InviteMember & {
  domainId: string
  businessName: string
  /** Name of the caller. */
  inviter: string
  /** Id and delay of the mail, so that it can be withdrawn. */
  mail?: { id: string; delayMs: number }
}

/**
 * Returns the unexecuted statements that invite somebody to a business, if the caller is one of its owners when they run. A
 * second invitation of the same e-mail replaces the first.
 */
export const newInvitation = (
  ctx: UserContext,
  { domainId, businessName, email, role, inviter, mail }: NewInvitation,
) => {
  const { db, now, userId, config } = ctx
  const token = newToken()
  const fresh = {
    role,
    tokenHash: hashToken(token),
    invitedBy: userId,
    expiresAt: new Date(+now() + INVITATION_DAYS * DAY_MS),
  }
  const taken = sql`(select count(*) from ${members} where domain_id = ${domainId})
    + (select count(*) from ${invitations} as others where others.domain_id = ${domainId} and others.email <> ${email})`
  return [
    insertMany(
      db,
      invitations,
      { id: crypto.randomUUID(), domainId, email, ...fresh, createdAt: now() },
      sql`from ${members} where ${members.domainId} = ${domainId} and ${members.userId} = ${userId}
        and ${isAllowedIn(ctx, members.domainId, 'own')} and ${taken} < ${MAX_MEMBERS}`,
    )
      .onConflictDoUpdate({ target: [invitations.domainId, invitations.email], set: fresh })
      .returning(),
    recordActivity(ctx, { domainId, act: 'member.invited', email, details: { role } }),
    mailInsert(ctx, {
      ...mail,
      mail: invitationMail({
        to: email,
        inviter,
        business: businessName,
        url: `${config.siteUrl}/invite/${token}`,
      }),
      when: sql`exists (select 1 from ${invitations} where ${invitations.tokenHash} = ${fresh.tokenHash})`,
    }),
  ] as const
}

const conflict = (field: string, message: string) =>
  new DomainError('conflict', message, { fields: { [field]: message } })

async function isMember({ db }: UserContext, domainId: string, email: string): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(
      members,
      and(eq(members.userId, users.id), eq(members.domainId, domainId), isNull(members.visitsUntil)),
    )
    .where(eq(users.email, email))
  return row !== undefined
}

/**
 * Reads an invitation for somebody who isn't signed in, so that they know whom they join before they sign up.
 * @throws {DomainError} `not_found`, the same for unknown, used, withdrawn and expired tokens
 */
export async function readInvitation({ db, now }: Context, token: string): Promise<Invitation> {
  if (!TOKEN.test(token)) throw noInvitation()
  const [found] = await db
    .select({ businessName: domains.businessName, by: users.fullname, email: invitations.email })
    .from(invitations)
    .innerJoin(domains, eq(domains.id, invitations.domainId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(allOf(eq(invitations.tokenHash, hashToken(token)), isOpen(now())))
  if (!found) throw noInvitation()
  return found
}

/**
 * Makes the caller a member. They may sign in with another e-mail, because the token proves that they have the invitation
 * (docs/decisions/066). A member keeps their role.
 * @throws {DomainError} `not_found`, the same for unknown, used, withdrawn and expired tokens
 */
export async function acceptInvitation(ctx: UserContext, token: string): Promise<Domain> {
  const { db, now, userId } = ctx
  await limit(ctx, { ...LIMITS.acceptInvitation, key: userId })
  if (!TOKEN.test(token)) throw noInvitation()
  const isThis = allOf(eq(invitations.tokenHash, hashToken(token)), isOpen(now()))
  const ofInvitation = (column: SQLiteColumn) => sql`(select ${column} from ${invitations} where ${isThis})`
  const domainId = ofInvitation(invitations.domainId)
  const [, , , [used]] = await db.batch([
    insertMany(
      db,
      members,
      {
        domainId: sql`${invitations.domainId}`,
        userId,
        role: sql`${invitations.role}`,
        isSelected: sql`not exists (select 1 from ${members} as ours where ours.user_id = ${userId} and ours.is_selected)`,
        createdAt: now(),
      },
      sql`from ${invitations} where ${isThis}`,
    ).onConflictDoUpdate({
      target: [members.domainId, members.userId],
      set: { role: sql`excluded.role`, visitsUntil: null },
      setWhere: isNotNull(members.visitsUntil),
    }),
    recordActivity(ctx, {
      domainId,
      act: 'member.joined',
      details: sql`json_object('role', ${ofInvitation(invitations.role)})`,
    }),
    replaceInvitedEmail(ctx, domainId, ofInvitation(invitations.email)),
    db.delete(invitations).where(isThis).returning({ domainId: invitations.domainId }),
  ])
  if (!used) throw noInvitation()
  await liveInsertFor(ctx, used.domainId, 'domain', { domainId: used.domainId })
  return await getDomain(ctx, used.domainId)
}

/**
 * SQL condition: the invitation hasn't expired, and its sender is still an owner. Otherwise a removed owner could return
 * with an invitation that they had sent to themselves (docs/decisions/088).
 */
export const isOpen = (now: Date) =>
  allOf(
    gt(invitations.expiresAt, now),
    isAllowedIn({ userId: invitations.invitedBy }, invitations.domainId, 'own'),
  )

const noInvitation = () => new DomainError('not_found', MEMBER_MESSAGES.noInvitation)

/** Deletes expired invitations. */
export async function sweepInvitations({ db, now }: Context): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, now()))
}
