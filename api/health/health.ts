import { currentOutages } from '#api/accounts/outages.ts'
import type { Context } from '#api/context.ts'
import { lastRuns } from './runs.ts'

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
