import { Cron } from 'croner'

import type { Context } from '#api/context.ts'
import type { WokenJob } from '#api/db/write.ts'
import { runRecorder } from '#api/jobs/health.ts'
import { markTurn, named } from '#api/runtime/event-loop.ts'
import { throttledErrorLogger } from '#api/runtime/logger.ts'
import { coalesced } from '#api/runtime/worker-pool.ts'
import { clockFollower } from './clocks.ts'
import { findDue, type WatchedJob } from './due.ts'

type Work = {
  run(ctx: Context): Promise<void>
  /** Ends what the job has begun, or waits for it. Another process can claim unfinished work. */
  stop?(): Promise<void>
}
/** `schedule` is a cron expression that begins with the seconds. */
type ScheduledJob = Work & { name: string; schedule: string }
/** A job without a schedule runs as soon as something is due for it, which `due.ts` finds out each second. */
export type Job = ScheduledJob | (Work & { name: WatchedJob; schedule?: undefined })

export type Jobs = {
  /** Runs jobs now. One that is running runs once more afterwards, however often it is woken meanwhile. */
  wake(...names: WokenJob[]): void
  /** Ends the schedules; resolves when nothing is in progress. */
  stop(): Promise<void>
}

/** Schedules jobs. Each runs at most once at a time. */
export function startJobs(ctx: Context, jobs: Job[]): Jobs {
  const record = runRecorder(ctx)
  const followClock = clockFollower(ctx)
  const start = (job: Job) => startJob(ctx, job, { before: followClock, after: () => record(job.name) })
  const started = new Map(jobs.map(job => [job.name, start(job)]))

  /** Wakes the jobs for which something is due. The others count as run, unless they are still running. */
  async function wakeDue() {
    for (const [name, isDue] of await findDue(ctx)) {
      const job = started.get(name)
      if (isDue) job?.wake()
      else if (!job?.isRunning()) await record(name)
    }
  }
  const watch = start({ name: 'watch', schedule: '* * * * * *', run: wakeDue })

  return {
    wake(...names) {
      for (const name of names) started.get(name)?.wake()
    },
    async stop() {
      for (const { end } of [watch, ...started.values()]) end()
      await Promise.all(jobs.map(async job => job.stop?.()))
    },
  }
}

type Around = { before: () => Promise<void>; after: () => Promise<void> }

function startJob(ctx: Context, job: Job, { before, after }: Around) {
  const coalescedRun = coalesced(async () => {
    await before()
    await job.run(ctx)
    markTurn()
    await after()
  })
  const run = () => named(() => `job ${job.name}`, coalescedRun)
  const failed = throttledErrorLogger(ctx, 'job failed', { job: job.name })
  // `protect` skips a time of the schedule while the run of an earlier one is still in progress.
  const cron = job.schedule && new Cron(job.schedule, { protect: true, catch: failed }, run)
  let isStopped = false
  return {
    isRunning: coalescedRun.isRunning,
    wake() {
      if (!isStopped) void run().catch(failed)
    },
    end() {
      isStopped = true
      if (cron) cron.stop()
    },
  }
}
