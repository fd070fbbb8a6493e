import * as v from 'valibot'

import { required } from '#shared/text/text.ts'
import { RECENT_SIGN_IN_MINUTES } from './account-deletion.ts'

export const TWO_FACTOR_DIGITS = 6
export const RECOVERY_CODES = 10

export const TWO_FACTOR_MESSAGES = {
  noCode: 'Please enter the code.',
  codeNeeded: 'Please enter a code from your authenticator app, or a recovery code.',
  wrongCode: 'Invalid code. Please try again.',
  /** Followed by the time to wait. */
  tooManyCodes: 'Too many wrong codes. A recovery code still works.',
  ticketOver: 'That took too long. Please sign in again.',
  wrongPassword: 'This is not your password.',
  noPassword: 'Please enter your password.',
  signInAgain: `Please sign out, then sign in with Google again. Then turn this on within ${RECENT_SIGN_IN_MINUTES} minutes.`,
} as const

const codeOf = (message: string) =>
  v.pipe(
    required(message, 40),
    v.transform(text => text.replaceAll(/[\s-]/g, '').toLowerCase()),
  )

/** Six digits from the authenticator, or a recovery code; spaces and dashes are ignored. */
const Code = codeOf(TWO_FACTOR_MESSAGES.noCode)

/** The ticket from users/login, and the code. */
export const VerifyTwoFactor = v.object({ ticket: required(TWO_FACTOR_MESSAGES.ticketOver, 200), code: Code })
export type VerifyTwoFactor = v.InferOutput<typeof VerifyTwoFactor>

export const ConfirmTwoFactor = v.object({ code: Code })
export type ConfirmTwoFactor = v.InferOutput<typeof ConfirmTwoFactor>

/**
 * Proves the user's identity while two-factor is on. The password isn't enough, since a thief who knows it could turn the second
 * factor off.
 */
export const SecondFactorProof = v.object({ code: codeOf(TWO_FACTOR_MESSAGES.codeNeeded) })
export type SecondFactorProof = v.InferOutput<typeof SecondFactorProof>

export type TwoFactorStatus = { enabled: boolean; recoveryCodesLeft: number }

export type SignedIn = { token: string } | { twoFactorRequired: true; ticket: string }
