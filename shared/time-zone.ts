import * as v from 'valibot'

import { isTimeZone } from './zone-names.ts'

/** A name of the tz database (IANA), today's or a former one, as businesses may have stored it. */
export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Please choose a time zone.'))

/** The time zone in which days are counted where a business has none of its own. */
export const TimeZoneQuery = v.object({ timeZone: v.optional(TimeZone, 'UTC') })
export type TimeZoneQuery = v.InferOutput<typeof TimeZoneQuery>
