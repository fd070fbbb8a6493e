import { and, eq, inArray } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { OwnerContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import type { accountInsights } from '#api/db/schema/businesses/insights.ts'
import type { Figure, FigureName, MissingInsights, SeriesDay } from '#shared/insights.ts'
import { addDays, dayOf } from './days.ts'
import { daysBefore, type Period } from './period.ts'

export type Day = typeof accountInsights.$inferSelect

/** Reactions to an account's posts by period, from their current counts. */
export type PostSums = {
  /** Number of posts in the period that Currawong published since the last read. */
  publishedSinceRead: number
  /** Number of posts in the period. */
  recent: number
  recentReactions: number
  /** Reactions to posts of the days with which the period is compared. */
  earlierReactions: number
  /** Reactions by the day of the post. */
  byDay: Map<string, number>
}

export type Figures = Record<FigureName, Figure>

/** Minimum share of a period's days that must be known for a sum, because networks omit some. */
const MIN_SUMMED_SHARE = 5 / 6
/** From this many known days, the network's figures are more complete than the posts' own counts. */
const ENOUGH_DAYS = 25

/** Returns an account's figures at the end of the period, with the change over it. */
export function accountFigures(stored: Day[], sums: PostSums, period: Period): Figures {
  const last = period.days.at(-1) ?? ''
  const days = stored.filter(({ day }) => day <= last)
  return {
    posts: posts(days, sums, period),
    followers: compareToPast(days, 'followers', period),
    comments: compareToPast(days, 'comments', period),
    engagement: engagement(days, sums, period),
  }
}

/** Returns the day before the period. */
const startOf = ({ days }: Period) => addDays(days[0] ?? '', -1)

/** Includes posts that Currawong published since the last read. An account that was first read today has no comparison. */
function posts(days: Day[], { recent, publishedSinceRead }: PostSums, period: Period): Figure {
  const read = latest(days, 'posts')
  if (read === null) return { value: null, change: null, since: null }
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

/** Compares with the value before the period, or on the first known day. Needs a later day, or nothing is compared. */
function compareToPast(days: Day[], name: 'followers' | 'comments', period: Period): Figure {
  const value = latest(days, name)
  const wanted = startOf(period)
  const known = days.filter(day => day[name] !== null)
  const then = known.findLast(({ day }) => day <= wanted) ?? known[0]
  if (value === null || !then || then === known.at(-1)) return { value, change: null, since: null }
  return { value, change: value - (then[name] ?? 0), since: then.day }
}

/**
 * Sums the network's figures of the days that have ended, or the posts' own counts while there are too few. The sum is unknown
 * if the account wasn't read within the period.
 */
function engagement(days: Day[], sums: PostSums, period: Period): Figure {
  const { now, finished } = period
  const recent = engagementOf(days, finished)
  const earlier = daysBefore(period)
  const since = startOf(period)
  const wanted = Math.round(finished.length * MIN_SUMMED_SHARE)
  if (finished.length === 0 || !days.some(({ day }) => day >= since))
    return { value: null, change: null, since: null }
  if (recent.length < Math.min(wanted, ENOUGH_DAYS))
    return isNew(days, now) && sums.earlierReactions === 0
      ? { value: sums.recentReactions, change: null, since: null }
      : { value: sums.recentReactions, change: sums.recentReactions - sums.earlierReactions, since }
  const value = sum(recent)
  return recent.length < wanted || !isComparable(days, earlier)
    ? { value, change: null, since: null }
    : { value, change: value - sum(engagementOf(days, earlier)), since }
}

/**
 * True if each of the wanted days has a figure. Networks also report 0 for days that they don't know, so only a few zeros may
 * precede the account's first engagement.
 */
function isComparable(days: Day[], wanted: string[]): boolean {
  const sinceFirst = days.slice(days.findIndex(({ engagement }) => engagement))
  return (
    engagementOf(days, wanted).length === wanted.length &&
    engagementOf(sinceFirst, wanted).length >= Math.round(wanted.length * MIN_SUMMED_SHARE)
  )
}

function engagementOf(days: Day[], wanted: string[]): number[] {
  const wantedDays = new Set(wanted)
  return days.flatMap(({ day, engagement }) => (wantedDays.has(day) && engagement !== null ? engagement : []))
}

/** Returns the sum of the known values; null if none is known. */
export function sumKnown(values: (number | null | undefined)[]): number | null {
  const known = values.flatMap(value => value ?? [])
  return known.length > 0 ? sum(known) : null
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Adds the figures of several accounts. A figure stays unknown if it is unknown for all, and its change if the accounts' changes
 * don't begin on the same day.
 */
export function addFigures(all: Figure[]): Figure {
  const added = all.filter(({ value }) => value !== null)
  const since = added[0]?.since ?? null
  const isSameDay = added.every(figure => figure.since === since)
  return {
    value: sumKnown(added.map(({ value }) => value)),
    change: isSameDay ? sumKnown(added.map(({ change }) => change)) : null,
    since: isSameDay ? since : null,
  }
}

/** Returns one value per day of the period, and for the days with which it is compared if all of those are known. */
export function seriesWithPrevious(days: Day[], sums: PostSums, period: Period) {
  const previous = seriesOf(
    days,
    sums,
    period.days.map(day => addDays(day, -period.shift)),
  )
  const first = days[0]?.day
  const isKnown = days.some(({ engagement }) => engagement !== null)
    ? isComparable(
        days,
        previous.map(({ day }) => day),
      )
    : first !== undefined && previous.every(({ day }) => day >= first)
  return {
    series: seriesOf(days, sums, period.days),
    previous: isKnown ? previous : null,
  }
}

function seriesOf(days: Day[], sums: PostSums, wanted: string[]): SeriesDay[] {
  const byDay = new Map(days.map(day => [day.day, day]))
  const counted = days.some(({ engagement }) => engagement !== null)
  const first = days[0]?.day
  return wanted.map(day => ({
    day,
    followers: byDay.get(day)?.followers ?? null,
    engagement: counted
      ? (byDay.get(day)?.engagement ?? null)
      : first === undefined
        ? null
        : (sums.byDay.get(day) ?? 0),
  }))
}

/** Returns the condition for the linked accounts of one of the user's businesses or of all. */
export const ownAccounts = (ctx: OwnerContext, domainId: string | undefined) =>
  and(
    isAllowedIn(ctx, accounts.domainId),
    inArray(accounts.status, ['connected', 'needs_reconnect']),
    domainId ? eq(accounts.domainId, domainId) : undefined,
  )

/** Returns why an account has no current figures; null if it has. */
export const whyMissing = (status: string, missing: '' | MissingInsights | null): MissingInsights | null =>
  status === 'needs_reconnect' ? 'reconnect' : missing || null
