import { index, instant, sqliteTable, text } from '#api/db/schema/columns.ts'
import { NETWORK_IDS } from '#shared/networks.ts'

/** Data deletions that a network requested on a person's behalf. Only the confirmation code identifies them. */
export const dataDeletions = sqliteTable(
  'data_deletions',
  {
    code: text().primaryKey(),
    network: text({ enum: NETWORK_IDS }).notNull(),
    requestedAt: instant('requested_at').notNull(),
    /** Null until all accounts of the person are deleted. */
    finishedAt: instant('finished_at'),
  },
  t => [index('data_deletions_requested').on(t.requestedAt)],
)
