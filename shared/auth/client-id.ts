import * as v from 'valibot'

/** An id that a browser makes: saving the same thing twice then saves it once. */
export const ClientId = v.pipe(
  v.string(),
  v.regex(/^[\w-]{16,64}$/, 'Please give an id of 16 to 64 letters, digits, dashes and underscores.'),
)
