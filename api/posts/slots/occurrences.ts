/// <reference lib="esnext.temporal" />
import type { SlotTime } from '#shared/calendar/slots.ts'

/**
 * Returns the instants of weekly slots from `from` to `to` (exclusive), soonest first. A local time that is skipped when the
 * clocks go forward moves forward by the same amount. Of a local time that occurs twice, only the first occurrence counts.
 */
export function occurrencesOf(slots: readonly SlotTime[], timeZone: string, from: Date, to: Date): Date[] {
  const byWeekday = Map.groupBy(slots, ({ weekday }) => weekday)
  const times = new Set<number>()
  // Starts a day earlier, because a skipped time may move past midnight.
  const last = dateOf(to, timeZone)
  for (
    let day = dateOf(from, timeZone).subtract({ days: 1 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  )
    for (const { time } of byWeekday.get(day.dayOfWeek) ?? []) {
      const at = day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds
      if (at >= +from && at < +to) times.add(at)
    }
  return [...times].toSorted((a, b) => a - b).map(time => new Date(time))
}

const dateOf = (instant: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO(timeZone).toPlainDate()
