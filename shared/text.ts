import * as v from 'valibot'

/** Text that must be there once trimmed; a missing key reads like an empty box. */
export const required = (message: string, maxLength: number) =>
  v.pipe(
    v.optional(v.string(message), ''),
    v.trim(),
    v.nonEmpty(message),
    v.maxLength(maxLength, `Please keep this to ${maxLength} characters or fewer.`),
  )

/** Text that may be empty. */
export const optionalText = (maxLength: number) =>
  v.pipe(
    v.optional(v.string('Please enter text.'), ''),
    v.trim(),
    v.maxLength(maxLength, `Please keep this to ${maxLength} characters or fewer.`),
  )
