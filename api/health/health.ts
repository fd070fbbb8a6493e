import type { Config } from '#api/config.ts'
import type { Context } from '#api/context.ts'
import { keyedHash } from '#api/crypto/secrets.ts'
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

/** Names an installation without telling anything of it: every process with one APP_SECRET gives the same. */
export const instanceOf = ({ appSecret }: Pick<Config, 'appSecret'>): string =>
  keyedHash(appSecret, 'instance').slice(0, 16)
