import * as v from 'valibot'

/** An id that the browser generates, so that a repeated save doesn't create a second item. */
export const ClientId = v.pipe(
  v.string(),
  v.regex(/^[\w-]{16,64}$/, 'Please give an id of 16 to 64 letters, digits, dashes and underscores.'),
)
