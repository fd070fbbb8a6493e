import type { Context } from '#api/context.ts'
import { lastRuns } from '#api/jobs/runs.ts'

/** Without these nothing goes out. */
const VITAL_JOBS = ['publish', 'send-mail']
const LATELY_MS = 10_000

/** True when the database answers and the vital jobs came through lately. */
export async function isHealthy(ctx: Context): Promise<boolean> {
  try {
    const runs = await lastRuns(ctx)
    const since = ctx.now().getTime() - LATELY_MS
    return VITAL_JOBS.every(name => (runs.get(name)?.getTime() ?? 0) >= since)
  } catch (error) {
    ctx.log.error({ err: error }, 'the database does not answer')
    return false
  }
}
