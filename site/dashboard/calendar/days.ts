import { addDays, addMonths, startOfDay, weeksOf } from '#site/ui/date-time-picker/days.ts'

export const VIEWS = ['month', 'week', 'list'] as const
export type View = (typeof VIEWS)[number]

const DAYS_A_WEEK = 7
const pad = (part: number) => String(part).padStart(2, '0')

/** '2026-11-23', a day on the person's own calendar. */
export const dayKey = (date: Date) =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

export function readDay(key: string | undefined): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(key ?? '') ?? []
  if (!year || !month || !day) return undefined
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  return dayKey(date) === key ? date : undefined
}

/** The days that a view shows, in weeks from Monday; a list shows its month's own. */
export function daysOf(view: View, on: Date): Date[] {
  const weeks = weeksOf(on)
  if (view === 'month') return weeks.flat()
  if (view === 'week') return weeks.find(week => week.some(day => dayKey(day) === dayKey(on))) ?? []
  return weeks.flat().filter(day => day.getMonth() === on.getMonth())
}

/** From the first day's beginning until the last one's end. */
export function windowOf(view: View, on: Date): { from: Date; to: Date } {
  const days = daysOf(view, on)
  return { from: days[0]!, to: addDays(days.at(-1)!, 1) }
}

/** The same day of the next or the last week or month. */
export const stepped = (view: View, on: Date, steps: 1 | -1): Date =>
  view === 'week' ? addDays(on, steps * DAYS_A_WEEK) : addMonths(on, steps)

/** The same time of another day. Where a clock change skips that time, the one after it. */
export const onDay = (day: Date, time: Date): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate(), time.getHours(), time.getMinutes())

export const daysLater = (time: Date, days: number): Date => onDay(addDays(startOfDay(time), days), time)

const MORNING = 9

/** When a post for a day is to go out, to begin with: in the morning, today in an hour; never on a day that is over. */
export function firstTimeOn(day: Date, now: Date): Date | undefined {
  const morning = new Date(day.getFullYear(), day.getMonth(), day.getDate(), MORNING)
  if (morning > now) return morning
  const soon = quartersLater(now, 4)
  return dayKey(soon) === dayKey(day) ? soon : undefined
}

const STEP_MINUTES = 15

/** To the next or the last quarter of an hour that really passes. */
export const quartersLater = (time: Date, quarters: number): Date => {
  const step = STEP_MINUTES * 60_000
  const whole = quarters > 0 ? Math.floor(+time / step) : Math.ceil(+time / step)
  return new Date((whole + quarters) * step)
}
