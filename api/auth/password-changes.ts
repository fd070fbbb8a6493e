import { and, eq, gt, lte } from 'drizzle-orm'

import { checkPassword, hashPassword } from '#api/auth/passwords/passwords.ts'
import { endAccess } from '#api/auth/sessions/sessions.ts'
import { hasTwoFactor, proveByCode } from '#api/auth/two-factor/two-factor.ts'
import type { Context, Inside, RequestContext, UserContext } from '#api/context.ts'
import { passwordResets, signups, type User, users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { limit, limitAddress, limitEmail, LIMITS, refundLimit } from '#api/http/limits/limits.ts'
import type { Mail } from '#api/mail/mail.ts'
import {
  googleAccountMail,
  passwordChangedMail,
  resetMail,
  unfinishedSignupMail,
} from '#api/mail/templates.ts'
import { queueMail, queueAndDiscardMail } from '#api/outbox/mail.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  PASSWORD_CHANGE_MESSAGES,
  type ResetByToken,
  type ResetRequest,
  type UpdatePassword,
} from '#shared/auth/auth.ts'

/**
 * Changes a signed-in user's password, ends their other sessions, reset links and unconfirmed new e-mail, and notifies them by
 * mail. Requires a code while two-factor is on, so that a thief with the password and an open browser can't lock the owner out.
 * @throws {DomainError} `forbidden` for accounts that only sign in with Google, `invalid` for a wrong old password or code
 */
export async function changePassword(
  ctx: UserContext,
  { oldPassword, newPassword, code = '' }: UpdatePassword,
): Promise<void> {
  const { db, userId, sessionId, config } = ctx
  const counted = { ...LIMITS.updatePassword, key: userId }
  await limit(ctx, counted)
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user?.passwordHash) throw new DomainError('forbidden', PASSWORD_CHANGE_MESSAGES.google)
  if (!(await checkPassword(oldPassword, user.passwordHash))) {
    throw invalidField('oldPassword', PASSWORD_CHANGE_MESSAGES.oldWrong)
  }
  if (await hasTwoFactor(ctx, userId)) await proveByCode(ctx, code)

  const passwordHash = await hashPassword(newPassword)
  await write(ctx, async ctx => {
    const [current] = await ctx.db.select().from(users).where(eq(users.id, userId))
    if (current?.passwordHash !== user.passwordHash)
      throw new DomainError('conflict', 'Your password was changed elsewhere just now. Please sign in again.')
    await ctx.db.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await endAccess(ctx, userId, sessionId)
    const mail = passwordChangedMail({
      to: user.email,
      fullname: user.fullname,
      siteUrl: config.siteUrl,
      keepsSession: true,
    })
    await queueMail(ctx, { userId, mail })
  })
  await refundLimit(ctx, counted)
}

const LINK_MINUTES = 30

/** Mails a reset link, or a note about Google sign-in to users without a password. Doesn't reveal whether there is an account. */
export async function requestReset(ctx: RequestContext, { email }: ResetRequest): Promise<void> {
  await limitAddress(ctx, LIMITS.resetAddress)
  await limitEmail(ctx, LIMITS.resetEmail, email)
  await write(ctx, async ctx => {
    // Read in the same transaction, because the e-mail may be changed meanwhile, and a link would go to the former one.
    const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
    const mail = user
      ? await mailFor(ctx, user)
      : unfinishedSignupMail({ to: email, siteUrl: ctx.config.siteUrl })
    // Writes as much for each e-mail, so that timing doesn't reveal whether there is an account.
    if (!user?.passwordHash)
      await ctx.db.delete(passwordResets).where(eq(passwordResets.tokenHash, hashToken(newToken())))
    const isKnown = user !== undefined || (await hasPendingSignup(ctx, email))
    await (isKnown ? queueMail : queueAndDiscardMail)(ctx, { urgent: true, mail, userId: user?.id })
  })
}

/** Returns a mail with a new link, or without one for a user who has no password. */
async function mailFor(ctx: Inside<Context>, { id, email, fullname, passwordHash }: User): Promise<Mail> {
  const { siteUrl } = ctx.config
  if (passwordHash === null) return googleAccountMail({ to: email, fullname, siteUrl })
  const token = newToken()
  const expiresAt = new Date(ctx.now().getTime() + LINK_MINUTES * 60_000)
  await ctx.db.insert(passwordResets).values({ tokenHash: hashToken(token), userId: id, expiresAt })
  const url = `${siteUrl}/reset-password/${token}`
  return resetMail({ to: email, fullname, url, minutes: LINK_MINUTES })
}

const hasPendingSignup = async ({ db, now }: Inside<Context>, email: string) =>
  (await db.$count(signups, and(eq(signups.email, email), gt(signups.expiresAt, now())))) > 0

/**
 * Sets the password by a mailed link, and ends all sessions, other links and the unconfirmed new e-mail of its user.
 * @throws {DomainError} `invalid` for an unknown, expired or used link
 */
export async function resetPassword(ctx: RequestContext, { token, newPassword }: ResetByToken) {
  await limitAddress(ctx, LIMITS.resetAddress)
  await requireLinkOwner(ctx, token)
  const passwordHash = await hashPassword(newPassword)
  await write(ctx, async ctx => {
    const { db, config } = ctx
    const { id: userId, email, fullname } = await requireLinkOwner(ctx, token)
    await db.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await endAccess(ctx, userId)
    await queueMail(ctx, {
      userId,
      mail: passwordChangedMail({ to: email, fullname, siteUrl: config.siteUrl }),
    })
  })
}

async function requireLinkOwner({ db, now }: Inside<Context>, token: string) {
  const [owner] = await db
    .select({ id: users.id, email: users.email, fullname: users.fullname })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, now())))
  if (!owner)
    throw invalidField('token', 'This reset link has expired or was used already. Please ask for a new one.')
  return owner
}

export async function sweepResets({ db, now }: Context): Promise<void> {
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now()))
}
