import * as v from 'valibot'

import type { NetworkId } from '#shared/networks.ts'
import type { DeliveryState } from './posts.ts'

export const CALENDAR_MAX_DAYS = 100
/** More in one window than anybody looks at; what is later is left out. */
export const CALENDAR_MAX_ENTRIES = 5000
export const CALENDAR_EXCERPT = 140

export const CALENDAR_MESSAGES = {
  tooLong: `Please ask for at most ${CALENDAR_MAX_DAYS} days.`,
  fixed: 'Only what is scheduled, or waits for you, can be moved.',
} as const

const Instant = v.pipe(
  v.string('Please give an ISO 8601 instant.'),
  v.isoTimestamp('Please give an ISO 8601 instant.'),
)

/** From `from` until before `to`. */
export const CalendarQuery = v.object({
  domainId: v.optional(v.pipe(v.string(), v.maxLength(64))),
  from: Instant,
  to: Instant,
})
export type CalendarQuery = v.InferOutput<typeof CalendarQuery>

/** One post on one network, briefly. */
export type CalendarEntry = {
  postId: string
  deliveryId: string
  network: NetworkId
  state: DeliveryState
  /** As a delivery's, where there is one. */
  reasonCode?: string
  removedAt?: string
  publishAt: string
  /** The beginning of its words. */
  excerpt: string
  /** On how many networks the post is, this one counted. */
  networks: number
}
