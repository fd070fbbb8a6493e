import type { Ending } from './scenario.ts'

export type Code = { code: number; subcode?: number; ends: Ending }

const reconnect = (code: number, ...subcodes: number[]): Code[] => [
  { code, ends: 'held' },
  ...subcodes.map((subcode): Code => ({ code, subcode, ends: 'held' })),
]

/** What both networks may refuse with, and what must become of the post when it is refused once (PROVIDERS.md A). */
export const SHARED_CODES: Code[] = [
  ...[1, 2, 4, 17, 32, 613].map((code): Code => ({ code, ends: 'published' })),
  ...reconnect(190, 458, 459, 460, 463, 464, 467, 492),
  { code: 190, subcode: 2069032, ends: 'failed' },
  ...reconnect(200),
  { code: 368, ends: 'failed' },
  { code: 506, ends: 'failed' },
]

/** Google's services refuse by HTTP's own codes (PROVIDERS.md D); a token that is refused alone is renewed. */
export const GOOGLE_CODES: Code[] = [
  ...[401, 429, 500, 503].map((code): Code => ({ code, ends: 'published' })),
  { code: 400, ends: 'failed' },
  { code: 404, ends: 'failed' },
  { code: 403, ends: 'held' },
]

/** What its token endpoint refuses with: 400 is `invalid_grant`, 401 a client that it does not know. */
export const GOOGLE_TOKEN_CODES: Code[] = [
  ...[401, 429, 500, 503].map((code): Code => ({ code, ends: 'published' })),
  { code: 400, ends: 'held' },
]

/** What only Instagram says (PROVIDERS.md C). */
export const INSTAGRAM_CODES: Code[] = [
  { code: 9004, ends: 'published' },
  { code: 9004, subcode: 2207052, ends: 'published' },
  { code: 9007, ends: 'published' },
  { code: 9007, subcode: 2207027, ends: 'published' },
  { code: 9, subcode: 2207042, ends: 'published' },
  { code: 4, subcode: 2207051, ends: 'published' },
]
