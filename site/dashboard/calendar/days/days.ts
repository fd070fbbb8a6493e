import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { addDays, addMonths, dayIn, dayKey, weeksOf } from '#site/ui/date-time-picker/days.ts'

export const VIEWS = ['month', 'week', 'list'] as const
export type View = (typeof VIEWS)[number]

export type Period = 'past' | 'current' | 'future'

const DAYS_A_WEEK = 7
/**
 * Minimum number of weeks, starting with the current one, that the current month shows, so that the next days are visible at
 * the end of a month.
 */
const WEEKS_AHEAD = 5
export const isSameMonth = (a: Date, b: Date) =>
  a.getMonth() === b.getMonth() && a.getFullYear() === b.getFullYear()

const weekOf = (day: Date) => weeksOf(day).find(week => week.some(each => dayKey(each) === dayKey(day))) ?? []

/**
 * Returns the weeks of a month, from Monday. The current month continues after its end, and its past weeks are returned
 * separately, so that the current week can come first.
 */
export function monthOf(on: Date, today: Date): { past: Date[][]; weeks: Date[][] } {
  const weeks = weeksOf(on)
  const [monday] = weekOf(today)
  if (!isSameMonth(on, today) || !monday) return { past: [], weeks }
  const current = weeks.findIndex(([first]) => first && dayKey(first) === dayKey(monday))
  const count = Math.max(weeks.length - current, WEEKS_AHEAD)
  const days = Array.from({ length: count * DAYS_A_WEEK }, (_, day) => addDays(monday, day))
  return { past: weeks.slice(0, current), weeks: inWeeks(days) }
}

const inWeeks = (days: Date[]) =>
  Array.from({ length: days.length / DAYS_A_WEEK }, (_, week) =>
    days.slice(week * DAYS_A_WEEK, (week + 1) * DAYS_A_WEEK),
  )

/**
 * Returns the days of a view. Months and weeks begin on Monday. A list has the days of its month; the current month's continues
 * after its end.
 */
export function daysOf(view: View, on: Date, today: Date): Date[] {
  if (view === 'week') return weekOf(on)
  const { past, weeks } = monthOf(on, today)
  const days = [...past, ...weeks].flat()
  if (view === 'month') return days
  const isCurrent = isSameMonth(on, today)
  return days.filter(day => isSameMonth(day, on) || (isCurrent && day > on))
}

/** Returns the days of the current month that are over and can be folded away: whole weeks in a month, days in a list. */
export function earlierDays(view: View, on: Date, days: readonly Date[], today: Date): Date[] {
  if (view === 'week' || !isSameMonth(on, today)) return []
  const first = view === 'month' ? (weekOf(today)[0] ?? today) : today
  return dayKey(on) < dayKey(first) ? [] : days.filter(day => dayKey(day) < dayKey(first))
}

/** Compares the week or month of a day with today's. */
export function periodOf(view: View, on: Date, today: Date): Period {
  const isCurrent =
    view === 'week'
      ? dayKey(weekOf(on)[0] ?? on) === dayKey(weekOf(today)[0] ?? today)
      : isSameMonth(on, today)
  if (isCurrent) return 'current'
  return on < today ? 'past' : 'future'
}

/** Returns the start of the first day and the end of the last. */
export function windowOf(days: Date[], zone: string): { from: Date; to: Date } {
  const midnight = (day: Date) => instantIn(zone, { day: dayKey(day), minutes: 0 })
  return { from: midnight(days[0]!), to: midnight(addDays(days.at(-1)!, 1)) }
}

/**
 * Returns the same day of the next or previous week, or the first day of the next or previous month; today if that is the
 * current month.
 */
export function stepped(view: View, on: Date, steps: 1 | -1, today: Date): Date {
  if (view === 'week') return addDays(on, steps * DAYS_A_WEEK)
  const month = addMonths(on, steps)
  return isSameMonth(month, today) ? today : addDays(month, 1 - month.getDate())
}

/** Returns the same time on another day. */
export const onDay = (zone: string, day: Date, time: Date): Date =>
  instantIn(zone, { day: dayKey(day), minutes: clockIn(zone, time).minutes })

export const daysLater = (zone: string, time: Date, days: number): Date =>
  onDay(zone, addDays(dayIn(zone, time), days), time)

const MORNING = 9 * 60

/** Suggests a time for a post on a day: the morning, or today within the next hour. Undefined if the day has none left. */
export function firstTimeOn(zone: string, day: Date, now: Date): Date | undefined {
  const morning = instantIn(zone, { day: dayKey(day), minutes: MORNING })
  if (morning > now) return morning
  const soon = addQuarters(now, 4)
  return clockIn(zone, soon).day === dayKey(day) ? soon : undefined
}

export const STEP_MINUTES = 15

/** Adds quarters of an hour of elapsed time, so a clock change doesn't matter, and rounds to a quarter. */
export const addQuarters = (time: Date, quarters: number): Date => {
  const step = STEP_MINUTES * 60_000
  const whole = quarters > 0 ? Math.floor(+time / step) : Math.ceil(+time / step)
  return new Date((whole + quarters) * step)
}
