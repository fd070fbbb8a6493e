/** Links of one kind, which people open without an account. */
export type LinkKind = {
  /** First part of their URL's path. */
  path: string
  /** Days for which a link works unless its creator chooses another end. */
  days: number
  tooMany: string
}

export const MAX_LINK_MS = 366 * 24 * 60 * 60_000
/** Links of a kind that a business has at most. */
export const MAX_LINKS = 200
