import { DAY_MS } from '#shared/durations.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'

/** Time zone of the journeys' browser and businesses. */
export const ZONE = 'Australia/Melbourne'

/** Returns the day in Melbourne, such as 2027-01-15. Until 10 or 11 am, it differs from the day in UTC. */
export const dayOf = (date: Date | number): string => clockIn(ZONE, new Date(date)).day

/** Returns the weekday in Melbourne some days from now, from 1 for Monday. Counts days, because some have 23 or 25 hours. */
export const weekdayIn = (days: number): number =>
  new Date(Date.parse(dayOf(Date.now())) + days * DAY_MS).getUTCDay() || 7

const today = new Date()
const monthsAhead = (months: number, day: number) =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, day))

/** Returns the number of rows of a month in a calendar whose weeks start on Monday. */
function weeksOf(months: number): number {
  const daysBefore = (monthsAhead(months, 1).getUTCDay() + 6) % 7
  return Math.ceil((daysBefore + monthsAhead(months + 1, 0).getUTCDate()) / 7)
}

/** Avoids a month of six rows, which leaves no room for a day's posts on the smallest phone. */
const dueMonth = weeksOf(2) > 5 ? 3 : 2
const dueDay = monthsAhead(dueMonth, 15).toISOString().slice(0, 10)

/** Noon in Melbourne, in the middle of the month after next or the one after that. */
export const DUE_AT = instantIn(ZONE, { day: dueDay, minutes: 12 * 60 })

/** The month after that of `DUE_AT`. */
export const MONTH_AFTER = monthsAhead(dueMonth + 1, 15)
