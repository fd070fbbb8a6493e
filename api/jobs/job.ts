import { Cron } from 'croner'

import type { Context } from '#api/context.ts'
import { recordRun } from '#api/health/runs.ts'
import { throttledErrorLogger } from '#api/runtime/throttled-errors.ts'

export type Job = {
  name: string
  /** A cron expression that begins with the seconds. */
  schedule: string
  run(ctx: Context): Promise<void>
  /** True if a request may leave work for the job, which then starts at once. */
  isWoken?: boolean
  /** Ends what the job has begun, or waits for it. Another process can claim unfinished work. */
  stop?(): Promise<void>
}

/** Schedules jobs. `wake` runs those that a request may have left work for; `stop` resolves when nothing is in progress. */
export function startJobs(ctx: Context, jobs: Job[]): { wake(): void; stop(): Promise<void> } {
  const crons = jobs.map(job => ({ job, cron: startJob(job, ctx) }))
  return {
    wake() {
      for (const { job, cron } of crons) if (job.isWoken) void cron.trigger()
    },
    async stop() {
      for (const { cron } of crons) cron.stop()
      await Promise.all(jobs.map(async job => job.stop?.()))
    },
  }
}

/** `protect` skips a tick while the previous run is still in progress. */
const startJob = (job: Job, ctx: Context) =>
  new Cron(
    job.schedule,
    { name: job.name, protect: true, catch: throttledErrorLogger(ctx, 'job failed', { job: job.name }) },
    async () => {
      await job.run(ctx)
      await recordRun(ctx, job.name)
    },
  )
