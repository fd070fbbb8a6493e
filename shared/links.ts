import { DAY_MS } from '#shared/durations.ts'

/** A kind of links that people open without an account. */
export type LinkKind = {
  /** First segment of the URL's path. */
  path: string
  /** Default lifetime of a link in days. */
  days: number
  /** Error message for a business that already has `MAX_LINKS` links. */
  tooMany: string
  activity: { connects?: true }
}

export const MAX_LINK_MS = 366 * DAY_MS
/** Maximum number of links of one kind in a business. */
export const MAX_LINKS = 200
