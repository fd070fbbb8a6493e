import * as v from 'valibot'

import { emailAddress } from './email.ts'
import { optionalLine, requiredLine } from './text.ts'

/** Matches 6 to 15 digits (E.164 has at most 15) and the spaces, dots, dashes, slashes and brackets that people type between them. */
const PHONE = /^(?=(?:\P{Nd}*\p{Nd}){6,15}\P{Nd}*$)\(?\+?[\p{Nd}\p{Pd} ()./]+$/u

const DIGITS = 'with 6 to 15 digits'
export const PHONE_MESSAGES = {
  invalid: `Please enter a phone number we can call, ${DIGITS}.`,
  optional: `Please enter a phone number ${DIGITS}, or leave this empty.`,
  orEmail: `Please enter a phone number ${DIGITS}, or an email address.`,
} as const

export const phoneNumber = (missing: string) =>
  v.pipe(requiredLine(missing, 40), v.regex(PHONE, PHONE_MESSAGES.invalid))

/** Allows empty text. */
export const optionalPhoneNumber = v.pipe(
  optionalLine(40),
  v.check(text => text === '' || PHONE.test(text), PHONE_MESSAGES.optional),
)

const Email = emailAddress('')

/** Allows empty text. */
export const optionalPhoneOrEmail = v.pipe(
  optionalLine(254),
  v.check(text => text === '' || PHONE.test(text) || v.is(Email, text), PHONE_MESSAGES.orEmail),
)
