import type { Measures } from '#shared/insights.ts'
import type { Usage } from './feed.ts'

/** Reads the audience figures of an account. */
export type InsightsReader = {
  /**
   * Reads the audience, the posts with their counts, and daily interactions.
   * @throws {NetworkError} if the network can't be reached or no longer accepts the token
   */
  read(query: InsightsQuery): Promise<InsightsResult>
}

export type InsightsQuery = {
  accountId: string
  token: string
  /** Earliest time of posts to read. If undefined, some hundreds of the latest are read. */
  postsSince: Date | undefined
  /** Days (UTC, `2026-11-21`) for which to read engagement, newest first. */
  days: string[]
}

export type InsightsResult = {
  followers: number | null
  /** Total number of posts, if the network provides it. */
  postCount: number | null
  posts: PostFigures[]
  /** Time since which `posts` is complete; null if unknown. */
  completeSince: Date | null
  days: DayFigures[]
  /** Reason for empty days and unknown measures: a missing permission, or no insights for so small an account. */
  missing: '' | 'permission' | 'nothing'
  /** The highest share of the call budget reported in a response, in percent. */
  usage: Usage
}

export type DayFigures = Measures & { day: string; engagement: number | null; followers: number | null }

export type PostFigures = Measures & {
  externalId: string
  publishedAt: Date
  text: string
  permalink: string
  likes: number
  comments: number
  /** Null if the response lacks it. */
  shares: number | null
}

/** Share of the call budget that insights may use. The rest is left to publishing. */
export const INSIGHTS_BUDGET_PERCENT = 60

/** Tracks the highest use of the call budget over several responses. */
export function budgetMeter() {
  const usage: Usage = { percent: 0, regainMinutes: 0 }
  return {
    usage,
    onUsage(seen: Usage) {
      usage.percent = Math.max(usage.percent, seen.percent)
      usage.regainMinutes = Math.max(usage.regainMinutes, seen.regainMinutes)
    },
    hasBudget: () => usage.percent < INSIGHTS_BUDGET_PERCENT,
  }
}
