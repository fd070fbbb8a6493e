import { formatDayTime, formatTime } from '#site/lib/format.ts'
import { instantIn } from '#site/lib/wall-clock.ts'
import { addDays, dayIn, dayKey } from '#site/ui/date-time-picker/days.ts'

const HOUR_MINUTES = 60
const MORNING = 9 * HOUR_MINUTES
const DAYS_A_WEEK = 7

/** Returns the instant of a local time of day in a zone, a number of days after today. */
const ahead = (zone: string, now: Date, days: number, minutes: number) =>
  instantIn(zone, { day: dayKey(addDays(dayIn(zone, now), days)), minutes })

/** The next day at 9 o'clock. */
export const tomorrowMorning = (zone: string, now: Date) => ahead(zone, now, 1, MORNING)

/** The next time that a weekday (0 is Sunday) has this hour. */
export function nextOf(zone: string, { weekday, hour }: { weekday: number; hour: number }, now: Date): Date {
  const days = (weekday - dayIn(zone, now).getDay() + DAYS_A_WEEK) % DAYS_A_WEEK
  const at = (more: number) => ahead(zone, now, days + more, hour * HOUR_MINUTES)
  return at(0) > now ? at(0) : at(DAYS_A_WEEK)
}

/** Without the zone: 'Thu 12:15 pm', 'today 6:00 pm' or, if that weekday may be another day, 'Thu 3 Dec, 12:00 pm'. */
export function shortTime(zone: string, at: Date, now: Date): string {
  const time = formatTime(at, zone)
  const [due, today] = [dayIn(zone, at), dayIn(zone, now)]
  if (dayKey(due) === dayKey(today)) return `today ${time}`
  const [day = ''] = formatDayTime(at, zone).split(', ')
  return due < addDays(today, DAYS_A_WEEK) ? `${day.split(' ')[0]} ${time}` : `${day}, ${time}`
}

/** The first day after now on which this time of day hasn't passed. */
export function nextTimeOfDay(zone: string, minutes: number, now: Date): Date {
  const today = ahead(zone, now, 0, minutes)
  return today > now ? today : ahead(zone, now, 1, minutes)
}
