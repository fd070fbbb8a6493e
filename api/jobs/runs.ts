import { lt } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { jobRuns } from '#api/db/schema/jobs.ts'

const WRITE_EVERY_MS = 2000

/** Remembers that a job came through, for health. A job of every second is written now and then. */
export async function recordRun({ db, now }: Context, name: string): Promise<void> {
  const ranAt = now()
  await db
    .insert(jobRuns)
    .values({ name, ranAt })
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { ranAt },
      setWhere: lt(jobRuns.ranAt, new Date(ranAt.getTime() - WRITE_EVERY_MS)),
    })
}

/** When each job came through last, on whichever process. */
export async function lastRuns({ db }: Context): Promise<Map<string, Date>> {
  const rows = await db.select().from(jobRuns)
  return new Map(rows.map(({ name, ranAt }) => [name, ranAt]))
}
