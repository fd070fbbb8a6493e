import { DAY_MS } from '#shared/durations.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'

/** Time zone of the journeys' browser and businesses. */
export const ZONE = 'Australia/Melbourne'

/** Returns the day there, as 2027-01-15. Until ten or eleven in the morning it isn't the one in UTC. */
export const dayOf = (date: Date | number): string => clockIn(ZONE, new Date(date)).day

/** Returns the weekday there in some days, from 1 for Monday. Some of these days have 23 or 25 hours. */
export const weekdayIn = (days: number): number =>
  new Date(Date.parse(dayOf(Date.now())) + days * DAY_MS).getUTCDay() || 7

const today = new Date()
const monthsAhead = (months: number, day: number) =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, day))

/** Returns the number of a month's weeks from Monday. */
function weeksOf(months: number): number {
  const daysBefore = (monthsAhead(months, 1).getUTCDay() + 6) % 7
  return Math.ceil((daysBefore + monthsAhead(months + 1, 0).getUTCDate()) / 7)
}

/** A month of six weeks leaves the smallest phone no room for the posts of a day. */
const dueMonth = weeksOf(2) > 5 ? 3 : 2
const dueDay = monthsAhead(dueMonth, 15).toISOString().slice(0, 10)

/** Noon there in the middle of one of the months after the next, in summer and in winter. */
export const DUE_AT = instantIn(ZONE, { day: dueDay, minutes: 12 * 60 })

/** The month after it. */
export const MONTH_AFTER = monthsAhead(dueMonth + 1, 15)
