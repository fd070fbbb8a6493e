/** How a network tells the figures of an account. */
export type InsightsReader = {
  /**
   * The account's audience, its posts with their counts, and what people did day by day.
   * @throws NetworkError when the network can't be asked or no longer accepts the token
   */
  read(question: InsightsQuestion): Promise<InsightsRead>
}

export type InsightsQuestion = {
  accountId: string
  token: string
  /** Posts from then on are read; without it all that the network lists, up to some hundreds. */
  postsSince: Date | undefined
  /** Days (UTC, `2026-11-21`) whose engagement is wanted, newest first. */
  days: string[]
}

export type InsightsRead = {
  followers: number | null
  /** All posts of the account, where the network counts them. */
  postCount: number | null
  posts: PostFigures[]
  /** What is known of the days asked about. */
  days: { day: string; engagement: number | null; followers: number | null }[]
  /** Why the days are empty: no permission to read insights, or the network has none of so small an account. */
  missing: '' | 'permission' | 'nothing'
  /** How much of the call budget the fullest answer said is spent, in percent. */
  usage: { percent: number; regainMinutes: number }
}

export type PostFigures = {
  externalId: string
  publishedAt: Date
  text: string
  permalink: string
  likes: number
  comments: number
  shares: number
}

/** Calls beyond this share of the budget are left to publishing. */
export const INSIGHTS_BUDGET_PERCENT = 60

/** Follows how full the budget gets over several answers. */
export function budgetMeter() {
  const usage = { percent: 0, regainMinutes: 0 }
  return {
    usage,
    onUsage(seen: { percent: number; regainMinutes: number }) {
      usage.percent = Math.max(usage.percent, seen.percent)
      usage.regainMinutes = Math.max(usage.regainMinutes, seen.regainMinutes)
    },
    hasRoom: () => usage.percent < INSIGHTS_BUDGET_PERCENT,
  }
}
