import * as v from 'valibot'

import { DAY_MS } from '#shared/durations.ts'
import { plural } from '#shared/plural.ts'
import { Id } from '#shared/text/text.ts'

/** Maximum number of posts in a series: a year of weekly ones. */
export const MAX_SERIES = 53
export const MAX_INTERVAL = 12

export const SERIES_MESSAGES = {
  noUntil: 'Please choose the day on which it stops repeating.',
  once: 'It would go out only once until that day. Choose a later day, or don’t repeat it.',
  tooMany: `That would be more than ${MAX_SERIES} posts. Choose an earlier day.`,
  whole: 'Send the whole post, with its mediaIds, to change later ones too.',
  single: 'This post doesn’t repeat, so its rhythm can’t change.',
  notNow: 'Choose a time for this post and the later ones, or publish only this one now.',
} as const

/** How often a post repeats, and the last day on which it may go out, in the zone of its series. */
export const Repeat = v.object({
  every: v.picklist(['week', 'month'], 'Please choose week or month.'),
  interval: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_INTERVAL)), 1),
  until: v.pipe(v.string(SERIES_MESSAGES.noUntil), v.isoDate(SERIES_MESSAGES.noUntil)),
})
export type Repeat = v.InferOutput<typeof Repeat>

/** Another rhythm for a post and the later ones of its series; null ends the series with the post. */
export const ChangeRhythm = v.object({
  repeat: v.nullable(Repeat),
  /** The version that the post must still have. */
  version: v.optional(v.number()),
})
export type ChangeRhythm = v.InferOutput<typeof ChangeRhythm>

/** The posts of a series that a change is about: one of them, or that one and all later ones that haven't gone out. */
export const SeriesPart = v.object({
  series: v.optional(v.picklist(['this', 'following'], 'Please choose this or following.')),
})
export type SeriesPart = v.InferOutput<typeof SeriesPart>

/** A series as its posts show it. */
export type Series = Repeat & { _id: string }

/** The other posts of the series that a decision on one of them is about, too. Those that aren't alike by then are left out. */
export const AlikePosts = v.object({ alike: v.optional(v.pipe(v.array(Id), v.maxLength(MAX_SERIES))) })

/** Returns the day, such as 2026-11-30, that is some weeks or months after another. A month without that date has its last day. */
export function dayAfter(
  day: string,
  { every, interval }: Omit<Repeat, 'until'>,
  times: number,
  dayOfMonth?: number,
): string {
  const start = new Date(`${day}T00:00:00Z`)
  if (every === 'week') return isoDay(+start + times * interval * 7 * DAY_MS)
  const month = start.getUTCMonth() + times * interval
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return isoDay(Date.UTC(start.getUTCFullYear(), month, Math.min(dayOfMonth ?? start.getUTCDate(), lastDay)))
}

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * Returns the days of a series that starts on a day: at most one more than a series may have.
 * @param dayOfMonth the date of monthly posts, if the first month doesn't have it
 */
export function seriesDays(first: string, repeat: Repeat, dayOfMonth?: number): string[] {
  const days = [first]
  for (let times = 1; times <= MAX_SERIES; times++) {
    const day = dayAfter(first, repeat, times, dayOfMonth)
    if (day > repeat.until) break
    days.push(day)
  }
  return days
}

/** Returns the date on which posts go out each month, although the first day's month may be too short for it. */
export function dayOfMonthOf(first: string, later: readonly string[]): number {
  const dateOf = (day: string) => Number(day.slice(8))
  const isLastOfMonth = dayAfter(first, { every: 'month', interval: 1 }, 0, 31) === first
  return isLastOfMonth ? Math.max(...[first, ...later].map(dateOf)) : dateOf(first)
}

/** A later post of a series. `differs` if it has another content than the post from which the rhythm changes. */
type LaterPost = { _id: string; day: string; differs: boolean }
type PlacedPost = Pick<LaterPost, '_id' | 'day'>
export type RhythmPlan = {
  /** On a day of the new rhythm, as they are. */
  stays: PlacedPost[]
  /** With their new days. */
  moved: PlacedPost[]
  cancelled: PlacedPost[]
  /** Days that get a copy of the post. */
  added: string[]
}

/** Plans how the later posts of a series follow another rhythm with these days. */
export function planRhythm(days: readonly string[], later: readonly LaterPost[]): RhythmPlan {
  const plan: RhythmPlan = { stays: [], moved: [], cancelled: [], added: [] }
  const free = new Set(days)
  for (const { _id, day } of later) if (free.delete(day)) plan.stays.push({ _id, day })
  for (const { _id, day, differs } of later) {
    if (plan.stays.some(post => post._id === _id)) continue
    const [next] = differs ? [] : free
    if (next === undefined) plan.cancelled.push({ _id, day })
    else {
      free.delete(next)
      plan.moved.push({ _id, day: next })
    }
  }
  return { ...plan, added: [...free] }
}

/** Returns the reason for which a series can't have these days; undefined if it can. In a form, `until` may still be empty. */
export function seriesProblem({ until }: Repeat, { length }: readonly string[]): string | undefined {
  if (until === '') return SERIES_MESSAGES.noUntil
  if (length < 2) return SERIES_MESSAGES.once
  return length > MAX_SERIES ? SERIES_MESSAGES.tooMany : undefined
}

/** 'every week', 'every 2 months' */
export const rhythmOf = ({ every, interval }: Omit<Repeat, 'until'>): string =>
  interval === 1 ? `every ${every}` : `every ${plural(interval, every)}`
