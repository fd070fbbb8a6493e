import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** That an account was deleted as its owner asked, and when. Whose it was is kept nowhere. */
export const accountDeletions = sqliteTable(
  'account_deletions',
  {
    id: text().primaryKey(),
    requestedAt: integer('requested_at', { mode: 'timestamp_ms' }).notNull(),
    finishedAt: integer('finished_at', { mode: 'timestamp_ms' }).notNull(),
  },
  t => [index('account_deletions_finished').on(t.finishedAt)],
)
