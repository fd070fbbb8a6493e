import { instant, sqliteTable, text } from '#api/db/schema/columns.ts'

/** Time of each job's last completed run on any process, for the health check. */
export const jobRuns = sqliteTable('job_runs', {
  name: text().primaryKey(),
  ranAt: instant('ran_at').notNull(),
})
