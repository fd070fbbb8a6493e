import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding'
import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp'
import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'

import type { Context, Inside, UserContext } from '#api/context.ts'
import { isUnbound } from '#api/db/encrypted.ts'
import { authenticators, recoveryCodes } from '#api/db/schema/people/two-factor.ts'
import { formerKeyedHash, keyedHash } from '#api/runtime/crypto/secrets.ts'
import { RECOVERY_CODES, TWO_FACTOR_DIGITS } from '#shared/auth/two-factor.ts'
import { brand } from '#shared/brand.ts'

const STEP_SECONDS = 30
/** Steps around the present one whose codes are accepted, because phone clocks are off and people type slowly. */
const ACCEPTED_STEPS = [0, -1, 1]
const BATCH_SIZE = 100
const SECRET_BYTES = 20
const RECOVERY_BYTES = 7
const RECOVERY_LENGTH = 10

export const newSecret = () => crypto.getRandomValues(new Uint8Array(SECRET_BYTES))

export const otpauthUrl = (email: string, secret: Uint8Array) =>
  createTOTPKeyURI(brand.siteName, email, secret, STEP_SECONDS, TWO_FACTOR_DIGITS)

export const encryptSecret = (
  { cipher, userId }: Pick<UserContext, 'cipher' | 'userId'>,
  secret: Uint8Array,
) => cipher.encrypt(Buffer.from(secret).toString('base64'), secretBinding(userId))

const secretBinding = (userId: string) => `authenticators ${userId} secret`

/** Returns the time step of a code, or undefined if it isn't valid for this secret (RFC 6238). */
export function stepOf(
  { cipher, now }: Context,
  { userId, encryptedSecret }: Pick<typeof authenticators.$inferSelect, 'userId' | 'encryptedSecret'>,
  code: string,
): number | undefined {
  const secret = Buffer.from(cipher.decrypt(encryptedSecret, secretBinding(userId)), 'base64')
  const present = Math.floor(now().getTime() / 1000 / STEP_SECONDS)
  return ACCEPTED_STEPS.map(offset => present + offset).find(step =>
    verifyHOTP(secret, BigInt(step), TWO_FACTOR_DIGITS, code),
  )
}

/** Re-encrypts secrets that release 0.1.0 didn't bind to their rows. */
export async function bindSecrets({ db, cipher }: Context): Promise<void> {
  const unbound = await db
    .select()
    .from(authenticators)
    .where(isUnbound(cipher, authenticators.encryptedSecret))
    .limit(BATCH_SIZE)
  for (const { userId, encryptedSecret } of unbound) {
    const binding = secretBinding(userId)
    await db
      .update(authenticators)
      .set({ encryptedSecret: cipher.encrypt(cipher.decrypt(encryptedSecret, binding), binding) })
      .where(and(eq(authenticators.userId, userId), eq(authenticators.encryptedSecret, encryptedSecret)))
  }
}

export const isAuthenticatorCode = (code: string) => /^\d{6}$/.test(code)

/**
 * Consumes an authenticator or recovery code of the user. Each code is accepted once, even by concurrent requests.
 * @returns the kind of the code, or undefined if the code is wrong or used
 */
export async function consumeCode(
  ctx: Context,
  userId: string,
  code: string,
): Promise<'authenticator' | 'recovery' | undefined> {
  const { db } = ctx
  if (!isAuthenticatorCode(code)) {
    const used = await db
      .delete(recoveryCodes)
      .where(
        and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.codeHash, hashesOf(ctx, userId, code))),
      )
      .returning({ userId: recoveryCodes.userId })
    return used.length > 0 ? 'recovery' : undefined
  }
  const [authenticator] = await db.select().from(authenticators).where(isSetUp(userId))
  const step = authenticator && stepOf(ctx, authenticator, code)
  if (step === undefined) return undefined
  const taken = await db
    .update(authenticators)
    .set({ lastStep: step })
    .where(and(isSetUp(userId), lt(authenticators.lastStep, step)))
    .returning({ userId: authenticators.userId })
  return taken.length > 0 ? 'authenticator' : undefined
}

/** Matches the user's authenticator while two-factor is on. */
export const isSetUp = (userId: string) =>
  and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt))

/** Replaces a user's recovery codes. Returns the new codes; the database has only their hashes. */
export async function replaceRecoveryCodes(ctx: Inside<Context>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await ctx.db
    .insert(recoveryCodes)
    .values(codes.map(code => ({ userId, codeHash: hashOf(ctx, userId, code) })))
  return codes.map(code => `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`)
}

/** Fifty random bits. */
const newRecoveryCode = () =>
  encodeBase32LowerCaseNoPadding(crypto.getRandomValues(new Uint8Array(RECOVERY_BYTES))).slice(
    0,
    RECOVERY_LENGTH,
  )

const hashOf = ({ config }: Inside<Context>, userId: string, code: string) =>
  keyedHash(config.appSecret, 'recovery code', hashInput(userId, code))

/** Returns the hashes under which a code may be stored: release 0.1.0 had another, and people keep codes for years. */
const hashesOf = (ctx: Context, userId: string, code: string) => [
  hashOf(ctx, userId, code),
  formerKeyedHash(ctx.config.appSecret, hashInput(userId, code)),
]

const hashInput = (userId: string, code: string) => `recovery ${userId} ${code}`
