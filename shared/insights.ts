import * as v from 'valibot'

import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { plural } from '#shared/plural.ts'
import { Id } from '#shared/text/text.ts'
import type { NetworkId } from './networks.ts'
import { type Measure, MEASURES } from './networks/declaration.ts'
import type { PresenceFigure } from './networks/presence.ts'
import { TimeZone } from './time-zone.ts'

/** Days over which a change is calculated, unless the user has chosen a range. */
export const CHANGE_DAYS = 30
/** Weeks over which the posting rate is calculated. */
export const RATE_WEEKS = 4
/** Minimum number of posts of an account or business whose best time is calculated. */
export const MIN_POSTS_FOR_BEST_TIME = 10
/** Minimum number of posts in a block of hours that can be the best time. */
export const MIN_POSTS_IN_BEST_BLOCK = 3
/** Minimum score of a recommended time. A smaller lead over the average (1) is likely to be chance. */
export const MIN_BEST_SCORE = 1.25
/** Hours in a block. The best time is in the best block of the week. */
export const BLOCK_HOURS = 3
export const BLOCKS = Array.from({ length: 24 / BLOCK_HOURS }, (_, index) => index * BLOCK_HOURS)
export const TOP_POSTS = 5

/** A measure is null if the network doesn't provide it. */
export type Measures = Record<Measure, number | null>

export const NO_MEASURES: Measures = { reach: null, views: null, saves: null, clicks: null }

export const POST_FIGURES = ['reactions', 'likes', 'comments', 'shares', ...MEASURES, 'rate'] as const
export type PostFigure = (typeof POST_FIGURES)[number]

export function sumKnown(values: readonly (number | null | undefined)[]): number | null {
  const known = values.flatMap(value => value ?? [])
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null
}

/** Returns engagement divided by reach, such as 0.05. Returns null if a figure is unknown or nobody was reached. */
export const engagementRate = (engagement: number | null, reach: number | null): number | null =>
  engagement === null || reach === null || reach === 0 ? null : engagement / reach

export const INSIGHT_RANGES = [7, 30, 90] as const

/** Longest period that users can choose. */
export const MAX_PERIOD_DAYS = 366
export const PERIOD_MESSAGE = 'Please choose a first and a last day, at most a year apart.'

const Day = v.optional(v.pipe(v.string(), v.isoDate('Please give a date such as 2026-11-21.')))

/** Returns true if both days exist, are in order and are at most `MAX_PERIOD_DAYS` apart. */
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
    best: v.optional(v.picklist(POST_FIGURES, 'Please choose one of the posts’ figures.'), 'reactions'),
  }),
  v.check(
    ({ from, to }) => (from === undefined ? to === undefined : isPeriod(from, to ?? '')),
    PERIOD_MESSAGE,
  ),
)
export type InsightsQuery = v.InferOutput<typeof InsightsQuery>

/** A figure at the end of a period, or summed over it. `change` is the difference from the value at `since`. */
export type Figure = {
  value: number | null
  change: number | null
  since: string | null
  /** Number of days without data. `change` excludes the matching days of the previous period. */
  missing?: number
}

/** Returns `missing` for a sum of figures: the largest number of days that any of the figures lacks. */
export function missingOf(figures: readonly Figure[]): Pick<Figure, 'missing'> {
  const missing = Math.max(0, ...figures.map(({ missing = 0 }) => missing))
  return missing > 0 ? { missing } : {}
}

export type FigureName = 'posts' | 'followers' | 'comments' | 'engagement'

/** `rate` is the engagement rate. Its change is the difference between two rates. */
export type AccountFigureName = FigureName | Measure | 'rate'

/**
 * Reason for an account's incomplete figures: a missing `permission`, no figures of the network (`nothing`), or a lost sign-in.
 */
export type MissingInsights = 'permission' | 'nothing' | 'reconnect'

export type InsightsSummary = Record<FigureName, Figure> & {
  connected: number
  /** Number of these accounts on networks that provide figures. */
  accounts: number
  /** Number of these accounts that have not been read yet. */
  unread: number
  /** Number of connected accounts that need reconnecting: their figures are no longer updated. */
  signedOut: number
  /** Time of the oldest account's read; null before the first. */
  readAt: string | null
}

/** Figures of one day; null while unknown. Series are sorted from old to new. */
export type SeriesDay = Measures & { day: string; followers: number | null; engagement: number | null }

/** Figures of an account. Changes, engagement and measures cover the chosen period. */
export type AccountInsights = Record<AccountFigureName, Figure> & {
  _id: string
  network: NetworkId
  name: string
  readAt: string | null
  missing: MissingInsights | null
  series: SeriesDay[]
  /** As many days of the previous period, for comparison; null unless all are known. */
  previous: SeriesDay[] | null
}

export type Reactions = { likes: number; comments: number; shares: number }

export type Placement = {
  network: NetworkId
  accountName: string
  permalink: string
  /** Null if the network hasn't been read since the post was published, or doesn't share reactions. */
  reactions: Reactions | null
  measures: Measures
  /** Time at which reactions and measures were read. */
  readAt: string | null
}

/** Reports that were frozen before measures existed have none. */
type CountedPlacement = Pick<Placement, 'reactions'> & Partial<Pick<Placement, 'measures'>>

/**
 * Adds up a post's figure over the networks that provide it, or returns null if none does. The engagement rate counts likes,
 * comments, shares and saves on the networks that provide the reach.
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

export type TopPost = CombinedPost & Reactions & { thumbnailUrl: string | null }

/** Maximum number of search terms that are stored for a month. */
export const MAX_KEYWORDS = 50

/**
 * A search term that led people to a profile. With `isBelow`, the network says only that there were fewer than `count`
 * searches.
 */
export type Keyword = { keyword: string; count: number; isBelow: boolean }

/** Search terms of a month such as `2026-10`, most frequent first. */
export type MonthOfKeywords = { month: string; list: Keyword[] }

/** A figure is null if the network doesn't provide it. */
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

/** `shown` is how often the profile was seen, summed over Search and Maps on phones and desktops. */
export type PresenceSum = PresenceFigure | 'shown'
export type PresenceSums = Record<PresenceSum, Figure>

export type PresenceDay = PresenceFigures & { day: string; shown: number | null }

/** Presence of an account: how often people saw its profile, what they did there, and what they searched for. */
export type AccountPresence = {
  _id: string
  network: NetworkId
  name: string
  readAt: string | null
  missing: MissingInsights | null
  sums: PresenceSums
  /** Last day of the period for which the network has figures. */
  knownUntil: string | null
  series: PresenceDay[]
  /** As many days of the previous period, for comparison; null unless all are known. */
  previous: PresenceDay[] | null
  /** The latest month with known search terms, no later than the period. */
  keywords: MonthOfKeywords | null
}

/** First and last day of a range, such as `2026-10-01`. */
export type DayRange = { from: string; to: string }

/** The days of a period that have ended, and as many days before it. Null until the first day has ended. */
export type ComparedDays = { finished: DayRange; before: DayRange } | null

/** The time that a business took to answer in a period, and its ratings by month. */
export type Conversation = {
  answers: {
    /** Number of reviews and comments that were answered in the period, here or on their network. */
    count: number
    /** Median time between a review or comment and its answer; null without answers. */
    medianMs: number | null
    /** Median of the previous period. */
    beforeMs: number | null
  }
  /** Months from the first review to the end of the period, oldest first. Empty without reviews. */
  ratings: RatingMonth[]
}

/** `average` is null without reviews. */
export type RatingMonth = { month: string; average: number | null; reviews: number }

export const RATING_MONTHS = 12

export const hasConversation = ({ answers, ratings }: Conversation) => answers.count > 0 || ratings.length > 0

/** Returns '25 min', '5 h 20 min' or '3 days'. */
export function waitLabel(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes < 60) return `${minutes} min`
  if (ms < 2 * DAY_MS) return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`
  return plural(Math.round(ms / DAY_MS), 'day')
}

/** Returns an average such as '4.6'. */
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
  /** Average posts per week; null before the first post. A post on two networks counts once. */
  perWeek: number | null
  /** Posts in each week, oldest first. */
  weeks: number[]
  /**
   * The best time: the hour with the most posts in the best block, with the block's number of posts and score. Null with too few
   * posts, without reactions, or if no block is clearly better than the average.
   */
  best: PostingSlot | null
  slots: PostingSlot[]
  /** Number of posts that `best` is based on. */
  basedOn: number
}

/** Returns '120' or 'fewer than 15'. */
export const formatKeywordCount = ({ count, isBelow }: Keyword, format: (count: number) => string): string =>
  isBelow ? `fewer than ${format(count)}` : format(count)
