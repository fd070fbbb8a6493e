import { Cron } from 'croner'

import type { Context } from '#api/context.ts'
import { recordRun } from './runs.ts'

export type Job = { name: string; schedule: string; run(ctx: Context): Promise<void> }

/** `protect` skips a tick while the previous run is still going. */
export const startJob = (job: Job, ctx: Context) =>
  new Cron(job.schedule, { name: job.name, protect: true, catch: sayFailures(ctx, job) }, async () => {
    await job.run(ctx)
    await recordRun(ctx, job.name)
  })

const SAY_AGAIN_MS = 60_000

/** A job of every second that fails says so at once, and then once a minute: a log that floods fills the disk that it tells of. */
export function sayFailures({ log, now }: Pick<Context, 'log' | 'now'>, { name }: Pick<Job, 'name'>) {
  let said = { message: '', at: 0, unsaid: 0 }
  return (error: unknown) => {
    const message = String(error)
    const at = +now()
    if (message === said.message && Math.abs(at - said.at) < SAY_AGAIN_MS) return void said.unsaid++
    const times = said.message === message ? said.unsaid + 1 : 1
    log.error({ job: name, err: error, ...(times > 1 && { times }) }, 'job failed')
    said = { message, at, unsaid: 0 }
  }
}
