import type { Context } from '#api/context.ts'
import { lastRuns } from '#api/jobs/runs.ts'
import { currentOutages } from '#api/outages/outages.ts'

/** Without these nothing goes out. */
const VITAL_JOBS = ['publish', 'send-mail']
const LATELY_MS = 10_000

/** Returns if the vital jobs ran lately, and which networks refuse this installation; undefined without a database. */
export async function readHealth(ctx: Context) {
  try {
    const runs = await lastRuns(ctx)
    const since = ctx.now().getTime() - LATELY_MS
    const isWell = VITAL_JOBS.every(name => (runs.get(name)?.getTime() ?? 0) >= since)
    const outages = (await currentOutages(ctx)).map(({ network, openedAt }) => ({
      network,
      since: openedAt.toISOString(),
    }))
    return { isWell, outages }
  } catch (error) {
    ctx.log.error({ err: error }, 'the database does not answer')
    return undefined
  }
}
