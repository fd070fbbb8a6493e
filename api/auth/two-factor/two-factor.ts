import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import * as v from 'valibot'

import { checkPassword } from '#api/auth/passwords/passwords.ts'
import { createSession } from '#api/auth/sessions/sessions.ts'
import type { Context, Inside, RequestContext, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { sessions, users } from '#api/db/schema/people/auth.ts'
import { authenticators, recoveryCodes, signInTickets } from '#api/db/schema/people/two-factor.ts'
import { limit, limitAddress, LIMITS, refundLimit } from '#api/http/limits/limits.ts'
import { securityMail } from '#api/mail/templates.ts'
import { queueMail } from '#api/outbox/mail.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { RECENT_SIGN_IN_MINUTES } from '#shared/auth/account-deletion.ts'
import type { ProofByPassword } from '#shared/auth/auth.ts'
import {
  SecondFactorProof,
  type SignedIn,
  TWO_FACTOR_MESSAGES,
  type TwoFactorStatus,
  type VerifyTwoFactor,
} from '#shared/auth/two-factor.ts'
import { consumeCode, isAuthenticatorCode, isSetUp } from './codes.ts'

/**
 * Completes the first factor: returns a session, or a ticket while two-factor is on.
 * @param checked the hash that the password was checked against
 * @returns undefined if the password has changed or the user is being deleted
 */
export async function signIn(
  ctx: RequestContext,
  userId: string,
  checked: { passwordHash?: string | null } = {},
): Promise<SignedIn | undefined> {
  if (await hasTwoFactor(ctx, userId)) {
    return { twoFactorRequired: true, ticket: await issueTicket(ctx, userId, checked.passwordHash) }
  }
  const token = await createSession(ctx, userId, checked)
  return token ? { token } : undefined
}

/** Returns the limits that count attempts with a code of this kind. */
const limitsOf = (code: string) =>
  isAuthenticatorCode(code)
    ? {
        address: LIMITS.secondFactorAddress,
        user: { ...LIMITS.secondFactorUser, message: TWO_FACTOR_MESSAGES.tooManyCodes },
      }
    : { address: LIMITS.recoveryCodeAddress, user: LIMITS.recoveryCodeUser }

/**
 * Creates a session for a ticket and a code, and returns its token with the user.
 * @throws {DomainError} `unauthenticated` for an unknown, expired, used or exhausted ticket, `invalid` for a wrong code
 */
export async function verifyTwoFactor(
  ctx: RequestContext,
  { ticket, code }: VerifyTwoFactor,
): Promise<{ token: string; email: string }> {
  const limits = limitsOf(code)
  const byAddress = await limitAddress(ctx, limits.address)
  const userId = await countAttempt(ctx, ticket)
  if (!userId) throw ticketOver()
  const byUser = { ...limits.user, key: userId }
  await limit(ctx, byUser)
  const taken = await consumeCode(ctx, userId, code)
  if (!taken) throw invalidField('code', TWO_FACTOR_MESSAGES.wrongCode)
  const redeemed = await redeemTicket(ctx, ticket)
  if (!redeemed) throw ticketOver()
  const token = await createSession(ctx, userId, redeemed)
  if (!token) throw ticketOver()
  for (const counted of [...byAddress, byUser]) await refundLimit(ctx, counted)
  if (taken === 'recovery') await notifyOfRecovery(ctx, userId)
  return { token, email: (await recipientOf(ctx, userId)).to }
}

/**
 * Verifies that the user made the request, by the password or, for users without one, a recent Google sign-in. Otherwise a
 * thief with an open browser could lock the owner out.
 * @param signInAgain message for users without a password whose sign-in is too old
 * @returns the hash that the password was checked against
 * @throws {DomainError} `invalid` for a missing or wrong password, or an old sign-in
 */
export async function proveByPassword(
  ctx: UserContext,
  { password }: ProofByPassword,
  signInAgain: string,
): Promise<string | null> {
  const { db, userId, sessionId, now } = ctx
  const [user] = await db
    .select({ hash: users.passwordHash, signedInAt: sessions.createdAt })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(and(eq(users.id, userId), eq(sessions.id, sessionId)))
  if (!user) throw new DomainError('unauthenticated', 'Please sign in to continue.')
  if (user.hash === null) {
    if (now().getTime() - user.signedInAt.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000) return null
    throw invalidField('password', signInAgain)
  }
  if (password === '') throw invalidField('password', TWO_FACTOR_MESSAGES.noPassword)
  const tries = { ...LIMITS.secondFactorUser, key: userId }
  await limit(ctx, tries)
  if (!(await checkPassword(password, user.hash)))
    throw invalidField('password', TWO_FACTOR_MESSAGES.wrongPassword)
  await refundLimit(ctx, tries)
  return user.hash
}

/**
 * Verifies that the user made the request, by a code from the app or a recovery code.
 * @throws {DomainError} `invalid` if the code is missing, wrong or already used
 */
export async function proveByCode(ctx: UserContext, code: string): Promise<void> {
  const parsed = v.safeParse(SecondFactorProof, { code })
  if (!parsed.success) throw invalidField('code', TWO_FACTOR_MESSAGES.codeNeeded)
  const tries = { ...limitsOf(parsed.output.code).user, key: ctx.userId }
  await limit(ctx, tries)
  if (!(await consumeCode(ctx, ctx.userId, parsed.output.code)))
    throw invalidField('code', TWO_FACTOR_MESSAGES.wrongCode)
  await refundLimit(ctx, tries)
}

export async function hasTwoFactor({ db }: Context, userId: string): Promise<boolean> {
  return (await db.$count(authenticators, isSetUp(userId))) > 0
}

export async function readTwoFactor(ctx: Context, userId: string): Promise<TwoFactorStatus> {
  return { enabled: await hasTwoFactor(ctx, userId), recoveryCodesLeft: await recoveryCodesLeft(ctx, userId) }
}

const recoveryCodesLeft = ({ db }: Context, userId: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))

const ticketOver = () => new DomainError('unauthenticated', TWO_FACTOR_MESSAGES.ticketOver)

const LIFETIME_MS = 5 * 60_000
/** Number of wrong codes after which the user must enter the password again. */
const MAX_ATTEMPTS = 5

/** Issues a ticket, valid for five minutes, to a user who has passed the first factor. */
async function issueTicket({ db, now }: Context, userId: string, passwordHash?: string | null) {
  const ticket = newToken()
  await db.insert(signInTickets).values({
    tokenHash: hashToken(ticket),
    userId,
    passwordHash,
    expiresAt: new Date(now().getTime() + LIFETIME_MS),
  })
  return ticket
}

/**
 * Counts an attempt before the code is compared, so that concurrent attempts can't exceed the maximum.
 * @returns the ticket's user id
 */
export async function countAttempt({ db, now }: Context, ticket: string): Promise<string | undefined> {
  const [counted] = await db
    .update(signInTickets)
    .set({ attempts: sql`${signInTickets.attempts} + 1` })
    .where(
      and(
        eq(signInTickets.tokenHash, hashToken(ticket)),
        lt(signInTickets.attempts, MAX_ATTEMPTS),
        gt(signInTickets.expiresAt, now()),
      ),
    )
    .returning({ userId: signInTickets.userId })
  return counted?.userId
}

/** Redeems a ticket. @returns undefined if it was already redeemed */
async function redeemTicket({ db }: Context, ticket: string) {
  const [redeemed] = await db
    .delete(signInTickets)
    .where(eq(signInTickets.tokenHash, hashToken(ticket)))
    .returning({ passwordHash: signInTickets.passwordHash })
  return redeemed
}

/** Withdraws the tickets of a user, so that sign-ins that have begun must start again. */
export const forgetSignInTickets = ({ db }: Inside<Context>, userId: string) =>
  db.delete(signInTickets).where(eq(signInTickets.userId, userId))

export async function sweepSignInTickets({ db, now }: Context): Promise<void> {
  await db.delete(signInTickets).where(lte(signInTickets.expiresAt, now()))
}

/** Mails the user about a change to their sign-in. They can't turn these mails off. */
export async function mailOwner(
  ctx: Inside<Context>,
  userId: string,
  letter: { title: string; message: string },
): Promise<void> {
  await queueMail(ctx, { userId, mail: securityMail({ ...(await recipientOf(ctx, userId)), ...letter }) })
}

async function notifyOfRecovery(ctx: Context, userId: string): Promise<void> {
  const left = await recoveryCodesLeft(ctx, userId)
  const rest =
    left === 0
      ? 'That was the last one: make new ones in Settings.'
      : `${left === 1 ? 'One is' : `${left} are`} left.`
  await mailOwner(ctx, userId, {
    title: 'A recovery code was used to sign in',
    message: `Someone, probably you, signed in to your account with a recovery code. ${rest}`,
  })
}

/** Returns the recipient and the link of a mail. */
export async function recipientOf({ db, config }: Inside<Context>, userId: string) {
  const owner = onlyRow(
    await db.select({ to: users.email, fullname: users.fullname }).from(users).where(eq(users.id, userId)),
  )
  return { ...owner, url: `${config.siteUrl}/dashboard/settings` }
}
