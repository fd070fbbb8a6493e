import { instant, integer, sqliteTable, text } from '#api/db/schema/columns.ts'
import { NETWORK_IDS } from '#shared/networks.ts'

/** A network's latest outage, in which it rejected this installation as a whole: docs/decisions/029. */
export const outages = sqliteTable('outages', {
  network: text({ enum: NETWORK_IDS }).primaryKey(),
  /** The provider's code, e.g. `190`, and its meaning. */
  code: text().notNull(),
  reason: text().notNull(),
  openedAt: instant('opened_at').notNull(),
  /** Null while nothing is sent to the network. */
  closedAt: instant('closed_at'),
  /** Consecutive errors. Each lengthens the wait for the next probe. */
  refusals: integer().notNull(),
  /** Time of the next probe. */
  probeAt: instant('probe_at').notNull(),
})
export type Outage = typeof outages.$inferSelect
