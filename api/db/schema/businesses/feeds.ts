import { index, instant, partOf, sqliteTable, text } from '#api/db/schema/columns.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { domains } from './domains.ts'

/** Private iCalendar feeds, at most one per business. Only the hash of the URL's token is stored. */
export const calendarFeeds = sqliteTable(
  'calendar_feeds',
  {
    domainId: partOf('domain_id', () => domains.id).primaryKey(),
    userId: partOf('user_id', () => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    /** Time of the last read by a calendar program, accurate to ten minutes. */
    readAt: instant('read_at'),
  },
  t => [index('calendar_feeds_user').on(t.userId)],
)
