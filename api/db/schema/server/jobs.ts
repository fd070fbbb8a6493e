import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Time of each job's last completed run on any process, for the health check. */
export const jobRuns = sqliteTable('job_runs', {
  name: text().primaryKey(),
  ranAt: integer('ran_at', { mode: 'timestamp_ms' }).notNull(),
})
