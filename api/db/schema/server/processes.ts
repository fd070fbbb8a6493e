import { instant, integer, sqliteTable, text } from '#api/db/schema/columns.ts'

/** Processes that publish from this database. A clean stop removes the row. */
export const apiProcesses = sqliteTable('api_processes', {
  id: text().primaryKey(),
  /** Changes at each boot of the machine. */
  bootId: text('boot_id').notNull(),
  pid: integer().notNull(),
  /** Start time of the process in clock ticks, to distinguish it from a later one with the same pid. */
  startTicks: text('start_ticks').notNull(),
  startedAt: instant('started_at').notNull(),
  /** Heartbeat, renewed only if processes on other machines may share the database. */
  seenAt: instant('seen_at').notNull(),
})
export type ApiProcess = typeof apiProcesses.$inferSelect
