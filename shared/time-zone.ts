import * as v from 'valibot'

import { isTimeZone } from './zone-names.ts'

/** A current or former name of the tz database (IANA). Businesses may have stored a former one. */
export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Please choose a time zone.'))

/** Time zone of days and weeks in businesses without one of their own. */
export const TimeZoneQuery = v.object({ timeZone: v.optional(TimeZone, 'UTC') })
export type TimeZoneQuery = v.InferOutput<typeof TimeZoneQuery>
