import { currentOutages } from '#api/accounts/outages.ts'
import type { Context } from '#api/context.ts'
import { jobRuns } from '#api/db/schema/server/jobs.ts'

const VITAL_JOBS = ['publish', 'send-mail']
const MAX_AGE_MS = 10_000

/** Returns the state of the vital jobs and the networks that reject this installation; undefined without a database. */
export async function readHealth(ctx: Context) {
  try {
    const runs = await lastRuns(ctx)
    const since = ctx.now().getTime() - MAX_AGE_MS
    const isWell = VITAL_JOBS.every(name => (runs.get(name)?.getTime() ?? 0) >= since)
    const outages = (await currentOutages(ctx)).map(({ network, openedAt }) => ({
      network,
      since: openedAt.toISOString(),
    }))
    return { isWell, outages }
  } catch (error) {
    ctx.log.error({ err: error }, 'the database does not respond')
    return undefined
  }
}

const WRITE_INTERVAL_MS = 2000

/** Returns a function that records completed runs of the vital jobs, each at most every `WRITE_INTERVAL_MS`. */
export function createRunRecorder(ctx: Context) {
  const recorded = new Map<string, number>()
  return async (name: string): Promise<void> => {
    const at = +ctx.now()
    if (!VITAL_JOBS.includes(name) || Math.abs(at - (recorded.get(name) ?? 0)) < WRITE_INTERVAL_MS) return
    recorded.set(name, at)
    await recordRun(ctx, name)
  }
}

export async function recordRun({ db, now }: Context, name: string): Promise<void> {
  const ranAt = now()
  await db
    .insert(jobRuns)
    .values({ name, ranAt })
    .onConflictDoUpdate({ target: jobRuns.name, set: { ranAt } })
}

/** Returns the time of each job's last completed run on any process. */
async function lastRuns({ db }: Context): Promise<Map<string, Date>> {
  const rows = await db.select().from(jobRuns)
  return new Map(rows.map(({ name, ranAt }) => [name, ranAt]))
}
