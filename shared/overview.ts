import * as v from 'valibot'

import type { ReconnectCause } from '#shared/accounts.ts'
import type { InsightsSummary, TopPost } from '#shared/insights.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { Post } from '#shared/posts/posts.ts'
import { Id } from '#shared/text/text.ts'
import { TimeZoneQuery } from '#shared/time-zone.ts'

/** `domainId` limits the overview to one of the user's businesses. */
export const OverviewQuery = v.object({ ...TimeZoneQuery.entries, domainId: v.optional(Id) })
export type OverviewQuery = v.InferOutput<typeof OverviewQuery>

/** Maximum number of posts in `attention`, in `reviews`, in `remarked` and in `next`. */
export const OVERVIEW_POSTS = 5
/** Number of past days from which the best post is chosen. */
export const BEST_POST_DAYS = 30

/** An account that is signed out or disconnected, with the number of posts that wait for it. */
export type LostAccount = {
  _id: string
  domainId: string
  network: NetworkId
  name: string
  cause: ReconnectCause | 'disconnected'
  held: number
}

/** A report that should have been mailed on `day`, such as `2026-12-03`. */
export type OverdueReport = {
  domainId: string
  month: string
  day: string
  /** Id of a released report whose private link was lost, because the server's secret has changed. */
  lostLink?: string
}

/** Number of a business's unanswered reviews and comments that the user may answer. */
export type UnansweredMessages = { domainId: string; count: number }

export type WaitingReport = { _id: string; domainId: string; month: string }

/**
 * Posts on a day of this week, in the requested time zone. `slots` is null for users without weekly times. `free` counts the
 * slots that are still ahead and not taken by a post or draft.
 */
export type WeekDay = {
  day: string
  published: number
  scheduled: number
  attention: number
  slots: number | null
  free: number
}

/** Figures of the last full day, added up over all accounts that share them. */
export type Yesterday = {
  day: string
  posts: number
  engagement: number | null
  followers: number | null
  /** Time at which the oldest figures were read. */
  readAt: string | null
}

/** Number of days after the first post during which the first steps guide the user. */
export const STARTING_DAYS = 14

export type Overview = {
  accounts: LostAccount[]
  attention: Post[]
  /** Posts that need attention and aren't in `attention`. */
  moreAttention: number
  /** The first post of each business that waits for the user's approval, and posts that were sent back to the user. */
  reviews: Post[]
  moreReviews: number
  /**
   * Number of posts of the same business that wait for the user's approval, by the id of each post in `reviews`; 1 for a post that
   * was sent back.
   */
  waiting: Record<string, number>
  /** Posts with open remarks of others that the user may still change, oldest remark first. */
  remarked: { post: Post; open: number }[]
  unanswered: UnansweredMessages[]
  reports: WaitingReport[]
  overdueReports: OverdueReport[]
  next: Post[]
  week: WeekDay[]
  best: TopPost | null
  yesterday: Yesterday
  figures: InsightsSummary
  hasPosts: boolean
  /** True until one of the posts is `STARTING_DAYS` old. */
  isStarting: boolean
}
