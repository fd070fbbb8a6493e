import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Number of requests in the current window of each limit, shared by all processes. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: integer('window_ends_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('rate_limits_window').on(t.windowEndsAt)],
)
