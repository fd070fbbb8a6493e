import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** When each job last finished a run, on any process: what health reads. */
export const jobRuns = sqliteTable('job_runs', {
  name: text().primaryKey(),
  ranAt: integer('ran_at', { mode: 'timestamp_ms' }).notNull(),
})
