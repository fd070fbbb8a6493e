import { wallClock } from '#api/runtime/wall-clock.ts'
import { calls } from '#shared/calls.ts'
import { DAY_MS } from '#shared/durations.ts'

export const WEEK_DAYS = 7

/** Time zone of businesses that haven't chosen one: the agency's. */
export const DEFAULT_TIME_ZONE = calls.timeZone

/** Returns the UTC day, such as `2026-11-21`. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Returns the `count` days up to the day of `date`, oldest first. */
export const lastDays = (date: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayOf(new Date(+date - (count - 1 - index) * DAY_MS)))

/** Returns the day `count` days later, or earlier if negative. */
export const addDays = (day: string, count: number): string =>
  Temporal.PlainDate.from(day).add({ days: count }).toString()

export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)

/** Returns the days of the current ISO week, or of one some weeks later, Monday first. */
export function weekOf(now: Date, timeZone: string, later = 0): string[] {
  const today = wallClock(timeZone, now).toPlainDate().add({ weeks: later })
  return Array.from({ length: WEEK_DAYS }, (_, index) =>
    today.add({ days: index + 1 - today.dayOfWeek }).toString(),
  )
}
