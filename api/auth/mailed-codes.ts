import { and, gt, lt, type SQL } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import type { SQLiteColumn } from '#api/db/schema/columns.ts'
import { keyedCode, keyedHash, isKeyedHash } from '#api/runtime/crypto/secrets.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { OTP_LENGTH, OTP_MESSAGES } from '#shared/auth/auth.ts'
import { DAY_MS } from '#shared/durations.ts'

/** Purposes of a code: it confirms the e-mail of a sign-up, or the new e-mail of an account. Each has separate keys. */
export type CodeKind = 'sign-up' | 'email change'

export const CODE_MINUTES = 10
/** Number of wrong attempts that invalidates a code. */
const MAX_ATTEMPTS = 5
/** Lifetime of an unconfirmed sign-up or new e-mail, in which codes can be mailed and entered. */
export const UNCONFIRMED_MS = DAY_MS

type Confirmed = { id: string; codeHash: string; codeExpiresAt: Date }

/** Returns a new code for a row, and the values to store in it. */
export function issueCode({ config, now }: Context, kind: CodeKind, id: string) {
  const codeExpiresAt = new Date(now().getTime() + CODE_MINUTES * 60_000)
  const code = codeUntil(config, kind, { id, codeExpiresAt })
  const codeHash = keyedHash(config.appSecret, `${kind} code`, bindCode(kind, id, code))
  return { code, stored: { codeHash, codeExpiresAt, attempts: 0 } }
}

/** Returns the row's last code if it is still valid, to be mailed again. */
export function mailedCode(ctx: Context, kind: CodeKind, row: Confirmed): string | undefined {
  const code = codeUntil(ctx.config, kind, row)
  return row.codeExpiresAt > ctx.now() && matchesCode(ctx, kind, row, code) ? code : undefined
}

export const matchesCode = (
  { config }: Context,
  kind: CodeKind,
  { id, codeHash }: Pick<Confirmed, 'id' | 'codeHash'>,
  code: string,
) => isKeyedHash(config.appSecret, `${kind} code`, bindCode(kind, id, code), codeHash)

/** SQL condition: the code hasn't expired, and may be attempted once more. */
export const hasAttemptsLeft = (
  { now }: Context,
  { attempts, codeExpiresAt }: { attempts: SQLiteColumn; codeExpiresAt: SQLiteColumn },
): SQL | undefined => and(lt(attempts, MAX_ATTEMPTS), gt(codeExpiresAt, now()))

export const invalidCodeError = () => invalidField('otp', OTP_MESSAGES.invalid)
/** Error for people who may know that a code was mailed. */
export const usedUpCodeError = () => invalidField('otp', OTP_MESSAGES.usedUp)

const codeUntil = (
  { appSecret }: Context['config'],
  kind: CodeKind,
  { id, codeExpiresAt }: Pick<Confirmed, 'id' | 'codeExpiresAt'>,
) => keyedCode(appSecret, `${kind} digits`, `${id} ${+codeExpiresAt}`, OTP_LENGTH)

/** Binds the code to its row and kind, so that it is worthless elsewhere. */
const bindCode = (kind: CodeKind, id: string, code: string) => `${kind} ${id} ${code}`
