import { DAY_MS } from '#shared/durations.ts'
import type { ComparedDays } from '#shared/insights.ts'
import { addDays, dayOf, lastDays, startOfDay } from './days.ts'

type Window = { from: Date; until: Date }

/** The days of figures, and the same number of earlier days for comparison. Networks count by UTC days. */
export type Period = {
  now: Date
  /** Days of the charts, oldest first; the last one may be today. */
  days: string[]
  /** Days that have ended, whose engagement is summed. */
  finished: string[]
  /** Number of days between a day and its counterpart in the comparison. */
  shift: number
  posts: Window
  /** Window of the posts that these are compared with. */
  postsBefore: Window
}

/** Returns today and the last `count` days that have ended, compared with the same number before. */
export function lastPeriod(now: Date, count: number): Period {
  const days = lastDays(now, count + 1)
  const from = startOfDay(days[0] ?? '', 'UTC')
  return {
    now,
    days,
    finished: days.slice(0, -1),
    shift: count,
    posts: { from, until: new Date(+now + DAY_MS) },
    postsBefore: { from: new Date(2 * +from - +now), until: from },
  }
}

type ChosenDays = { from: string; to: string; timeZone: string }

/**
 * Returns the chosen days, compared with the same number directly before. A month that hasn't ended is compared with the same days of
 * the month before.
 */
export function chosenPeriod(now: Date, { from, to, timeZone }: ChosenDays): Period {
  const today = dayOf(now)
  const days = [from]
  for (let day = addDays(from, 1); day <= to && day <= today; day = addDays(day, 1)) days.push(day)
  const finished = days.filter(day => day < today)
  const shift = shiftOf(from, finished)
  const posts = { from: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }
  const before = startOfDay(addDays(from, -shift), timeZone)
  const elapsed = Math.min(+posts.until, +now) - +posts.from
  return {
    now,
    days,
    finished,
    shift,
    posts,
    postsBefore: { from: before, until: new Date(Math.min(+before + elapsed, +posts.from)) },
  }
}

function shiftOf(from: string, finished: string[]): number {
  const month = Temporal.PlainDate.from(from)
  const { daysInMonth } = month.subtract({ months: 1 })
  const isUnfinishedMonth = month.day === 1 && finished.length < month.daysInMonth
  return isUnfinishedMonth && finished.length <= daysInMonth ? daysInMonth : finished.length
}

/** Returns the earlier days that the finished days are compared with. */
export const daysBefore = ({ finished, shift }: Period): string[] => finished.map(day => addDays(day, -shift))

const rangeOf = (days: string[]) => {
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? null : { from, to }
}

export function comparedDays(period: Period): ComparedDays {
  const [finished, before] = [rangeOf(period.finished), rangeOf(daysBefore(period))]
  return finished && before && { finished, before }
}
