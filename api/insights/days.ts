export const DAY_MS = 24 * 60 * 60_000

/** `2026-11-21`, in UTC */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** The `count` days that end with the day of `date`, the oldest first. */
export const lastDays = (date: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayOf(new Date(+date - (count - 1 - index) * DAY_MS)))
