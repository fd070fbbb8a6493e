import { formatTime } from '#site/lib/format.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { dayKey } from './days.ts'

const HOURS_OF_HALF_DAY = 12

/** Reads a time such as '5:30 pm', '5pm', '17:30' or '1730'. Returns the minutes since midnight, or undefined. */
export function readTime(text: string): number | undefined {
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:[:.]?(\d\d))?\s*(?:([ap])\.?(?:m\.?)?)?$/i.exec(text.trim()) ?? []
  if (!hours || Number(minutes) > 59) return undefined
  const hour = Number(hours)
  if (!half) return hour < 24 && text.trim().length > 2 ? hour * 60 + Number(minutes) : undefined
  if (hour < 1 || hour > HOURS_OF_HALF_DAY) return undefined
  const afternoon = half.toLowerCase() === 'p' ? HOURS_OF_HALF_DAY : 0
  return ((hour % HOURS_OF_HALF_DAY) + afternoon) * 60 + Number(minutes)
}

export type Limits = { day: Date; min: Date; zone: string }

/** Returns the instant of a typed time on a day, or an error message. */
export function readInstant(text: string, { day, min, zone }: Limits): Date | string {
  const minutes = readTime(text)
  if (minutes === undefined) return 'Type a time such as 5:30 pm.'
  const time = instantIn(zone, { day: dayKey(day), minutes })
  if (clockIn(zone, time).minutes !== minutes) return 'The clocks skip this time on that day.'
  return time > min ? time : `${formatTime(time, zone)} has passed.`
}
