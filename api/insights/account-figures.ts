import type { accountInsights } from '#api/db/schema/businesses/insights.ts'
import {
  type AccountFigureName,
  engagementRate,
  type Figure,
  type Measures,
  type MissingInsights,
  missingOf,
  NO_MEASURES,
  type SeriesDay,
  sumKnown,
} from '#shared/insights.ts'
import type { Measure } from '#shared/networks/declaration.ts'
import { addDays, dayOf } from './days.ts'
import { daysBefore, type Period } from './period.ts'

export type Day = typeof accountInsights.$inferSelect

/** Reactions to an account's posts by period, from their current counts. */
export type PostSums = {
  /** Number of the period's posts that Currawong published after the last read. */
  publishedSinceRead: number
  recent: number
  recentReactions: number
  /** Reactions to posts of the period before. */
  earlierReactions: number
  /** Reactions by the day of the post. */
  byDay: Map<string, number>
}

export type Figures = Record<AccountFigureName, Figure>

/** Minimum share of a period's days that must be known for a sum, because networks omit some. */
const MIN_SUMMED_SHARE = 5 / 6
/** Number of known days that is always enough for a sum: it is then more complete than the posts' own counts. */
const ENOUGH_DAYS = 25

export function accountFigures(stored: Day[], sums: PostSums, period: Period): Figures {
  const last = period.days.at(-1) ?? ''
  const days = stored.filter(({ day }) => day <= last)
  return {
    posts: posts(days, sums, period),
    followers: compareToPast(days, 'followers', period),
    comments: compareToPast(days, 'comments', period),
    engagement: engagement(days, sums, period),
    reach: measure(days, 'reach', period),
    views: measure(days, 'views', period),
    saves: measure(days, 'saves', period),
    clicks: measure(days, 'clicks', period),
    rate: rate(days, period),
  }
}

const UNKNOWN: Figure = { value: null, change: null, since: null }

/** Returns the day before the period. */
const startOf = ({ days }: Period) => addDays(days[0] ?? '', -1)

/** Includes posts published after the last read. An account that was first read today has no comparison. */
function posts(days: Day[], { recent, publishedSinceRead }: PostSums, period: Period): Figure {
  const read = latest(days, 'posts')
  if (read === null) return UNKNOWN
  if (isNew(days, period.now)) return { value: read + publishedSinceRead, change: null, since: null }
  return {
    value: read + publishedSinceRead,
    change: recent + publishedSinceRead,
    since: startOf(period),
  }
}

/** True if the account was first read today. The history that its network returned doesn't count as a comparison. */
const isNew = (days: Day[], now: Date) => days.find(({ posts }) => posts !== null)?.day === dayOf(now)

const latest = (days: Day[], name: 'followers' | 'posts' | 'comments') =>
  days.findLast(day => day[name] !== null)?.[name] ?? null

/** Compares the latest value with the one before the period or, without one, on the first known day. */
function compareToPast(days: Day[], name: 'followers' | 'comments', period: Period): Figure {
  const value = latest(days, name)
  const wanted = startOf(period)
  const known = days.filter(day => day[name] !== null)
  const then = known.findLast(({ day }) => day <= wanted) ?? known[0]
  if (value === null || !then || then === known.at(-1)) return { value, change: null, since: null }
  return { value, change: value - (then[name] ?? 0), since: then.day }
}

/**
 * Sums the network's figures of the finished days or, while too few are known, the posts' own counts. The sum is unknown if the account
 * wasn't read within the period.
 */
function engagement(days: Day[], sums: PostSums, period: Period): Figure {
  const { now, finished } = period
  const since = startOf(period)
  if (finished.length === 0 || !days.some(({ day }) => day >= since)) return UNKNOWN
  const summed = sumOfDays(days, 'engagement', period)
  // A new account's older days arrive read by read, and replace the counts of the posts.
  const isArriving = days.some(each => each.engagement !== null)
  if (!summed)
    return isNew(days, now) && (isArriving || sums.earlierReactions === 0)
      ? { value: sums.recentReactions, change: null, since: null }
      : { value: sums.recentReactions, change: sums.recentReactions - sums.earlierReactions, since }
  return compare(summed, period)
}

/** Sums a measure over the days. A person reached on two days counts twice. */
function measure(days: Day[], name: Measure, period: Period): Figure {
  const summed = sumOfDays(days, name, period)
  return summed ? compare(summed, period) : UNKNOWN
}

/** Returns the engagement rate over the days for which the network gives both engagement and reach. */
function rate(days: Day[], period: Period): Figure {
  const both = days.filter(({ engagement, reach }) => engagement !== null && reach !== null)
  const [engaged, reached] = [sumOfDays(both, 'engagement', period), sumOfDays(both, 'reach', period)]
  const value = engagementRate(engaged?.value ?? null, reached?.value ?? null)
  const before = engagementRate(engaged?.before ?? null, reached?.before ?? null)
  return value === null ? UNKNOWN : compare({ value, before, missing: engaged?.missing ?? 0 }, period)
}

const compare = ({ value, before, missing }: Summed, period: Period): Figure =>
  before === null
    ? { value, change: null, since: null }
    : { value, change: value - before, since: startOf(period), ...(missing > 0 && { missing }) }

type DailyFigure = 'engagement' | Measure

/** `missing` is the number of days without a figure. `before` excludes their counterparts. */
type Summed = { value: number; before: number | null; missing: number }

/**
 * Adds up the finished days and, if enough of both are known, the days before. Returns undefined if too few are known.
 */
function sumOfDays(days: Day[], name: DailyFigure, period: Period): Summed | undefined {
  const { finished, shift } = period
  const wanted = Math.round(finished.length * MIN_SUMMED_SHARE)
  const known = new Set(days.flatMap(({ day, [name]: value }) => (value === null ? [] : day)))
  const recent = finished.filter(day => known.has(day))
  if (recent.length === 0 || recent.length < Math.min(wanted, ENOUGH_DAYS)) return undefined
  const isComparison = recent.length >= wanted && isComparable(days, name, daysBefore(period))
  const earlier = recent.map(day => addDays(day, -shift))
  return {
    value: sum(valuesOf(days, name, recent)),
    before: isComparison ? sum(valuesOf(days, name, earlier)) : null,
    missing: finished.length - recent.length,
  }
}

/**
 * True if each of the wanted days has a figure. Networks also report 0 for unknown days, so only a few of these days may precede the
 * account's first engagement.
 */
function isComparable(days: Day[], name: DailyFigure, wanted: string[]): boolean {
  const sinceFirst = days.slice(days.findIndex(({ engagement }) => engagement))
  return (
    valuesOf(days, name, wanted).length === wanted.length &&
    valuesOf(sinceFirst, name, wanted).length >= Math.round(wanted.length * MIN_SUMMED_SHARE)
  )
}

function valuesOf(days: Day[], name: DailyFigure, wanted: string[]): number[] {
  const wantedDays = new Set(wanted)
  return days.flatMap(({ day, [name]: value }) => (wantedDays.has(day) && value !== null ? value : []))
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Adds the figures of several accounts. The sum is unknown if all of them are, and its change if their changes begin on different
 * days.
 */
export function addFigures(all: Figure[]): Figure {
  const added = all.filter(({ value }) => value !== null)
  const since = added[0]?.since ?? null
  const isSameDay = added.every(figure => figure.since === since)
  return {
    value: sumKnown(added.map(({ value }) => value)),
    change: isSameDay ? sumKnown(added.map(({ change }) => change)) : null,
    since: isSameDay ? since : null,
    ...missingOf(added),
  }
}

/** Returns a value per day of the period and, if all are known, of the days with which it is compared. */
export function seriesWithPrevious(days: Day[], sums: PostSums, period: Period) {
  const wanted = period.days.map(day => addDays(day, -period.shift))
  const first = days[0]?.day
  const isKnown = days.some(({ engagement }) => engagement !== null)
    ? isComparable(days, 'engagement', wanted)
    : first !== undefined && wanted.every(day => day >= first)
  return {
    series: seriesOf(days, sums, period.days),
    previous: isKnown ? seriesOf(days, sums, wanted) : null,
  }
}

function seriesOf(days: Day[], sums: PostSums, wanted: string[]): SeriesDay[] {
  const byDay = new Map(days.map(day => [day.day, day]))
  const counted = days.some(({ engagement }) => engagement !== null)
  const first = days[0]?.day
  return wanted.map(day => {
    const known = byDay.get(day)
    return {
      day,
      followers: known?.followers ?? null,
      engagement: counted
        ? (known?.engagement ?? null)
        : first === undefined
          ? null
          : (sums.byDay.get(day) ?? 0),
      ...measuresOf(known),
    }
  })
}

/** Returns the measures of a stored day or post. */
export const measuresOf = ({ reach, views, saves, clicks }: Measures = NO_MEASURES): Measures => ({
  reach,
  views,
  saves,
  clicks,
})

/** Returns why an account has no current figures; null if it has some. */
export const whyMissing = (status: string, missing: '' | MissingInsights | null): MissingInsights | null =>
  status === 'needs_reconnect' ? 'reconnect' : missing || null
