import { index, instant, integer, sqliteTable, text } from '#api/db/schema/columns.ts'

/** Number of requests in the current window of each limit, shared by all processes. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: instant('window_ends_at').notNull(),
  },
  t => [index('rate_limits_window').on(t.windowEndsAt)],
)
