import * as v from 'valibot'

/** Removes control characters and lone surrogates, which no field shows and no network accepts. */
export const printable = v.transform((text: string) =>
  text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, ''),
)

/**
 * Invisible characters: controls, lone surrogates, zero-width marks and those that reverse the reading direction. Excludes
 * joiners, which some scripts and emoji need.
 */
const INVISIBLE = /[\p{Cc}\p{Cs}]|[^\P{Cf}\u200C\u200D]/gu

/** Collapses line breaks and spaces into one space, and removes invisible characters. */
export const asLine = (text: string) =>
  text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(INVISIBLE, '').trim()

/** Returns false for a text of spaces, joiners, fillers and empty Braille patterns. An empty text has its own message. */
const hasVisibleText = (text: string) =>
  text === '' || /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

const withMaxLength = (length: number) =>
  v.maxLength<string, number, string>(length, `Please keep this to ${length} characters or fewer.`)

/** Requires a text that isn't empty after trimming. A missing key counts as an empty field. */
export const required = (message: string, maxLength: number) =>
  v.pipe(
    v.optional(v.string(message), ''),
    printable,
    v.trim(),
    v.nonEmpty(message),
    v.check(hasVisibleText, message),
    withMaxLength(maxLength),
  )

/** Allows empty text. */
export const optionalText = (maxLength: number) =>
  v.pipe(v.optional(v.string('Please enter text.'), ''), printable, v.trim(), withMaxLength(maxLength))

/** Like `required`, for single-line text such as a name. */
export const requiredLine = (message: string, maxLength: number) =>
  v.pipe(
    v.optional(v.string(message), ''),
    v.transform(asLine),
    v.nonEmpty(message),
    v.check(hasVisibleText, message),
    withMaxLength(maxLength),
  )

export const optionalLine = (maxLength: number) =>
  v.pipe(v.optional(v.string('Please enter text.'), ''), v.transform(asLine), withMaxLength(maxLength))

/** RFC 5321's dot-string at a domain with a dot, in ASCII. */
const ADDRESS =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

/** Validates an e-mail address and converts it to lower case. */
export const emailAddress = (missing: string, invalid = missing) =>
  v.pipe(requiredLine(missing, 254), v.toLowerCase(), v.regex(ADDRESS, invalid))
