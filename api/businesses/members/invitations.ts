import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm'

import { addMember, isAllowedIn, nameOf, requireMembership } from '#api/auth/access/membership.ts'
import { recordActivity, replaceInvitedEmail } from '#api/businesses/activity/record.ts'
import { getDomain } from '#api/businesses/domains.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { invitations, members } from '#api/db/schema/businesses/members.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { invitationMail } from '#api/mail/templates.ts'
import { publishToBusiness } from '#api/outbox/live-events.ts'
import { queueMail } from '#api/outbox/mail.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import {
  INVITATION_DAYS,
  type Invitation,
  type InviteMember,
  MAX_MEMBERS,
  type Member,
  MEMBER_MESSAGES,
} from '#shared/businesses/members.ts'
import { DAY_MS } from '#shared/durations.ts'

/**
 * Invites somebody by mail. A second invitation of the same e-mail replaces the first, whose link stops working.
 * @throws {DomainError} `conflict` for a member or above the maximum, `forbidden`, `rate_limited`
 */
export async function inviteMember(
  ctx: UserContext,
  domainId: string,
  { email, role }: InviteMember,
): Promise<Member> {
  await requireMembership(ctx, domainId, 'own')
  await limit(ctx, { ...LIMITS.inviteMember, key: ctx.userId })
  if (await isMember(ctx, domainId, email)) throw conflict(MEMBER_MESSAGES.isMember)
  await limit(ctx, { ...LIMITS.invitedEmail, key: email })
  return write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'own')
    const id = await invite(ctx, domainId, { email, role })
    return { _id: id, fullname: '', email, role, status: 'invited' }
  })
}

/** @param mail id and delay of the mail, so that it can be withdrawn */
type NewInvitation = InviteMember & { mail?: { id: string; delayMs: number } }

/** Invites somebody to a business of the caller. Returns the invitation's id. @throws {DomainError} `conflict` above the maximum */
export async function invite(
  ctx: Inside<UserContext>,
  domainId: string,
  { email, role, mail }: NewInvitation,
): Promise<string> {
  const { db, now, userId, config } = ctx
  const [active, invited] = await Promise.all([
    db.$count(members, eq(members.domainId, domainId)),
    db.$count(invitations, and(eq(invitations.domainId, domainId), ne(invitations.email, email))),
  ])
  if (active + invited >= MAX_MEMBERS) throw conflict(MEMBER_MESSAGES.tooMany)
  const token = newToken()
  const fresh = {
    role,
    tokenHash: hashToken(token),
    invitedBy: userId,
    expiresAt: new Date(+now() + INVITATION_DAYS * DAY_MS),
  }
  const { id } = onlyRow(
    await db
      .insert(invitations)
      .values({ id: crypto.randomUUID(), domainId, email, ...fresh, createdAt: now() })
      .onConflictDoUpdate({ target: [invitations.domainId, invitations.email], set: fresh })
      .returning({ id: invitations.id }),
  )
  await recordActivity(ctx, { domainId, act: 'member.invited', email, details: { role } })
  const { businessName } = await getDomain(ctx, domainId)
  const url = `${config.siteUrl}/invite/${token}`
  const content = invitationMail({ to: email, inviter: await nameOf(ctx), business: businessName, url })
  await queueMail(ctx, { ...mail, mail: content })
  return id
}

const conflict = (message: string) => new DomainError('conflict', message, { fields: { email: message } })

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
export async function readInvitation(ctx: Context, token: string): Promise<Invitation> {
  const { domainId, invitedBy, email } = await findInvitation(ctx, token)
  const [found] = await ctx.db
    .select({ businessName: domains.businessName, by: users.fullname })
    .from(domains)
    .innerJoin(users, eq(users.id, invitedBy ?? ''))
    .where(eq(domains.id, domainId))
  if (!found) throw noInvitation()
  return { ...found, email }
}

/**
 * Makes the caller a member. They may sign in with another e-mail, because the token proves that they have the invitation
 * (docs/decisions/066). A member keeps their role.
 * @throws {DomainError} `not_found`, the same for unknown, used, withdrawn and expired tokens
 */
export async function acceptInvitation(ctx: UserContext, token: string): Promise<Domain> {
  await limit(ctx, { ...LIMITS.acceptInvitation, key: ctx.userId })
  return write(ctx, async ctx => {
    const { db, userId } = ctx
    const { id, domainId, email, role } = await findInvitation(ctx, token)
    const isOurs = and(eq(members.domainId, domainId), eq(members.userId, userId))
    const [member] = await db.select().from(members).where(isOurs)
    if (!member) await addMember(ctx, { domainId, role })
    else if (member.visitsUntil) await db.update(members).set({ role, visitsUntil: null }).where(isOurs)
    if (!member || member.visitsUntil)
      await recordActivity(ctx, { domainId, act: 'member.joined', details: { role } })
    await replaceInvitedEmail(ctx, { domainId, email })
    await db.delete(invitations).where(eq(invitations.id, id))
    await publishToBusiness(ctx, domainId, 'domain', { domainId })
    return getDomain(ctx, domainId)
  })
}

async function findInvitation({ db, now }: Inside<Context>, token: string) {
  const isThis = allOf(eq(invitations.tokenHash, hashToken(token)), isOpen(now()))
  const [found] = await db.select().from(invitations).where(isThis)
  if (!found) throw noInvitation()
  return found
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

export async function sweepInvitations({ db, now }: Context): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, now()))
}
