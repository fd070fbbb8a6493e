import * as v from 'valibot'

import type { NetworkId } from './networks.ts'
import { TimeZone } from './time-zone.ts'

/** Changes are told over this many days. */
export const CHANGE_DAYS = 30
/** A posting rate is counted over this many weeks. */
export const RATE_WEEKS = 4
/** With fewer posts nobody can say what time is best. */
export const BEST_TIME_POSTS = 10
export const TOP_POSTS = 5

export const INSIGHT_RANGES = [30, 90] as const

const DomainId = v.optional(v.pipe(v.string(), v.maxLength(64)))

export const SummaryQuery = v.object({ domainId: DomainId })
export type SummaryQuery = v.InferOutput<typeof SummaryQuery>

export const RateQuery = v.object({ domainId: DomainId, timeZone: v.optional(TimeZone, 'UTC') })
export type RateQuery = v.InferOutput<typeof RateQuery>

export const InsightsQuery = v.object({
  domainId: DomainId,
  days: v.optional(
    v.pipe(v.picklist(['30', '90'], 'Please choose 30 or 90 days.'), v.transform(Number)),
    '30',
  ),
})
export type InsightsQuery = v.InferOutput<typeof InsightsQuery>

/** `value` is null while nothing is known; `change` is against what stood at `since`, and null where nothing did. */
export type Figure = { value: number | null; change: number | null; since: string | null }

export type FigureName = 'posts' | 'followers' | 'comments' | 'engagement'

/** Why an account's figures are not whole: `permission` and `nothing` are about what its network tells day by day. */
export type MissingInsights = 'permission' | 'nothing' | 'reconnect'

export type InsightsSummary = Record<FigureName, Figure> & {
  /** How many accounts are connected in all. */
  connected: number
  /** How many of them are on networks that tell figures. */
  accounts: number
  /** How many of them have not been read yet. */
  unread: number
  /** How many of all need reconnecting: their figures stand still. */
  signedOut: number
  /** When the figures were read; of several accounts the earliest. */
  readAt: string | null
}

export type AccountInsights = Record<FigureName, Figure> & {
  _id: string
  network: NetworkId
  name: string
  readAt: string | null
  missing: MissingInsights | null
  /** A value a day, oldest first; null where nothing is known. */
  series: { day: string; followers: number | null; engagement: number | null }[]
}

export type TopPost = {
  _id: string
  network: NetworkId
  accountName: string
  excerpt: string
  permalink: string
  publishedAt: string
  likes: number
  comments: number
  shares: number
}

export type Insights = { accounts: AccountInsights[]; topPosts: TopPost[] }

/** How well posts of a weekday (0 is Sunday) and hour did: 1 is as well as the account's posts usually do. */
export type PostingSlot = { weekday: number; hour: number; posts: number; score: number }

export type PostingRate = {
  /** Posts a week over the last weeks; null while there are none. The same words on two networks are one post. */
  perWeek: number | null
  /** How many in each of the weeks, the oldest first. */
  weeks: number[]
  /** Null while there are too few posts, or nobody reacted to any. */
  best: { weekday: number; hour: number } | null
  slots: PostingSlot[]
  /** How many posts that rests on. */
  basedOn: number
}
