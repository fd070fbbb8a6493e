/** Returns what a clock in a time zone shows at an instant. */
export const wallClock = (timeZone: string, instant: Date): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO(timeZone)

/** Returns the day of an instant in a time zone, such as 2026-11-30. */
export const dayIn = (timeZone: string, instant: Date): string =>
  wallClock(timeZone, instant).toPlainDate().toString()
