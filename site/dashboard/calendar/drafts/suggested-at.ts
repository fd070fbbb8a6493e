import { $freeByDay, suggestedTime } from '#site/dashboard/calendar/advice/slots.ts'
import { $day, $zone, today } from '#site/dashboard/calendar/url.ts'
import { addDays, readDay } from '#site/ui/date-time-picker/days.ts'

/** Returns a time on the chosen day, or tomorrow if that day is today or earlier. */
export function suggestedAt(): Date {
  const tomorrow = addDays(today(), 1)
  const chosen = readDay($day.get())
  const day = chosen && chosen > tomorrow ? chosen : tomorrow
  return suggestedTime($freeByDay.get(), $zone.get(), day) ?? new Date()
}
