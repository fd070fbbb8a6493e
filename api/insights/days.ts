export const DAY_MS = 24 * 60 * 60_000

/** Returns the UTC day, such as `2026-11-21`. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Returns the `count` days up to the day of `date`, oldest first. */
export const lastDays = (date: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayOf(new Date(+date - (count - 1 - index) * DAY_MS)))
