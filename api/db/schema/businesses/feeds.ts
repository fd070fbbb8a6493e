import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { users } from '#api/db/schema/people/auth.ts'
import { domains } from './domains.ts'

/** Private iCalendar feeds, at most one per business. Only the hash of the URL's token is stored. */
export const calendarFeeds = sqliteTable(
  'calendar_feeds',
  {
    domainId: text('domain_id')
      .primaryKey()
      .references(() => domains.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
    /** Time of the last read by a calendar program, accurate to ten minutes. */
    readAt: integer('read_at', { mode: 'timestamp_ms' }),
  },
  t => [index('calendar_feeds_user').on(t.userId)],
)
