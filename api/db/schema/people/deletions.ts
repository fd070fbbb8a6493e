import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Completed account deletions, for evidence. They don't identify the person. */
export const accountDeletions = sqliteTable(
  'account_deletions',
  {
    id: text().primaryKey(),
    requestedAt: integer('requested_at', { mode: 'timestamp_ms' }).notNull(),
    finishedAt: integer('finished_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('account_deletions_finished').on(t.finishedAt)],
)
