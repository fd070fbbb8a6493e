import { and, count, eq, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'

import { createSession } from '#api/auth/sessions/sessions.ts'
import type { Context, RequestContext, UserContext } from '#api/context.ts'
import { authenticators, recoveryCodes } from '#api/db/schema/people/two-factor.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import { limit, limitAddress, LIMITS, uncount } from '#api/http/limits/limits.ts'
import {
  SecondFactorProof,
  type SignedIn,
  TWO_FACTOR_MESSAGES,
  type TwoFactorStatus,
  type VerifyTwoFactor,
} from '#shared/auth/two-factor.ts'
import { consumeCode, isAuthenticatorCode } from './codes.ts'
import { recipientOf, notifyOfRecovery } from './mails.ts'
import { countAttempt, issueTicket, redeemTicket } from './tickets.ts'

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
  for (const counted of [...byAddress, byUser]) await uncount(ctx, counted)
  if (taken === 'recovery') await notifyOfRecovery(ctx, userId)
  const { to: email } = await recipientOf(ctx, userId)
  return { token, email }
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
  await uncount(ctx, tries)
}

export async function hasTwoFactor({ db }: Context, userId: string): Promise<boolean> {
  return (await db.$count(authenticators, isSetUp(userId))) > 0
}

export async function readTwoFactor(ctx: Context, userId: string): Promise<TwoFactorStatus> {
  const [left] = await ctx.db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
  return { enabled: await hasTwoFactor(ctx, userId), recoveryCodesLeft: left?.count ?? 0 }
}

const isSetUp = (userId: string) =>
  and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt))

const ticketOver = () => new DomainError('unauthenticated', TWO_FACTOR_MESSAGES.ticketOver)
