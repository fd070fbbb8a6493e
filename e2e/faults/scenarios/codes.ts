import type { Ending } from './scenario.ts'

export type Code = { code: number; subcode?: number; ends: Ending }

const reconnect = (code: number, ...subcodes: number[]): Code[] => [
  { code, ends: 'held' },
  ...subcodes.map((subcode): Code => ({ code, subcode, ends: 'held' })),
]

/**
 * Error codes of Facebook and Instagram, with the expected state after one such error:
 * developers.facebook.com/docs/graph-api/guides/error-handling
 */
export const SHARED_CODES: Code[] = [
  ...[1, 2, 4, 17, 32, 613].map((code): Code => ({ code, ends: 'published' })),
  ...reconnect(190, 458, 459, 460, 463, 464, 467, 492),
  { code: 190, subcode: 2069032, ends: 'failed' },
  ...reconnect(200),
  { code: 368, ends: 'failed' },
  { code: 506, ends: 'failed' },
]

/** Google's services use HTTP status codes. A refused token is renewed. */
export const GOOGLE_CODES: Code[] = [
  ...[401, 429, 500, 503].map((code): Code => ({ code, ends: 'published' })),
  { code: 400, ends: 'failed' },
  { code: 404, ends: 'failed' },
  { code: 403, ends: 'held' },
]

/** Errors of the token endpoint: 400 is `invalid_grant`, 401 an unknown client. */
export const GOOGLE_TOKEN_CODES: Code[] = [
  ...[401, 429, 500, 503].map((code): Code => ({ code, ends: 'published' })),
  { code: 400, ends: 'held' },
]

/** Bluesky's errors by status: 401 is an ended token, 403 a suspended account, 409 a lost file, 413 a file that is too large. */
export const BLUESKY_CODES: Code[] = [
  ...[401, 409, 429, 500, 503].map((code): Code => ({ code, ends: 'published' })),
  { code: 400, ends: 'failed' },
  { code: 413, ends: 'failed' },
  { code: 403, ends: 'held' },
]

/** A refresh token that the server rejects is replaced by the app password. */
export const BLUESKY_TOKEN_CODES: Code[] = [401, 403, 429, 500, 503].map(code => ({
  code,
  ends: 'published',
}))

/** WordPress's errors by status: 404 is a deleted draft, 413 and 503 are pages of a web server. */
export const WORDPRESS_CODES: Code[] = [
  ...[404, 429, 500, 503].map((code): Code => ({ code, ends: 'published' })),
  ...[400, 413].map((code): Code => ({ code, ends: 'failed' })),
  ...reconnect(401),
  ...reconnect(403),
]

/** Error codes of Instagram alone. */
export const INSTAGRAM_CODES: Code[] = [
  { code: 9004, ends: 'published' },
  { code: 9004, subcode: 2207052, ends: 'published' },
  { code: 9007, ends: 'published' },
  { code: 9007, subcode: 2207027, ends: 'published' },
  // The account's limits last longer than a post may be late.
  { code: 9, subcode: 2207042, ends: 'held' },
  { code: 4, subcode: 2207051, ends: 'held' },
]
