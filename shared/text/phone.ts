import * as v from 'valibot'

import { emailAddress } from './email.ts'
import { optionalLine, requiredLine } from './text.ts'

const MIN_DIGITS = 6
/** Numbers such as 1300 FLOWERS have letters in place of digits. */
const WITH_WORD = /^\p{Nd}{4}\p{L}{3,10}$/u

/** Accepts any text around the digits: extensions, notes, or a second number. */
function isPhone(text: string): boolean {
  const plain = text.normalize('NFKC')
  const digits = plain.match(/\p{Nd}/gu)?.length ?? 0
  return digits >= MIN_DIGITS || WITH_WORD.test(plain.replaceAll(/[\s\p{Pd}]/gu, ''))
}

const DIGITS = `with at least ${MIN_DIGITS} digits`
export const PHONE_MESSAGES = {
  invalid: `Please enter a phone number we can call, ${DIGITS}.`,
  optional: `Please enter a phone number ${DIGITS}, or leave this empty.`,
  orEmail: `Please enter a phone number ${DIGITS}, or an email address.`,
} as const

export const phoneNumber = (missing: string) =>
  v.pipe(requiredLine(missing, 40), v.check(isPhone, PHONE_MESSAGES.invalid))

/** Allows empty text. */
export const optionalPhoneNumber = v.pipe(
  optionalLine(40),
  v.check(text => text === '' || isPhone(text), PHONE_MESSAGES.optional),
)

const Email = emailAddress('')

/** Allows empty text. */
export const optionalPhoneOrEmail = v.pipe(
  optionalLine(254),
  v.check(
    text => text === '' || (isPhone(text) && !text.includes('@')) || v.is(Email, text),
    PHONE_MESSAGES.orEmail,
  ),
)
