import * as v from 'valibot'

import { emailAddress } from '#shared/text/email.ts'
import { required, requiredLine } from '#shared/text/text.ts'
import { RECENT_SIGN_IN_MINUTES } from './account-deletion.ts'

export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 128
export const OTP_LENGTH = 6

/** Stored and compared in lower case. */
export const Email = emailAddress('Email is required', 'Email format is invalid')

/** Isn't trimmed, because spaces are part of a password. */
const typedPassword = v.pipe(
  v.optional(v.string('Password is required'), ''),
  v.nonEmpty('Password is required'),
  v.maxLength(PASSWORD_MAX_LENGTH, `Password must be at most ${PASSWORD_MAX_LENGTH} characters`),
)

/** Requires `confirmPassword` to equal the password in `field`. Runs even if other fields are invalid. */
const isConfirmed = <Form extends object>(field: string, message: string) =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    const input = { ...(dataset.value as Record<string, unknown>) }
    const value = input.confirmPassword
    if (value === input[field]) return
    addIssue({ message, path: [{ type: 'object', origin: 'value', input, key: 'confirmPassword', value }] })
  })

export const Login = v.object({ email: Email, password: typedPassword })
export type Login = v.InferOutput<typeof Login>

export const Register = v.pipe(
  v.object({
    fullname: requiredLine('Full Name is required', 100),
    email: Email,
    password: v.pipe(
      typedPassword,
      v.check(password => password.trim() !== '', 'Password is required'),
      v.minLength(PASSWORD_MIN_LENGTH, 'Password must be at least 6 characters'),
    ),
    confirmPassword: v.pipe(
      v.optional(v.string('Please confirm your password'), ''),
      v.nonEmpty('Please confirm your password'),
    ),
    agreeToTerms: v.pipe(
      v.optional(v.boolean('You must agree to the terms'), false),
      v.literal(true, 'You must agree to the terms'),
    ),
  }),
  isConfirmed('password', 'Passwords do not match'),
)
export type Register = v.InferOutput<typeof Register>

/** Ticket from users/register. Binds the code to one sign-up, even if others sign up with the same e-mail. */
const ticket = v.optional(v.pipe(v.string('This must be text.'), v.maxLength(200, 'This is too long.')))

export const OTP_MESSAGES = {
  invalid: 'Invalid OTP. Please try again.',
  /** The code has expired, or was guessed wrong too often. */
  usedUp: 'That code no longer works. Send a new one.',
} as const

export const VerifyOtp = v.object({ email: Email, otp: required('OTP is required', 12), token: ticket })
export type VerifyOtp = v.InferOutput<typeof VerifyOtp>

export const ResendOtp = v.object({ email: Email, token: ticket })
export type ResendOtp = v.InferOutput<typeof ResendOtp>

export const ResetRequest = v.object({ email: Email })
export type ResetRequest = v.InferOutput<typeof ResetRequest>

export const SPECIAL_CHARACTERS = '! @ # $ % ^ & *'

/** Rules for a new password, each with its label for the live checklist and its error message. */
export const PASSWORD_RULES = [
  {
    label: 'At least 8 characters',
    message: 'Password must be at least 8 characters long',
    isMet: (password: string) => password.length >= 8,
  },
  {
    label: 'At least one uppercase letter',
    message: 'Password must contain at least one uppercase letter',
    isMet: (password: string) => /\p{Lu}/u.test(password),
  },
  {
    label: 'At least one lowercase letter',
    message: 'Password must contain at least one lowercase letter',
    isMet: (password: string) => /\p{Ll}/u.test(password),
  },
  {
    label: 'At least one number',
    message: 'Password must contain at least one number',
    isMet: (password: string) => /\d/.test(password),
  },
  {
    label: `At least one special character (${SPECIAL_CHARACTERS})`,
    message: 'Password must contain at least one special character',
    isMet: (password: string) => /[!@#$%^&*]/.test(password),
  },
] as const

export const NewPassword = v.pipe(
  v.optional(v.string('Password is required'), ''),
  v.maxLength(PASSWORD_MAX_LENGTH, `Password must be at most ${PASSWORD_MAX_LENGTH} characters`),
  v.check(
    password => PASSWORD_RULES.every(({ isMet }) => isMet(password)),
    'Password does not meet complexity requirements.',
  ),
)

export const PASSWORD_CHANGE_MESSAGES = {
  rules: 'Please correct the password requirements.',
  changed: 'Password updated successfully!',
  failed: 'Failed to update password.',
  oldMissing: 'Please enter your old password.',
  oldWrong: 'Your old password is incorrect.',
  google: 'You sign in with Google, so there is no password to change.',
} as const

/** A code from the authenticator app, or a recovery code; required while two-factor is on. */
const SecondFactorCode = v.optional(
  v.pipe(v.string('Please enter text.'), v.maxLength(40, 'This is too long.')),
)

/** Changes a signed-in user's password. The error names the first rule that the new password breaks. */
export const UpdatePassword = v.object({
  oldPassword: v.pipe(
    v.optional(v.string(PASSWORD_CHANGE_MESSAGES.oldMissing), ''),
    v.nonEmpty(PASSWORD_CHANGE_MESSAGES.oldMissing),
    v.maxLength(PASSWORD_MAX_LENGTH, PASSWORD_CHANGE_MESSAGES.oldWrong),
  ),
  newPassword: PASSWORD_RULES.reduce(
    (schema: v.GenericSchema<string | undefined, string>, { isMet, message }) =>
      v.pipe(schema, v.check(isMet, message)),
    typedPassword,
  ),
  code: SecondFactorCode,
})
export type UpdatePassword = v.InferOutput<typeof UpdatePassword>

/** The form of the reset page. `confirmPassword` isn't sent to the server. */
export const NewPasswordForm = v.pipe(
  v.object({ newPassword: NewPassword, confirmPassword: v.optional(v.string(), '') }),
  isConfirmed('newPassword', 'Passwords do not match.'),
)

export const EMAIL_CHANGE_MESSAGES = {
  own: 'This is your email already.',
  signInAgain: `Please sign out, then sign in with Google again. Then change your email within ${RECENT_SIGN_IN_MINUTES} minutes.`,
  changed: 'Your email is changed.',
  resent: 'We’ve sent another email.',
  withdrawn: 'Your email stays as it is.',
} as const

/**
 * Proves the user's identity. Users who sign in with Google have no password: they must have signed in within the last
 * `RECENT_SIGN_IN_MINUTES`.
 */
export const ProofByPassword = v.object({
  password: v.optional(
    v.pipe(v.string('Please enter text.'), v.maxLength(PASSWORD_MAX_LENGTH, 'This is too long.')),
    '',
  ),
})
export type ProofByPassword = v.InferOutput<typeof ProofByPassword>

export const ChangeEmail = v.object({
  ...ProofByPassword.entries,
  email: Email,
  code: SecondFactorCode,
})
export type ChangeEmail = v.InferOutput<typeof ChangeEmail>

/** Confirms a new e-mail by the code that was mailed to it. */
export const ConfirmEmail = v.object({ otp: VerifyOtp.entries.otp })
export type ConfirmEmail = v.InferOutput<typeof ConfirmEmail>

/** A new e-mail that the user hasn't confirmed yet. */
export type EmailChange = { email: string; expiresAt: string }

const RESET_LINK_MESSAGE = 'This reset link is incomplete. Please open it from the email again.'

/** Input of users/reset-password: an e-mail requests a link, and a link's token with a new password sets the password. */
export const ResetPassword = v.pipe(
  v.object({
    email: v.optional(Email),
    token: v.optional(required(RESET_LINK_MESSAGE, 200)),
    newPassword: v.optional(NewPassword),
  }),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }): ResetRequest | ResetByToken => {
    const { email, token, newPassword } = value
    if (token !== undefined && newPassword !== undefined) return { token, newPassword }
    if (email !== undefined && token === undefined && newPassword === undefined) return { email }
    const fail = (key: keyof typeof value, message: string) => {
      addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key, value: value[key] }] })
      return NEVER
    }
    if (token !== undefined) return fail('newPassword', 'Password is required')
    if (newPassword !== undefined) return fail('token', RESET_LINK_MESSAGE)
    return fail('email', 'Email is required')
  }),
)
export type ResetByToken = { token: string; newPassword: string }

export const GOOGLE_SIGN_IN_MESSAGES = {
  removed: 'Google sign-in is removed.',
  allowed: 'You can sign in with Google again.',
  onlyWay: 'You sign in with Google only, so it can’t be removed.',
  notLinked: 'No Google account is linked.',
} as const

export const GOOGLE_LOGIN_FAILED = 'Google login failed. Try again.'

/** `tokenData` is the credential from Google's button. `nonce` is the value with which the page initialised the button. */
export const GoogleLogin = v.object({
  tokenData: required(GOOGLE_LOGIN_FAILED, 8000),
  nonce: v.optional(v.pipe(v.string('This must be text.'), v.maxLength(200, 'This is too long.'))),
})
export type GoogleLogin = v.InferOutput<typeof GoogleLogin>

/** Settings that initialise Google's button. */
export type GoogleSignInSettings = { clientId: string; scriptUrl: string }

export type UserDetails = {
  _id: string
  fullname: string
  email: string
  role: 'user' | 'admin'
  mobile: string
  countryCode: string
  gender: string
  dob: string
  address: string
  bio: string
  profileImage: { fileName: string }[]
  isGoogleAccount: boolean
  /** While it is `removed`, no Google account is linked by its e-mail. */
  googleSignIn: 'linked' | 'removed' | 'none'
  /** Time of the deletion that the owner requested; null if none is scheduled. */
  deletionAt: string | null
  /** Agreed number of social accounts; null is the Basic Plan. */
  maxAccounts: number | null
}

/** A browser in which the user is signed in. Never contains its token. */
export type SessionItem = {
  _id: string
  /** Browser and operating system, for example `Firefox on Windows`. */
  device: string
  /** IP address of the sign-in. */
  address: string
  createdAt: string
  /** Accurate to the hour. */
  seenAt: string
  /** True for the session of this request. */
  isCurrent: boolean
}
