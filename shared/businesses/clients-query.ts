import * as v from 'valibot'

import { Id } from '#shared/text/text.ts'
import { TimeZoneQuery } from '#shared/time-zone.ts'

/** `colleague` is the id of a person: only businesses of which they are a member are listed. */
export const ClientsQuery = v.object({
  ...TimeZoneQuery.entries,
  colleague: v.optional(Id),
})
export type ClientsQuery = v.InferOutput<typeof ClientsQuery>
