import { index, instant, sqliteTable, text } from '#api/db/schema/columns.ts'

/** Completed account deletions, for evidence. They don't identify the person. */
export const accountDeletions = sqliteTable(
  'account_deletions',
  {
    id: text().primaryKey(),
    requestedAt: instant('requested_at').notNull(),
    finishedAt: instant('finished_at').notNull(),
  },
  t => [index('account_deletions_finished').on(t.finishedAt)],
)
