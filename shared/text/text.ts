import * as v from 'valibot'

import { composed, hasVisible, onOneLine, withoutInvisible } from './characters.ts'

/** Id of a row in any table. */
export const Id = v.pipe(v.string(), v.maxLength(64))

/** An id that the browser generates, so that a repeated save doesn't create a second item. */
export const ClientId = v.pipe(
  v.string(),
  v.regex(/^[\w-]{16,64}$/, 'Please give an id of 16 to 64 letters, digits, dashes and underscores.'),
)

export const Instant = v.pipe(v.string(), v.isoTimestamp('Please give an ISO 8601 instant.'))

/**
 * Removes control characters and lone surrogates, which no field shows and no network accepts. Control characters that break lines,
 * as Word writes them, become line breaks.
 */
export const printable = v.transform((text: string) =>
  text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, found => ('\v\f\u0085'.includes(found) ? '\n' : '')),
)

/** A post's text. Normalises line breaks as the networks do, because the published text is later compared with it. */
export const Message = v.pipe(
  v.string('Please enter a message.'),
  v.maxLength(100_000, 'This message is too long.'),
  v.transform(text => text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')),
  printable,
)

/** Composes letters, collapses line breaks and spaces into one space, and removes invisible characters. */
export const toSingleLine = (text: string) => onOneLine(withoutInvisible(onOneLine(composed(text))))

/** Returns false for a text of spaces, joiners and fillers. Allows an empty text, which other checks reject. */
export const isEmptyOrVisible = (text: string) => text === '' || hasVisible(text)

const tooLong = (length: number) => `Please keep this to ${length} characters or fewer.`

const withMaxLength = (length: number) => v.maxLength<string, number, string>(length, tooLong(length))

/** Rejects excessive texts before any processing. `withMaxLength` then checks the trimmed text. */
const withinReason = (length: number) =>
  v.maxLength<string, number, string>(length * 4 + 1000, tooLong(length))

/** Requires a text that isn't empty after trimming. A missing key counts as an empty field. */
export const required = (message: string, maxLength: number) =>
  v.pipe(
    v.optional(v.pipe(v.string(message), withinReason(maxLength)), ''),
    printable,
    v.trim(),
    v.nonEmpty(message),
    v.check(isEmptyOrVisible, message),
    withMaxLength(maxLength),
  )

/** Allows empty text. */
export const optionalText = (maxLength: number) =>
  v.pipe(
    v.optional(v.pipe(v.string('Please enter text.'), withinReason(maxLength)), ''),
    printable,
    v.trim(),
    withMaxLength(maxLength),
  )

/** Like `required`, for single-line text such as a name. */
export const requiredLine = (message: string, maxLength: number) =>
  v.pipe(
    v.optional(v.pipe(v.string(message), withinReason(maxLength)), ''),
    v.transform(toSingleLine),
    v.nonEmpty(message),
    v.check(isEmptyOrVisible, message),
    withMaxLength(maxLength),
  )

export const optionalLine = (maxLength: number) =>
  v.pipe(
    v.optional(v.pipe(v.string('Please enter text.'), withinReason(maxLength)), ''),
    v.transform(toSingleLine),
    withMaxLength(maxLength),
  )
