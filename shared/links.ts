import { DAY_MS } from '#shared/durations.ts'

/** Links of one kind, which people open without an account. */
export type LinkKind = {
  /** First segment of the URL's path. */
  path: string
  /** Default lifetime of a link in days. */
  days: number
  /** Error message for a business that has `MAX_LINKS` of them. */
  tooMany: string
  /** Recorded in the business's activity with each action on such a link. */
  activity: { connects?: true }
}

export const MAX_LINK_MS = 366 * DAY_MS
/** Maximum number of links of one kind in a business. */
export const MAX_LINKS = 200
