import * as v from 'valibot'

/** An IANA name. */
export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Please choose a time zone.'))

/** The time zone in which days are counted where a business has none of its own. */
export const TimeZoneQuery = v.object({ timeZone: v.optional(TimeZone, 'UTC') })
export type TimeZoneQuery = v.InferOutput<typeof TimeZoneQuery>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
