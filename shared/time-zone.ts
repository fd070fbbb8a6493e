import * as v from 'valibot'

/** An IANA name. */
export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Please choose a time zone.'))

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
