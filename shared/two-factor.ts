import * as v from 'valibot'

import { RECENT_SIGN_IN_MINUTES } from './account-deletion.ts'
import { PASSWORD_MAX_LENGTH } from './auth.ts'
import { required } from './text.ts'

export const TWO_FACTOR_DIGITS = 6
export const RECOVERY_CODES = 10

export const TWO_FACTOR_MESSAGES = {
  noCode: 'Please enter the code.',
  wrongCode: 'Invalid code. Please try again.',
  ticketOver: 'That took too long. Please sign in again.',
  wrongPassword: 'This is not your password.',
  noPassword: 'Please enter your password.',
  signInAgain: `Please log out and sign in with Google again. Then turn this on within ${RECENT_SIGN_IN_MINUTES} minutes.`,
} as const

/** Six digits of the authenticator, or a recovery code; written with spaces and dashes or without. */
const Code = v.pipe(
  required(TWO_FACTOR_MESSAGES.noCode, 40),
  v.transform(text => text.replaceAll(/[\s-]/g, '').toLowerCase()),
)

/** The ticket that users/login gave, and the code. */
export const VerifyTwoFactor = v.object({ ticket: required(TWO_FACTOR_MESSAGES.ticketOver, 200), code: Code })
export type VerifyTwoFactor = v.InferOutput<typeof VerifyTwoFactor>

export const ConfirmTwoFactor = v.object({ code: Code })
export type ConfirmTwoFactor = v.InferOutput<typeof ConfirmTwoFactor>

const optional = (maxLength: number) =>
  v.optional(v.pipe(v.string('Please enter text.'), v.maxLength(maxLength, 'This is too long.')), '')

/** `password` is left out by who signs in with Google: they have to have done so within the last minutes. */
export const StartTwoFactor = v.object({ password: optional(PASSWORD_MAX_LENGTH) })
export type StartTwoFactor = v.InferOutput<typeof StartTwoFactor>

/** That it is the person themselves: by their password, or by a code. */
export const ProveOneself = v.pipe(
  v.object({
    password: optional(PASSWORD_MAX_LENGTH),
    code: v.pipe(
      optional(40),
      v.transform(text => text.replaceAll(/[\s-]/g, '').toLowerCase()),
    ),
  }),
  v.forward(
    v.check(({ password, code }) => password !== '' || code !== '', 'Please enter your password or a code.'),
    ['password'],
  ),
)
export type ProveOneself = v.InferOutput<typeof ProveOneself>

export type TwoFactorStatus = { enabled: boolean; recoveryCodesLeft: number }

/** What signing in comes to. */
export type SignedIn = { token: string } | { twoFactorRequired: true; ticket: string }
