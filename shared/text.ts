import * as v from 'valibot'

/** Without control characters and halves of characters, which no box shows and no network takes. */
export const printable = v.transform((text: string) =>
  text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, ''),
)

/** Text that must be there once trimmed; a missing key reads like an empty box. */
export const required = (message: string, maxLength: number) =>
  v.pipe(
    v.optional(v.string(message), ''),
    printable,
    v.trim(),
    v.nonEmpty(message),
    v.maxLength(maxLength, `Please keep this to ${maxLength} characters or fewer.`),
  )

/** Text that may be empty. */
export const optionalText = (maxLength: number) =>
  v.pipe(
    v.optional(v.string('Please enter text.'), ''),
    printable,
    v.trim(),
    v.maxLength(maxLength, `Please keep this to ${maxLength} characters or fewer.`),
  )
