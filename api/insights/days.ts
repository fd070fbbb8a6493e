export const DAY_MS = 24 * 60 * 60_000
export const WEEK_DAYS = 7

/** Returns the UTC day, such as `2026-11-21`. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Returns the `count` days up to the day of `date`, oldest first. */
export const lastDays = (date: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayOf(new Date(+date - (count - 1 - index) * DAY_MS)))

/** Returns a function that formats an instant as a day in the time zone, such as `2026-11-21`. */
export function dayIn(timeZone: string): (date: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return date => format.format(date)
}

/** Returns the ISO weekday of a day. Monday is 1. */
export const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

/** Returns the days of the current ISO week, Monday first. */
export function weekOf(now: Date, timeZone: string): string[] {
  const today = dayIn(timeZone)(now)
  const monday = Date.parse(today) - (weekdayOf(today) - 1) * DAY_MS
  return Array.from({ length: WEEK_DAYS }, (_, index) => dayOf(new Date(monday + index * DAY_MS)))
}
