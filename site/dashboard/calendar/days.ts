import { addDays, addMonths, startOfDay, weeksOf } from '#site/ui/date-time-picker/days.ts'

export const VIEWS = ['month', 'week', 'list'] as const
export type View = (typeof VIEWS)[number]

const DAYS_A_WEEK = 7
const pad = (part: number) => String(part).padStart(2, '0')

/** '2026-11-23', a day in the device's time zone. */
export const dayKey = (date: Date) =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

export function readDay(key: string | undefined): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(key ?? '') ?? []
  if (!year || !month || !day) return undefined
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  return dayKey(date) === key ? date : undefined
}

/** Returns the days of a view, in weeks from Monday; a list has its month's own. */
export function daysOf(view: View, on: Date): Date[] {
  const weeks = weeksOf(on)
  if (view === 'month') return weeks.flat()
  if (view === 'week') return weeks.find(week => week.some(day => dayKey(day) === dayKey(on))) ?? []
  return weeks.flat().filter(day => day.getMonth() === on.getMonth())
}

/** Returns the start of the first day and the end of the last. */
export function windowOf(view: View, on: Date): { from: Date; to: Date } {
  const days = daysOf(view, on)
  return { from: days[0]!, to: addDays(days.at(-1)!, 1) }
}

/** Returns the same day of the next or previous week or month. */
export const stepped = (view: View, on: Date, steps: 1 | -1): Date =>
  view === 'week' ? addDays(on, steps * DAYS_A_WEEK) : addMonths(on, steps)

/** Returns the same time on another day, or the time after it if a clock change skips it. */
export const onDay = (day: Date, time: Date): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate(), time.getHours(), time.getMinutes())

export const daysLater = (time: Date, days: number): Date => onDay(addDays(startOfDay(time), days), time)

const MORNING = 9

/** Suggests a time for a post on a day: in the morning, today in an hour, undefined for past days. */
export function firstTimeOn(day: Date, now: Date): Date | undefined {
  const morning = new Date(day.getFullYear(), day.getMonth(), day.getDate(), MORNING)
  if (morning > now) return morning
  const soon = addQuarters(now, 4)
  return dayKey(soon) === dayKey(day) ? soon : undefined
}

const STEP_MINUTES = 15

/** Adds quarters of an hour of elapsed time. */
export const addQuarters = (time: Date, quarters: number): Date => {
  const step = STEP_MINUTES * 60_000
  const whole = quarters > 0 ? Math.floor(+time / step) : Math.ceil(+time / step)
  return new Date((whole + quarters) * step)
}
