import { and, eq, gt, lte, sql } from 'drizzle-orm'

import { endAccess, readUser } from '#api/auth/sessions/sessions.ts'
import {
  forgetSignInTickets,
  hasTwoFactor,
  proveByCode,
  proveByPassword,
} from '#api/auth/two-factor/two-factor.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { emailChanges, type User, users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { limit, limitAddress, limitEmail, LIMITS, refundLimit } from '#api/http/limits/limits.ts'
import {
  emailChangedMail,
  emailChangeRequestedMail,
  newEmailMail,
  takenEmailMail,
} from '#api/mail/templates.ts'
import { queueMail } from '#api/outbox/mail.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  type ChangeEmail,
  type ConfirmEmail,
  EMAIL_CHANGE_MESSAGES,
  type EmailChange,
} from '#shared/auth/auth.ts'
import {
  CODE_MINUTES,
  invalidCodeError,
  matchesCode,
  issueCode,
  hasAttemptsLeft,
  UNCONFIRMED_MS,
  usedUpCodeError,
} from './mailed-codes.ts'
import { findOwner, type Owner } from './signups.ts'

type Pending = typeof emailChanges.$inferSelect

/**
 * Mails a code to the new address, and a notice to the present one. The owner of an address with an account gets a notice
 * instead of a code, so that neither this response nor later ones reveal whether there is an account. Replaces an earlier
 * request of the user.
 * @throws {DomainError} `invalid` without the password, a recent Google sign-in, or the second factor; `conflict` if the
 * password changes meanwhile; `rate_limited`
 */
export async function requestEmailChange(
  ctx: UserContext,
  { email, password, code = '' }: ChangeEmail,
): Promise<EmailChange> {
  const { userId, config } = ctx
  await limitAddress(ctx, LIMITS.registerAddress)
  await limit(ctx, { ...LIMITS.changeEmail, key: userId })
  const passwordHash = await proveByPassword(ctx, { password }, EMAIL_CHANGE_MESSAGES.signInAgain)
  if (await hasTwoFactor(ctx, userId)) await proveByCode(ctx, code)
  await limitEmail(ctx, LIMITS.registerEmail, email)
  const owner = await findOwner(ctx, email)
  if (owner?.id === userId) throw invalidField('email', EMAIL_CHANGE_MESSAGES.own)
  const id = Bun.randomUUIDv7()
  const issued = issueCode(ctx, 'email change', id)
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + UNCONFIRMED_MS)
  await write(ctx, async ctx => {
    const user = await readUser(ctx)
    if (user.passwordHash !== passwordHash)
      throw new DomainError('conflict', 'Your password was changed elsewhere just now. Please sign in again.')
    await withdrawEmailChange(ctx)
    await ctx.db.insert(emailChanges).values({ id, userId, email, createdAt, expiresAt, ...issued.stored })
    await queueMail(ctx, codeMailFor(ctx, email, issued.code, owner))
    const mail = emailChangeRequestedMail({
      to: user.email,
      fullname: user.fullname,
      siteUrl: config.siteUrl,
      newEmail: email,
      hasPassword: passwordHash !== null,
    })
    await queueMail(ctx, { urgent: true, userId, mail })
  })
  return { email, expiresAt: expiresAt.toISOString() }
}

/** Returns the user's new e-mail that waits for its code; null if there is none. */
export async function readEmailChange(ctx: UserContext): Promise<EmailChange | null> {
  const pending = await findPending(ctx)
  return pending ? { email: pending.email, expiresAt: pending.expiresAt.toISOString() } : null
}

/** Mails a new code, or notifies the owner again; the last code stops working. @throws {DomainError} `not_found`, `rate_limited` */
export async function resendEmailCode(ctx: UserContext): Promise<void> {
  await limitAddress(ctx, LIMITS.resendAddress)
  const pending = await findPending(ctx)
  if (!pending) throw noChange()
  const { id, email } = pending
  await limitEmail(ctx, LIMITS.resendEmail, email)
  const owner = await findOwner(ctx, email)
  const { code, stored } = issueCode(ctx, 'email change', id)
  await write(ctx, async ctx => {
    const renewed = await ctx.db
      .update(emailChanges)
      .set(stored)
      .where(eq(emailChanges.id, id))
      .returning({ id: emailChanges.id })
    if (renewed.length === 0) throw noChange()
    await queueMail(ctx, codeMailFor(ctx, email, code, owner))
  })
}

/** Withdraws the user's new e-mail, whose code stops working. */
export async function withdrawEmailChange({ db, userId }: Inside<UserContext>): Promise<void> {
  await db.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/**
 * Verifies the mailed code, counting the attempt first.
 * @returns the request, for `replaceEmail`
 * @throws {DomainError} `invalid` for a wrong, expired or withdrawn code, or after too many attempts; `rate_limited`
 */
export async function verifyEmailCode(ctx: UserContext, { otp }: ConfirmEmail): Promise<Pending> {
  const byAddress = await limitAddress(ctx, LIMITS.verifyAddress)
  const pending = await findPending(ctx)
  if (!pending) throw usedUpCodeError()
  const counted = [...byAddress, ...(await limitEmail(ctx, LIMITS.verifyEmail, pending.email))]
  const [tried] = await ctx.db
    .update(emailChanges)
    .set({ attempts: sql`${emailChanges.attempts} + 1` })
    .where(and(eq(emailChanges.id, pending.id), hasAttemptsLeft(ctx, emailChanges)))
    .returning()
  if (!tried) throw usedUpCodeError()
  if (!matchesCode(ctx, 'email change', tried, otp)) throw invalidCodeError()
  for (const each of counted) await refundLimit(ctx, each)
  return tried
}

/**
 * Changes the user's e-mail, and notifies the former address. Ends other sessions, unfinished sign-ins and reset links, which may
 * be in a mailbox that isn't theirs any more. A linked Google account stays linked.
 * @returns the user before the change
 * @throws {DomainError} `invalid` if the request was withdrawn, or somebody has taken the address
 */
export async function replaceEmail(ctx: Inside<UserContext>, { id, email }: Pending): Promise<User> {
  const { db, userId, sessionId, config } = ctx
  const before = await readUser(ctx)
  const taken = await db.delete(emailChanges).where(eq(emailChanges.id, id)).returning()
  if (taken.length === 0) throw usedUpCodeError()
  if ((await db.$count(users, eq(users.email, email))) > 0) throw invalidCodeError()
  await db.update(users).set({ email }).where(eq(users.id, userId))
  await endAccess(ctx, userId, sessionId)
  await forgetSignInTickets(ctx, userId)
  const { email: to, fullname } = before
  const mail = emailChangedMail({ to, fullname, siteUrl: config.siteUrl, newEmail: email })
  await queueMail(ctx, { userId, mail })
  return before
}

export async function sweepEmailChanges({ db, now }: Context): Promise<void> {
  await db.delete(emailChanges).where(lte(emailChanges.expiresAt, now()))
}

async function findPending({ db, now, userId }: UserContext): Promise<Pending | undefined> {
  const isOpen = and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now()))
  const [pending] = await db.select().from(emailChanges).where(isOpen)
  return pending
}

const noChange = () => new DomainError('not_found', 'There is no new email to confirm.')

function codeMailFor(
  { config, userId }: Inside<UserContext>,
  email: string,
  code: string,
  owner: Owner | undefined,
) {
  const mail = owner
    ? takenEmailMail({ to: email, fullname: owner.fullname, siteUrl: config.siteUrl })
    : newEmailMail({ to: email, code, minutes: CODE_MINUTES })
  return { urgent: true, mail, userId: owner?.id ?? userId }
}
