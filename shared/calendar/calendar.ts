import * as v from 'valibot'

import type { MediaKind } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { PostExtras } from '#shared/posts/extras.ts'
import { type DeliveryState, SCHEDULE_MAX_DAYS } from '#shared/posts/posts.ts'
import { Id } from '#shared/text/text.ts'

/** Maximum number of days in a query: every day for which a post can be scheduled, in any time zone. */
export const CALENDAR_MAX_DAYS = SCHEDULE_MAX_DAYS + 2
/** Maximum number of entries in a response. Later ones are omitted. */
export const CALENDAR_MAX_ENTRIES = 5000
/** Maximum length of an entry's excerpt, in UTF-16 units. */
export const CALENDAR_EXCERPT = 140

/** States that a calendar shows, most important first. A post on several networks shows the first of their states. */
export const CALENDAR_STATES: readonly DeliveryState[] = [
  'failed',
  'held',
  'unconfirmed',
  'publishing',
  'changes_requested',
  'in_review',
  'scheduled',
  'draft',
  'published',
]

export const CALENDAR_MESSAGES = {
  tooLong: `Please ask for at most ${CALENDAR_MAX_DAYS} days.`,
  fixed: 'Only posts that are scheduled, or waiting for you, can be moved.',
} as const

const Instant = v.pipe(
  v.string('Please give an ISO 8601 instant.'),
  v.isoTimestamp('Please give an ISO 8601 instant.'),
)

/** Reads the entries from `from` (inclusive) to `to` (exclusive). */
export const CalendarQuery = v.object({
  /** All businesses if omitted. */
  domainId: v.optional(Id),
  from: Instant,
  to: Instant,
})
export type CalendarQuery = v.InferOutput<typeof CalendarQuery>

export type CalendarEntry = {
  postId: string
  domainId: string
  deliveryId: string
  network: NetworkId
  state: DeliveryState
  /** The delivery's reason code, if any. */
  reasonCode?: string
  removedAt?: string
  /** Present on posts that the user wrote. */
  isOwn?: true
  /** Present if the entry is scheduled and somebody approved the post. */
  approved?: true
  /**
   * Present if the post goes out on approval, because `publishAt` had passed when the post was sent for approval. Screens
   * don't show that time.
   */
  whenApproved?: true
  publishAt: string
  /** The beginning of the message. */
  excerpt: string
  labels?: string[]
  repeats?: true
  /** Present if the post is more than text and files on this network, such as a story. */
  extras?: Pick<PostExtras, 'kind'>
  /** Number of networks of the post, including this one. */
  networks: number
  /**
   * The first picture or video for this network; absent for a text-only post. `url` is a picture’s thumbnail or the video itself;
   * `more` counts the other files.
   */
  picture?: { kind: MediaKind; url?: string; more: number }
}
