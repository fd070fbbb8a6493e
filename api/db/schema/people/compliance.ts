import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { NETWORK_IDS } from '#shared/networks.ts'

/** Data deletions requested by a network on a person's behalf, identified only by their confirmation code. */
export const dataDeletions = sqliteTable(
  'data_deletions',
  {
    code: text().primaryKey(),
    network: text({ enum: NETWORK_IDS }).notNull(),
    requestedAt: integer('requested_at', { mode: 'timestamp_ms' }).notNull(),
    /** Null until all accounts of the person are deleted. */
    finishedAt: integer('finished_at', { mode: 'timestamp_ms' }),
  },
  t => [index('data_deletions_requested').on(t.requestedAt)],
)
