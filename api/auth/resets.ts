import { and, eq, exists, gt, lte } from 'drizzle-orm'

import type { Context, Inside, RequestContext } from '#api/context.ts'
import { hashToken, newToken } from '#api/crypto/secrets.ts'
import { passwordResets, sessions, signups, type User, users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { DomainError } from '#api/errors.ts'
import { limitAddress, limitEmail, LIMITS } from '#api/http/limits/limits.ts'
import type { Mail } from '#api/mail/mail.ts'
import {
  googleAccountMail,
  passwordChangedMail,
  resetMail,
  unfinishedSignupMail,
} from '#api/mail/templates.ts'
import { mailInsert } from '#api/outbox/mail.ts'
import type { ResetByToken, ResetRequest } from '#shared/auth/auth.ts'
import { hashPassword } from './passwords/passwords.ts'

const LINK_MINUTES = 30

/** Mails a reset link, or a note about Google sign-in to users without a password. Doesn't reveal whether there is an account. */
export async function requestReset(ctx: RequestContext, { email }: ResetRequest): Promise<void> {
  await limitAddress(ctx, LIMITS.resetAddress)
  await limitEmail(ctx, LIMITS.resetEmail, email)
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
  await write(ctx, async ctx => {
    const mail = user
      ? await mailFor(ctx, user)
      : unfinishedSignupMail({ to: email, siteUrl: ctx.config.siteUrl })
    // Writes as much for each e-mail, so that timing doesn't reveal whether there is an account.
    if (!user?.passwordHash)
      await ctx.db.delete(passwordResets).where(eq(passwordResets.tokenHash, hashToken(newToken())))
    const when = user ? {} : { when: exists(pendingSignup(ctx, email)) }
    await mailInsert(ctx, { urgent: true, mail, userId: user?.id, ...when })
    ctx.wake('send-mail')
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

const pendingSignup = ({ db, now }: Inside<Context>, email: string) =>
  db
    .select({ email: signups.email })
    .from(signups)
    .where(and(eq(signups.email, email), gt(signups.expiresAt, now())))

/**
 * Sets the password by a mailed link, and ends all sessions and other links of its user.
 * @throws {DomainError} `invalid` for an unknown, expired or used link
 */
export async function resetPassword(
  ctx: RequestContext,
  { token, newPassword }: ResetByToken,
): Promise<void> {
  await limitAddress(ctx, LIMITS.resetAddress)
  await requireLinkOwner(ctx, token)
  const passwordHash = await hashPassword(newPassword)
  await write(ctx, async ctx => {
    const { db, config } = ctx
    const { id: userId, email, fullname } = await requireLinkOwner(ctx, token)
    await db.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await db.delete(sessions).where(eq(sessions.userId, userId))
    await db.delete(passwordResets).where(eq(passwordResets.userId, userId))
    await mailInsert(ctx, {
      userId,
      mail: passwordChangedMail({ to: email, fullname, siteUrl: config.siteUrl }),
    })
    ctx.wake('send-mail')
  })
}

async function requireLinkOwner({ db, now }: Inside<Context>, token: string) {
  const [owner] = await db
    .select({ id: users.id, email: users.email, fullname: users.fullname })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, now())))
  if (!owner) throw new DomainError('invalid', INVALID_LINK, { fields: { token: INVALID_LINK } })
  return owner
}

export async function sweepResets({ db, now }: Context): Promise<void> {
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now()))
}

const INVALID_LINK = 'This reset link has expired or was used already. Please ask for a new one.'
