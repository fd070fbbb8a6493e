import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How often something was asked in the window that is open. Several processes count in the same row. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: integer('window_ends_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('rate_limits_window').on(t.windowEndsAt)],
)
