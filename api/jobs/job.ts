import { Cron } from 'croner'

import type { Context } from '#api/context.ts'
import { recordRun } from '#api/health/runs.ts'
import { throttledErrorLogger } from '#api/runtime/throttled-errors.ts'

export type Job = { name: string; schedule: string; run(ctx: Context): Promise<void> }

/** Schedules a job. `protect` skips a tick while the previous run is still in progress. */
export const startJob = (job: Job, ctx: Context) =>
  new Cron(
    job.schedule,
    { name: job.name, protect: true, catch: throttledErrorLogger(ctx, 'job failed', { job: job.name }) },
    async () => {
      await job.run(ctx)
      await recordRun(ctx, job.name)
    },
  )
