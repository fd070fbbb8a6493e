import { lt } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { jobRuns } from '#api/db/schema/server/jobs.ts'

const WRITE_INTERVAL_MS = 2000

/** Records a completed run for the health check, at most every `WRITE_INTERVAL_MS`. */
export async function recordRun({ db, now }: Context, name: string): Promise<void> {
  const ranAt = now()
  await db
    .insert(jobRuns)
    .values({ name, ranAt })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { ranAt },
      setWhere: lt(jobRuns.ranAt, new Date(ranAt.getTime() - WRITE_INTERVAL_MS)),
    })
}

/** Returns the time of each job's last completed run on any process. */
export async function lastRuns({ db }: Context): Promise<Map<string, Date>> {
  const rows = await db.select().from(jobRuns)
  return new Map(rows.map(({ name, ranAt }) => [name, ranAt]))
}
