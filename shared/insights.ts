import * as v from 'valibot'

import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { plural } from '#shared/plural.ts'
import { Id } from '#shared/text/text.ts'
import type { NetworkId } from './networks.ts'
import { type Measure, MEASURES } from './networks/declaration.ts'
import type { PresenceFigure } from './networks/presence.ts'
import { TimeZone } from './time-zone.ts'

/** Days between the two values of a change, unless a range is chosen. */
export const CHANGE_DAYS = 30
/** Weeks over which the posting rate is calculated. */
export const RATE_WEEKS = 4
/** Minimum number of posts for a best time. */
export const BEST_TIME_POSTS = 10
/** Minimum number of posts in a block of hours for a best time. */
export const BEST_SLOT_POSTS = 3
/** From this score a time is advised, because a smaller lead is likely to be chance. */
export const CLEARLY_BETTER = 1.25
/** Length of the blocks of a day that are compared. */
export const BLOCK_HOURS = 3
export const BLOCKS = Array.from({ length: 24 / BLOCK_HOURS }, (_, index) => index * BLOCK_HOURS)
export const TOP_POSTS = 5

/** Null for what the network doesn't give. */
export type Measures = Record<Measure, number | null>

export const NO_MEASURES: Measures = { reach: null, views: null, saves: null, clicks: null }

/** Figures by which the best posts can be chosen. */
export const POST_FIGURES = ['reactions', 'likes', 'comments', 'shares', ...MEASURES, 'rate'] as const
export type PostFigure = (typeof POST_FIGURES)[number]

/** Returns the sum of the known values; null if none is known. */
export function sumKnown(values: readonly (number | null | undefined)[]): number | null {
  const known = values.flatMap(value => value ?? [])
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null
}

/** Returns the share of the people reached who engaged, such as 0.05; null if either is unknown, or nobody was reached. */
export const engagementRate = (engagement: number | null, reach: number | null): number | null =>
  engagement === null || reach === null || reach === 0 ? null : engagement / reach

export const INSIGHT_RANGES = [7, 30, 90] as const

/** Longest period of chosen dates. */
export const MAX_PERIOD_DAYS = 366
export const PERIOD_MESSAGE = 'Please choose a first and a last day, at most a year apart.'

const Day = v.optional(v.pipe(v.string(), v.isoDate('Please give a date such as 2026-11-21.')))

/** True for two existing days in order that aren't too far apart. */
export function isPeriod(from: string, to: string): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return days >= 1 && days <= MAX_PERIOD_DAYS
}

export const SummaryQuery = v.object({ domainId: v.optional(Id) })
export type SummaryQuery = v.InferOutput<typeof SummaryQuery>

export const RateQuery = v.object({ domainId: v.optional(Id), timeZone: v.optional(TimeZone, 'UTC') })
export type RateQuery = v.InferOutput<typeof RateQuery>

export const InsightsQuery = v.pipe(
  v.object({
    domainId: v.optional(Id),
    days: v.optional(
      v.pipe(v.picklist(['7', '30', '90'], 'Please choose 7, 30 or 90 days.'), v.transform(Number)),
      '30',
    ),
    /** First and last day of the period, instead of the last `days`. */
    from: Day,
    to: Day,
    timeZone: v.optional(TimeZone, 'UTC'),
    /** Figure by which the best posts are chosen. */
    best: v.optional(v.picklist(POST_FIGURES, 'Please choose one of the posts’ figures.'), 'reactions'),
  }),
  v.check(
    ({ from, to }) => (from === undefined ? to === undefined : isPeriod(from, to ?? '')),
    PERIOD_MESSAGE,
  ),
)
export type InsightsQuery = v.InferOutput<typeof InsightsQuery>

/**
 * `value` is null while unknown; `change` is relative to the value at `since`, and null without one. Days of the period without a
 * figure are `missing`; the change leaves out those with which they would be compared.
 */
export type Figure = { value: number | null; change: number | null; since: string | null; missing?: number }

/** Returns the days that a sum of figures lacks in one of them. */
export function missingOf(figures: readonly Figure[]): Pick<Figure, 'missing'> {
  const missing = Math.max(0, ...figures.map(({ missing = 0 }) => missing))
  return missing > 0 ? { missing } : {}
}

export type FigureName = 'posts' | 'followers' | 'comments' | 'engagement'

/** `rate` is the engagement rate, and its change the difference of two rates. */
export type AccountFigureName = FigureName | Measure | 'rate'

/** Reason for incomplete figures of an account. `permission` and `nothing` concern its network's daily figures. */
export type MissingInsights = 'permission' | 'nothing' | 'reconnect'

export type InsightsSummary = Record<FigureName, Figure> & {
  /** Number of connected accounts. */
  connected: number
  /** Number of these accounts on networks that provide figures. */
  accounts: number
  /** Number of these accounts that have not been read yet. */
  unread: number
  /** Number of connected accounts that need reconnecting: their figures are no longer updated. */
  signedOut: number
  /** Time at which the figures were read; the earliest of several accounts. */
  readAt: string | null
}

/** One day, oldest first in a list; null while unknown. */
export type SeriesDay = Measures & { day: string; followers: number | null; engagement: number | null }

/** Changes, engagement and measures are those of the chosen range. */
export type AccountInsights = Record<AccountFigureName, Figure> & {
  _id: string
  network: NetworkId
  name: string
  readAt: string | null
  missing: MissingInsights | null
  series: SeriesDay[]
  /** The days with which they are compared; null unless all of them are known. */
  previous: SeriesDay[] | null
}

export type Reactions = { likes: number; comments: number; shares: number }

export type Placement = {
  network: NetworkId
  accountName: string
  permalink: string
  /** Null while the network hasn't been read since, or doesn't share them. */
  reactions: Reactions | null
  measures: Measures
  /** Time at which they were read. */
  readAt: string | null
}

/** Older reports have no measures. */
type CountedPlacement = Pick<Placement, 'reactions'> & Partial<Pick<Placement, 'measures'>>

/**
 * Adds up a figure of a post over the networks that give it; null if none does. Its engagement rate counts likes, comments, shares
 * and saves, on the networks that give its reach.
 */
export function postFigure(
  { placements }: { placements: readonly CountedPlacement[] },
  figure: PostFigure,
): number | null {
  if (figure !== 'rate') return sumKnown(placements.map(placement => placementFigure(placement, figure)))
  const reached = placements.filter(({ reactions, measures }) => reactions && measures?.reach)
  const engaged = (['reactions', 'saves'] as const).map(name => postFigure({ placements: reached }, name))
  return engagementRate(sumKnown(engaged), postFigure({ placements: reached }, 'reach'))
}

function placementFigure({ reactions, measures }: CountedPlacement, figure: Exclude<PostFigure, 'rate'>) {
  switch (figure) {
    case 'reactions':
      return reactions && reactions.likes + reactions.comments + reactions.shares
    case 'likes':
    case 'comments':
    case 'shares':
      return reactions && reactions[figure]
    default:
      return measures?.[figure] ?? null
  }
}

export type CombinedPost = {
  _id: string
  /** Null for posts published with other tools. */
  postId: string | null
  excerpt: string
  publishedAt: string
  placements: Placement[]
}

/** The totals are sums over all networks. */
export type TopPost = CombinedPost & Reactions & { thumbnailUrl: string | null }

/** Searches of a month that are kept, of those that a network lists. */
export const MAX_KEYWORDS = 50

/** A search with which people found a profile. If it is `isBelow`, the network says only that there were fewer than `count`. */
export type Keyword = { keyword: string; count: number; isBelow: boolean }

/** `month` is one such as `2026-10`. The most frequent search is first. */
export type MonthOfKeywords = { month: string; list: Keyword[] }

/** Null for what the network doesn't give. */
export type PresenceFigures = Record<PresenceFigure, number | null>

export const NO_PRESENCE: PresenceFigures = {
  searchMobile: null,
  searchDesktop: null,
  mapsMobile: null,
  mapsDesktop: null,
  calls: null,
  directions: null,
  websiteClicks: null,
}

/** `shown` adds up the surfaces: how often the profile was shown to people. */
export type PresenceSum = PresenceFigure | 'shown'
export type PresenceSums = Record<PresenceSum, Figure>

export type PresenceDay = PresenceFigures & { day: string; shown: number | null }

/** What people saw and did at an account's profile. */
export type AccountPresence = {
  _id: string
  network: NetworkId
  name: string
  readAt: string | null
  missing: MissingInsights | null
  sums: PresenceSums
  /** The last day of the period that the network knows by now. */
  knownUntil: string | null
  series: PresenceDay[]
  /** The days with which they are compared; null unless all of them are known. */
  previous: PresenceDay[] | null
  /** The latest month of the period, or before, of which the searches are known. */
  keywords: MonthOfKeywords | null
}

/** First and last day of several. */
export type DayRange = { from: string; to: string }

/** Finished days of a period, and the equal number of days with which they are compared; null before the first has ended. */
export type ComparedDays = { finished: DayRange; before: DayRange } | null

/** How long people waited for the answers of a period, and how they rated the business until then. */
export type Conversation = {
  answers: {
    /** Number of reviews and comments that were answered in the period, here or on their network. */
    count: number
    /** Median time between a review or comment and its answer; null without one. */
    medianMs: number | null
    /** The same in the period with which it is compared. */
    beforeMs: number | null
  }
  /** Months up to the period’s last, oldest first, from the first one with a review. Empty if there is none. */
  ratings: RatingMonth[]
}

/** `average` is null without reviews. */
export type RatingMonth = { month: string; average: number | null; reviews: number }

export const RATING_MONTHS = 12

export const hasConversation = ({ answers, ratings }: Conversation) => answers.count > 0 || ratings.length > 0

/** '25 min', '5 h 20 min' or '3 days' */
export function waitLabel(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes < 60) return `${minutes} min`
  if (ms < 2 * DAY_MS) return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`
  return plural(Math.round(ms / DAY_MS), 'day')
}

/** '4.6' */
export const ratingLabel = (average: number) => average.toFixed(1)

export type Insights = {
  accounts: AccountInsights[]
  presence: AccountPresence[]
  topPosts: TopPost[]
  compared: ComparedDays
  conversation: Conversation
}

/** Performance of posts by weekday (0 is Sunday) and hour; a score of 1 is the account's average. */
export type PostingSlot = { weekday: number; hour: number; posts: number; score: number }

/** Returns the posts and the average score of the block of hours that begins at `from`. */
export function blockOf(slots: readonly PostingSlot[], weekday: number, from: number) {
  const inside = slots.filter(
    slot => slot.weekday === weekday && slot.hour - (slot.hour % BLOCK_HOURS) === from,
  )
  const posts = inside.reduce((sum, slot) => sum + slot.posts, 0)
  const score = inside.reduce((sum, slot) => sum + slot.score * slot.posts, 0)
  return { inside, posts, score: posts > 0 ? score / posts : 0 }
}

export type PostingRate = {
  /** Average posts per week; null while there are none. The same text on two networks is one post. */
  perWeek: number | null
  /** Posts in each week, oldest first. */
  weeks: number[]
  /**
   * The hour with most posts of the block that does best, with the block's posts and score. Null if there are too few posts, in all
   * or in each block, none has a reaction, or no block is clearly better than the average.
   */
  best: PostingSlot | null
  slots: PostingSlot[]
  /** Number of posts that `best` is based on. */
  basedOn: number
}

/** '120', or 'fewer than 15'. */
export const keywordCount = ({ count, isBelow }: Keyword, format: (count: number) => string): string =>
  isBelow ? `fewer than ${format(count)}` : format(count)
