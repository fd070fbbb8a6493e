import { encodeBase32UpperCaseNoPadding } from '@oslojs/encoding'
import { and, eq, isNull } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import { isEncryptedWithAnotherKey } from '#api/db/encrypted.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { authenticators, recoveryCodes } from '#api/db/schema/people/two-factor.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS, refundLimit } from '#api/http/limits/limits.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import type { ProofByPassword } from '#shared/auth/auth.ts'
import {
  type ConfirmTwoFactor,
  type SecondFactorProof,
  TWO_FACTOR_MESSAGES,
} from '#shared/auth/two-factor.ts'
import { canonicalEmail } from '#shared/text/email.ts'
import { encryptSecret, isSetUp, newSecret, otpauthUrl, replaceRecoveryCodes, stepOf } from './codes.ts'
import { hasTwoFactor, mailOwner, proveByCode, proveByPassword, recipientOf } from './two-factor.ts'

const LETTERS = {
  enabled: {
    title: 'Two-factor sign-in is on',
    message:
      'From now on your account asks for a code from your authenticator app when somebody signs in. Keep the recovery codes somewhere you can find without your phone.',
  },
  disabled: {
    title: 'Two-factor sign-in is off',
    message: 'Your account no longer asks for a code from your authenticator app when somebody signs in.',
  },
  renewed: {
    title: 'You have new recovery codes',
    message: 'New recovery codes were made for your account. The old ones no longer work.',
  },
}

type SetUp = { secret: string; address: string }

/**
 * Creates a secret for an authenticator app. Two-factor stays off until `confirmSetUp`.
 * @throws {DomainError} `invalid` without proof of identity, `conflict` if two-factor is on
 */
export async function startSetUp(ctx: UserContext, proof: ProofByPassword): Promise<SetUp> {
  const { db, userId, now } = ctx
  await limit(ctx, { ...LIMITS.twoFactorSetUp, key: userId })
  await proveByPassword(ctx, proof, TWO_FACTOR_MESSAGES.signInAgain)
  const secret = newSecret()
  const fresh = { encryptedSecret: encryptSecret(ctx, secret), lastStep: 0, createdAt: now() }
  const [kept] = await db
    .insert(authenticators)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({
      target: authenticators.userId,
      set: fresh,
      setWhere: isNull(authenticators.confirmedAt),
    })
    .returning({ userId: authenticators.userId })
  if (!kept) throw new DomainError('conflict', 'Two-factor sign-in is on already.')
  const { to: email } = await recipientOf(ctx, userId)
  return { secret: encodeBase32UpperCaseNoPadding(secret), address: otpauthUrl(email, secret) }
}

/**
 * Turns two-factor on by a code from the app.
 * @returns the recovery codes, which can't be read again
 * @throws {DomainError} `invalid` for a wrong code
 */
export async function confirmSetUp(ctx: UserContext, { code }: ConfirmTwoFactor): Promise<string[]> {
  const { db, userId, now } = ctx
  const tries = { ...LIMITS.secondFactorUser, key: userId }
  await limit(ctx, tries)
  const isWaiting = and(eq(authenticators.userId, userId), isNull(authenticators.confirmedAt))
  const [waiting] = await db.select().from(authenticators).where(isWaiting)
  const step = waiting && stepOf(ctx, waiting, code)
  if (!waiting || step === undefined) throw invalidField('code', TWO_FACTOR_MESSAGES.wrongCode)
  const codes = await write(ctx, async ctx => {
    const confirmed = await ctx.db
      .update(authenticators)
      .set({ confirmedAt: now(), lastStep: step })
      .where(and(isWaiting, eq(authenticators.encryptedSecret, waiting.encryptedSecret)))
      .returning({ userId: authenticators.userId })
    if (confirmed.length === 0) throw new DomainError('conflict', 'Please start again.')
    await mailOwner(ctx, userId, LETTERS.enabled)
    return replaceRecoveryCodes(ctx, userId)
  })
  await refundLimit(ctx, tries)
  return codes
}

/** Requires a valid code. @throws {DomainError} `invalid` for a wrong code, `conflict` if two-factor is off */
export async function renewRecoveryCodes(ctx: UserContext, proof: SecondFactorProof): Promise<string[]> {
  await prove(ctx, proof, 'Two-factor sign-in is off, so it has no recovery codes. Turn it on to get some.')
  return write(ctx, async ctx => {
    await mailOwner(ctx, ctx.userId, LETTERS.renewed)
    return replaceRecoveryCodes(ctx, ctx.userId)
  })
}

/** Requires a valid code. @throws {DomainError} `invalid` for a wrong code, `conflict` if two-factor is off */
export async function turnOff(ctx: UserContext, proof: SecondFactorProof): Promise<void> {
  await prove(ctx, proof, 'Two-factor sign-in is already off.')
  await remove(ctx, ctx.userId)
}

/** Turns two-factor off for an operator who has verified a user without phone and recovery codes. @returns false if it was off */
export async function turnOffForUser(ctx: Context, email: string): Promise<boolean> {
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, canonicalEmail(email)))
  if (!user || !(await hasTwoFactor(ctx, user.id))) return false
  await remove(ctx, user.id)
  return true
}

/** Turns two-factor off for users whose secret a lost APP_SECRET encrypted, and notifies them. @returns their number */
export async function turnOffUnreadable(ctx: Context): Promise<number> {
  const { db, cipher } = ctx
  const isLost = isEncryptedWithAnotherKey(cipher, authenticators.encryptedSecret)
  await db.delete(authenticators).where(and(isLost, isNull(authenticators.confirmedAt)))
  const lost = await db.select({ userId: authenticators.userId }).from(authenticators).where(isLost)
  for (const { userId } of lost) await remove(ctx, userId)
  return lost.length
}

const remove = (ctx: Context, userId: string): Promise<void> =>
  write(ctx, async ctx => {
    await ctx.db.delete(authenticators).where(isSetUp(userId))
    await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await mailOwner(ctx, userId, LETTERS.disabled)
  })

async function prove(ctx: UserContext, { code }: SecondFactorProof, messageIfOff: string): Promise<void> {
  if (!(await hasTwoFactor(ctx, ctx.userId))) throw new DomainError('conflict', messageIfOff)
  await proveByCode(ctx, code)
}
