import { Cron } from 'croner'

import type { Context } from '#api/context.ts'
import type { WokenJob } from '#api/db/write.ts'
import { recordRun } from '#api/jobs/health.ts'
import { markTurn, named } from '#api/runtime/event-loop.ts'
import { throttledErrorLogger } from '#api/runtime/logger.ts'
import { coalesced } from '#api/runtime/worker-pool.ts'

export type Job = {
  name: string
  /** A cron expression that begins with the seconds. */
  schedule: string
  run(ctx: Context): Promise<void>
  /** Ends what the job has begun, or waits for it. Another process can claim unfinished work. */
  stop?(): Promise<void>
}

export type Jobs = {
  /** Runs jobs now. One that is running runs once more afterwards, however often it is woken meanwhile. */
  wake(...names: WokenJob[]): void
  /** Ends the schedules; resolves when nothing is in progress. */
  stop(): Promise<void>
}

/** Schedules jobs. Each runs at most once at a time. */
export function startJobs(ctx: Context, jobs: Job[]): Jobs {
  const started = new Map(jobs.map(job => [job.name, startJob(job, ctx)]))
  return {
    wake(...names) {
      for (const name of names) started.get(name)?.wake()
    },
    async stop() {
      for (const { end } of started.values()) end()
      await Promise.all(jobs.map(async job => job.stop?.()))
    },
  }
}

function startJob(job: Job, ctx: Context) {
  const coalescedRun = coalesced(async () => {
    await job.run(ctx)
    markTurn()
    await recordRun(ctx, job.name)
  })
  const run = () => named(() => `job ${job.name}`, coalescedRun)
  const failed = throttledErrorLogger(ctx, 'job failed', { job: job.name })
  // `protect` skips a time of the schedule while the run of an earlier one is still in progress.
  const cron = new Cron(job.schedule, { protect: true, catch: failed }, run)
  return {
    wake: () => cron.isStopped() || void run().catch(failed),
    end: () => cron.stop(),
  }
}
