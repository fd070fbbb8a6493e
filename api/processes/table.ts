import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** The processes that publish from this database. One that stops cleanly removes its row. */
export const apiProcesses = sqliteTable('api_processes', {
  id: text().primaryKey(),
  /** Changes each time that the machine starts. */
  bootId: text('boot_id').notNull(),
  pid: integer().notNull(),
  /** When the process began, as its machine counts: tells it from a later one with the same pid. */
  startTicks: text('start_ticks').notNull(),
  startedAt: instant('started_at').notNull(),
  /** Renewed while the process lives, where other machines can't see whether it does. */
  seenAt: instant('seen_at').notNull(),
})
export type ApiProcess = typeof apiProcesses.$inferSelect
