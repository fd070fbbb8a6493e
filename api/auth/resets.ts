import { and, eq, exists, gt, inArray, lte, sql } from 'drizzle-orm'

import type { Context, RequestContext } from '#api/context.ts'
import { hashToken, newToken } from '#api/crypto/secrets.ts'
import { passwordResets, sessions, signups, users } from '#api/db/schema/people/auth.ts'
import { DomainError } from '#api/errors.ts'
import { limitAddress, limitEmail, LIMITS } from '#api/http/limits/limits.ts'
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
  const token = newToken()
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email))
  const { siteUrl } = ctx.config
  const url = `${siteUrl}/reset-password/${token}`
  if (!user) {
    // Always builds a mail, so that timing doesn't reveal whether there is an account.
    const mail = unfinishedSignupMail({ to: email, siteUrl })
    await ctx.db.batch([
      deleteLink(ctx, token),
      mailInsert(ctx, { urgent: true, mail, when: exists(pendingSignup(ctx, email)) }),
    ])
    ctx.wake('send-mail')
    return
  }
  const { id: userId, fullname, passwordHash } = user
  if (passwordHash === null) {
    const mail = googleAccountMail({ to: email, fullname, siteUrl })
    await ctx.db.batch([deleteLink(ctx, token), mailInsert(ctx, { userId, urgent: true, mail })])
  } else {
    const expiresAt = new Date(ctx.now().getTime() + LINK_MINUTES * 60_000)
    await ctx.db.batch([
      ctx.db.insert(passwordResets).values({ tokenHash: hashToken(token), userId, expiresAt }),
      mailInsert(ctx, {
        userId,
        urgent: true,
        mail: resetMail({ to: email, fullname, url, minutes: LINK_MINUTES }),
      }),
    ])
  }
  ctx.wake('send-mail')
}

const pendingSignup = ({ db, now }: Context, email: string) =>
  db
    .select({ one: sql`1` })
    .from(signups)
    .where(and(eq(signups.email, email), gt(signups.expiresAt, now())))

/** Writes as much as a saved link would, so that timing doesn't reveal whether the account exists. */
const deleteLink = ({ db }: Context, token: string) =>
  db.delete(passwordResets).where(eq(passwordResets.tokenHash, hashToken(token)))

/**
 * Sets the password by a mailed link, and ends all sessions and other links of its user.
 * @throws {DomainError} `invalid` for an unknown, expired or used link
 */
export async function resetPassword(
  ctx: RequestContext,
  { token, newPassword }: ResetByToken,
): Promise<void> {
  const { db } = ctx
  await limitAddress(ctx, LIMITS.resetAddress)
  const isLive = and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, ctx.now()))
  const [owner] = await db
    .select({ id: users.id, email: users.email, fullname: users.fullname })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isLive)
  if (!owner) throw invalidLink()

  const passwordHash = await hashPassword(newPassword)
  const ownerId = db.select({ id: passwordResets.userId }).from(passwordResets).where(isLive)
  // Each statement of the transaction is guarded by the link, so that only one of two concurrent requests succeeds.
  const [changed] = await db.batch([
    db.update(users).set({ passwordHash }).where(inArray(users.id, ownerId)).returning({ id: users.id }),
    db.delete(sessions).where(inArray(sessions.userId, ownerId)),
    mailInsert(ctx, {
      userId: owner.id,
      mail: passwordChangedMail({
        to: owner.email,
        fullname: owner.fullname,
        siteUrl: ctx.config.siteUrl,
      }),
      when: exists(ownerId),
    }),
    db.delete(passwordResets).where(inArray(passwordResets.userId, ownerId)),
  ])
  if (changed.length === 0) throw invalidLink()
  ctx.wake('send-mail')
}

export async function sweepResets({ db, now }: Context): Promise<void> {
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now()))
}

const INVALID_LINK = 'This reset link has expired or was used already. Please ask for a new one.'
const invalidLink = () => new DomainError('invalid', INVALID_LINK, { fields: { token: INVALID_LINK } })
