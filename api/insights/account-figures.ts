import type { accountInsights } from '#api/db/schema/businesses/insights.ts'
import type { Figure, FigureName, SeriesDay } from '#shared/insights.ts'
import { dayOf, DAY_MS, lastDays } from './days.ts'

export type Day = typeof accountInsights.$inferSelect

/** Reactions to an account's posts by period, from their current counts. */
export type PostSums = {
  /** Number of posts that Currawong published since the last read. */
  publishedSinceRead: number
  /** Number of posts in the range. */
  recent: number
  recentReactions: number
  /** Reactions to posts of the same number of days before the range. */
  earlierReactions: number
  /** Reactions by the day of the post, for the last half year. */
  byDay: Map<string, number>
}

export type Figures = Record<FigureName, Figure>

/** The last `count` days. */
type Range = { now: Date; count: number }

/** Minimum share of a range's days that must be known for a sum, because networks omit some. */
const MIN_SUMMED_SHARE = 5 / 6
/** From this many known days, the network's figures are more complete than the posts' own counts. */
const ENOUGH_DAYS = 25

/** Returns an account's current figures, with the change over the range. */
export function accountFigures(days: Day[], sums: PostSums, range: Range): Figures {
  return {
    posts: posts(days, sums, range),
    followers: compareToPast(days, 'followers', range),
    comments: compareToPast(days, 'comments', range),
    engagement: engagement(days, sums, range),
  }
}

const startOf = ({ now, count }: Range) => new Date(+now - count * DAY_MS)

/** Includes posts that Currawong published since the last read. An account that was first read today has no comparison. */
function posts(days: Day[], { recent, publishedSinceRead }: PostSums, range: Range): Figure {
  const read = latest(days, 'posts')
  if (read === null) return { value: null, change: null, since: null }
  if (isNew(days, range.now)) return { value: read + publishedSinceRead, change: null, since: null }
  return {
    value: read + publishedSinceRead,
    change: recent + publishedSinceRead,
    since: dayOf(startOf(range)),
  }
}

/** True if the account was first read today. The history that its network returned doesn't count as a comparison. */
const isNew = (days: Day[], now: Date) => days.find(({ posts }) => posts !== null)?.day === dayOf(now)

const latest = (days: Day[], name: 'followers' | 'posts' | 'comments') =>
  days.findLast(day => day[name] !== null)?.[name] ?? null

/** Compares with the value before the range, or on the first known day. Needs a later day, or nothing is compared. */
function compareToPast(days: Day[], name: 'followers' | 'comments', range: Range): Figure {
  const value = latest(days, name)
  const wanted = dayOf(startOf(range))
  const known = days.filter(day => day[name] !== null)
  const then = known.findLast(({ day }) => day <= wanted) ?? known[0]
  if (value === null || !then || then === known.at(-1)) return { value, change: null, since: null }
  return { value, change: value - (then[name] ?? 0), since: then.day }
}

/**
 * Sums the network's daily figures until yesterday, or the posts' own counts while there are too few. The sum is unknown if
 * the account wasn't read within the range.
 */
function engagement(days: Day[], sums: PostSums, range: Range): Figure {
  const { now, count } = range
  const yesterday = new Date(+now - DAY_MS)
  const recent = engagementOf(days, lastDays(yesterday, count))
  const earlier = engagementOf(sinceFirstFigure(days), lastDays(startOf({ now: yesterday, count }), count))
  const since = dayOf(startOf(range))
  const wanted = Math.round(count * MIN_SUMMED_SHARE)
  if (!days.some(({ day }) => day >= since)) return { value: null, change: null, since: null }
  if (recent.length < Math.min(wanted, ENOUGH_DAYS))
    return isNew(days, now) && sums.earlierReactions === 0
      ? { value: sums.recentReactions, change: null, since: null }
      : { value: sums.recentReactions, change: sums.recentReactions - sums.earlierReactions, since }
  const value = sum(recent)
  return recent.length < wanted || earlier.length < wanted
    ? { value, change: null, since: null }
    : { value, change: value - sum(earlier), since }
}

/** Returns the days since an account's first figure. Networks report 0 for days before an account existed. */
export function sinceFirstFigure<Row extends Pick<Day, FigureName>>(days: Row[]): Row[] {
  const first = days.findIndex(({ posts, followers, engagement }) => posts || followers || engagement)
  return first === -1 ? [] : days.slice(first)
}

function engagementOf(days: Day[], wanted: string[]): number[] {
  const wantedDays = new Set(wanted)
  return days.flatMap(({ day, engagement }) => (wantedDays.has(day) && engagement !== null ? engagement : []))
}

const known = <Value>(values: (Value | null)[]) => values.filter(value => value !== null)

const sumKnown = (values: (number | null)[]) => (known(values).length > 0 ? sum(known(values)) : null)

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Adds the figures of several accounts. A figure stays unknown if it is unknown for all. */
export function addFigures(all: Figure[]): Figure {
  const changed = all.filter(({ value, change }) => value !== null && change !== null)
  return {
    value: sumKnown(all.map(({ value }) => value)),
    change: sumKnown(changed.map(({ change }) => change)),
    since: known(changed.map(({ since }) => since)).toSorted()[0] ?? null,
  }
}

/** Minimum share of a period's days that must be known for a comparison. */
const MIN_KNOWN_SHARE = 0.8

/**
 * Returns one value per day for the last `count` days, including today, and for the same number of days before if enough of
 * those are known.
 */
export function seriesWithPrevious(days: Day[], sums: PostSums, { now, count }: Range) {
  const previous = seriesOf(days, sums, { now: new Date(+now - count * DAY_MS), count })
  const first = sinceFirstFigure(days)[0]?.day
  const known = previous.filter(({ day, engagement }) => engagement !== null && first && day >= first)
  return {
    series: seriesOf(days, sums, { now, count }),
    previous: known.length >= count * MIN_KNOWN_SHARE ? previous : null,
  }
}

function seriesOf(days: Day[], sums: PostSums, { now, count }: Range): SeriesDay[] {
  const byDay = new Map(days.map(day => [day.day, day]))
  const counted = days.some(({ engagement }) => engagement !== null)
  const first = days[0]?.day
  return lastDays(now, count).map(day => ({
    day,
    followers: byDay.get(day)?.followers ?? null,
    engagement: counted
      ? (byDay.get(day)?.engagement ?? null)
      : first === undefined
        ? null
        : (sums.byDay.get(day) ?? 0),
  }))
}
