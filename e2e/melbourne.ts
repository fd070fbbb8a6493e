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
const dueDay = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 2, 15))

/** Noon there in the middle of the month after next, in summer and in winter. */
export const DUE_AT = instantIn(ZONE, { day: dueDay.toISOString().slice(0, 10), minutes: 12 * 60 })
