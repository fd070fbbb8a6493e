import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { addDays, dayIn, dayKey } from '#site/ui/date-time-picker/days.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

type Spread = { start: Date; gapHours: number; count: number; zone: string }

/**
 * Returns times one gap apart, in Unix seconds. Gaps of whole days keep the local time of day when daylight saving begins or
 * ends.
 */
export const spread = ({ start, gapHours, count, zone }: Spread): number[] =>
  Array.from({ length: count }, (_, at) => {
    const hours = at * gapHours
    const time =
      gapHours % DAY_HOURS === 0 ? daysAfter(zone, start, hours / DAY_HOURS) : +start + hours * HOUR_MS
    return Math.floor(+time / 1000)
  })

/** Keeps the local time of day. */
export const daysAfter = (zone: string, start: Date, days: number) =>
  instantIn(zone, { day: dayKey(addDays(dayIn(zone, start), days)), minutes: clockIn(zone, start).minutes })
