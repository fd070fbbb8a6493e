import { index, instant, integer, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'
import { requests } from './requests.ts'

/** Calls that visitors booked. What they wrote is in the request. */
export const bookings = sqliteTable(
  'bookings',
  {
    id: text().primaryKey(),
    requestId: partOf('request_id', () => requests.id),
    /** Null for a cancelled booking. Unique, because a time can be booked only once. */
    startsAt: instant('starts_at').unique(),
    timeZone: text('time_zone').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Increased by each change, so that calendar programs recognise the newest version (RFC 5545). */
    sequence: integer().notNull().default(0),
    /** Time at which the reminder is due; null once it is sent, or if there is none. */
    remindAt: instant('remind_at'),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('bookings_request').on(t.requestId), index('bookings_remind').on(t.remindAt)],
)
