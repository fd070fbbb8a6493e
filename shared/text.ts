import * as v from 'valibot'

/** Without control characters and halves of characters, which no box shows and no network takes. */
export const printable = v.transform((text: string) =>
  text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, ''),
)

/**
 * What nobody sees: controls, halves of characters, marks without width and those that turn the reading around. Joiners
 * stay, with which some scripts and emoji are spelt.
 */
const UNSEEN = /[\p{Cc}\p{Cs}]|[^\P{Cf}\u200C\u200D]/gu

/** A text as one line shows it: breaks and runs of blanks are one blank, and what nobody sees is gone. */
export const asLine = (text: string) =>
  text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(UNSEEN, '').trim()

/** Blanks, joiners, fillers and the empty Braille pattern are no words. What is empty is refused as such. */
const isSeen = (text: string) =>
  text === '' || /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

const atMost = (length: number) =>
  v.maxLength<string, number, string>(length, `Please keep this to ${length} characters or fewer.`)

/** Text that must be there once trimmed; a missing key reads like an empty box. */
export const required = (message: string, maxLength: number) =>
  v.pipe(
    v.optional(v.string(message), ''),
    printable,
    v.trim(),
    v.nonEmpty(message),
    v.check(isSeen, message),
    atMost(maxLength),
  )

/** Text that may be empty. */
export const optionalText = (maxLength: number) =>
  v.pipe(v.optional(v.string('Please enter text.'), ''), printable, v.trim(), atMost(maxLength))

/** The same for what is written on one line, as a name is. */
export const requiredLine = (message: string, maxLength: number) =>
  v.pipe(
    v.optional(v.string(message), ''),
    v.transform(asLine),
    v.nonEmpty(message),
    v.check(isSeen, message),
    atMost(maxLength),
  )

export const optionalLine = (maxLength: number) =>
  v.pipe(v.optional(v.string('Please enter text.'), ''), v.transform(asLine), atMost(maxLength))

/** As mail servers take it: RFC 5321's dot-string at a domain that has a dot, in ASCII. */
const ADDRESS =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

/** An e-mail, in lower case. */
export const emailAddress = (missing: string, invalid = missing) =>
  v.pipe(requiredLine(missing, 254), v.toLowerCase(), v.regex(ADDRESS, invalid))
