import * as v from 'valibot'

import { required } from './text.ts'

export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 128
export const OTP_LENGTH = 6

/** Stored and compared in lower case. */
export const Email = v.pipe(
  required('Email is required', 254),
  v.toLowerCase(),
  v.email('Email format is invalid'),
)

/** A password is taken as typed: spaces count. */
const typedPassword = v.pipe(
  v.optional(v.string('Password is required'), ''),
  v.nonEmpty('Password is required'),
  v.maxLength(PASSWORD_MAX_LENGTH, `Password must be at most ${PASSWORD_MAX_LENGTH} characters`),
)

export const Login = v.object({ email: Email, password: typedPassword })
export type Login = v.InferOutput<typeof Login>

export const Register = v.pipe(
  v.object({
    fullname: required('Full Name is required', 100),
    email: Email,
    password: v.pipe(
      typedPassword,
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
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      input => input.password === input.confirmPassword,
      'Passwords do not match',
    ),
    ['confirmPassword'],
  ),
)
export type Register = v.InferOutput<typeof Register>

/** The ticket that users/register gave. It binds the code to that sign-up, whoever else signs up with the e-mail. */
const ticket = v.optional(v.pipe(v.string('This must be text.'), v.maxLength(200, 'This is too long.')))

export const VerifyOtp = v.object({ email: Email, otp: required('OTP is required', 12), token: ticket })
export type VerifyOtp = v.InferOutput<typeof VerifyOtp>

export const ResendOtp = v.object({ email: Email, token: ticket })
export type ResendOtp = v.InferOutput<typeof ResendOtp>

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
}
