export const ZONE = 'Australia/Melbourne'

const dayAfter = (from: Date, days: number) =>
  Temporal.Instant.fromEpochMilliseconds(+from).toZonedDateTimeISO(ZONE).toPlainDate().add({ days })

/** Returns the instant of a wall-clock time in Melbourne, some days from the day of `from`. */
export const melbourneTime = (from: Date, days: number, plainTime: string) =>
  new Date(dayAfter(from, days).toZonedDateTime({ timeZone: ZONE, plainTime }).epochMilliseconds)

/** Returns the ISO weekday in Melbourne, some days from the day of `from`; Monday is 1. */
export const melbourneWeekday = (from: Date, days: number) => dayAfter(from, days).dayOfWeek

/** Returns the date in Melbourne, such as `2026-11-29`, some days from the day of `from`. */
export const melbourneDate = (from: Date, days: number) => dayAfter(from, days).toString()
