import { Cron } from 'croner'
import { and, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { anyOf } from '#api/db/conditions.ts'
import { prepared } from '#api/db/prepared.ts'
import { inboxActs, inboxReplies } from '#api/db/schema/businesses/inbox.ts'
import { reportPrints } from '#api/db/schema/businesses/reports.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import type { SQLiteColumn, SQLiteTable } from '#api/db/schema/columns.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { pushes } from '#api/db/schema/people/push.ts'
import { imports } from '#api/db/schema/posts/imports.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { deliveries, firstComments, writtenOffCalls } from '#api/db/schema/posts/posts.ts'
import { outbox } from '#api/db/schema/server/mail.ts'
import { outages } from '#api/db/schema/server/outages.ts'
import { publicAudits } from '#api/db/schema/server/public-audits.ts'
import type { WokenJob } from '#api/db/write.ts'
import { clockAheadMs, clockHasJumped, requestTime } from '#api/networks/core/provider-clock.ts'
import { hasMissedApproval } from '#api/publishing/holds/unapproved.ts'
import { markTurn, runNamed } from '#api/runtime/event-loop.ts'
import { throttledErrorLogger } from '#api/runtime/logger.ts'
import { coalesced } from '#api/runtime/worker-pool.ts'
import { createRunRecorder } from './health.ts'

/** Compares this machine's clock with the providers', even if no call is due whose response would do so. */
export async function compareClocks({ config, log }: Context): Promise<void> {
  await requestTime(config)
  const aheadSeconds = Math.round(clockAheadMs() / 1000)
  if (aheadSeconds !== 0)
    log.error(
      { aheadSeconds },
      'the clock of this machine is wrong, so the time of the providers is used instead. Set it with NTP',
    )
}

/** Returns a function that compares the clocks if this machine's has jumped. Every job calls it first, because posts could look late. */
const createClockFollower = (ctx: Context) =>
  coalesced(async () => {
    if (clockHasJumped()) await compareClocks(ctx)
  })

type Work = {
  run(ctx: Context): Promise<void>
  /** Ends what the job has begun, or waits for it. Another process can claim unfinished work. */
  stop?(): Promise<void>
}
/** `schedule` is a cron expression that begins with the seconds. */
type ScheduledJob = Work & { name: string; schedule: string }
/** A job without a schedule runs as soon as something is due for it, which `findDue` checks each second. */
export type Job = ScheduledJob | (Work & { name: WatchedJob; schedule?: undefined })

export type Jobs = {
  /** Runs jobs now. One that is running runs once more afterwards, however often it is woken meanwhile. */
  wake(...names: WokenJob[]): void
  /** Ends the schedules; resolves when nothing is in progress. */
  stop(): Promise<void>
}

/** Schedules jobs. Each runs at most once at a time. */
export function startJobs(ctx: Context, jobs: Job[]): Jobs {
  const record = createRunRecorder(ctx)
  const followClock = createClockFollower(ctx)
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

type Hooks = { before: () => Promise<void>; after: () => Promise<void> }

function startJob(ctx: Context, job: Job, { before, after }: Hooks) {
  const coalescedRun = coalesced(async () => {
    await before()
    await job.run(ctx)
    markTurn()
    await after()
  })
  const run = () => runNamed(() => `job ${job.name}`, coalescedRun)
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

const now = sql.placeholder('now')

const exists = (table: SQLiteTable, when: SQL | undefined): SQL =>
  sql`exists (select 1 from ${table} where ${when})`

const isPast = (column: SQLiteColumn) => lte(column, now)

/**
 * SQL conditions by job: there may be something to do. Each is a search in an index. A job that is missing here runs by its
 * schedule.
 */
const DUE_CONDITIONS = {
  publish: anyOf(
    exists(deliveries, isPast(deliveries.wakeAt)),
    exists(firstComments, isPast(firstComments.wakeAt)),
    exists(writtenOffCalls, isPast(writtenOffCalls.wakeAt)),
    exists(deliveries, hasMissedApproval(now)),
  ),
  'send-mail': anyOf(
    exists(outbox, and(eq(outbox.urgent, true), isPast(outbox.wakeAt))),
    exists(outbox, and(eq(outbox.urgent, false), isPast(outbox.wakeAt))),
  ),
  // Repeats the condition of the partial index literally. SQLite wouldn't match a parameter with it.
  'broadcast-notifications': exists(notifications, sql`${notifications.announced} = 0`),
  'send-pushes': exists(pushes, isPast(pushes.wakeAt)),
  'send-replies': exists(inboxReplies, isPast(inboxReplies.wakeAt)),
  'send-acts': exists(inboxActs, isPast(inboxActs.wakeAt)),
  // Also while imports run, because those of people who may no longer publish are stopped.
  'import-posts': exists(imports, isNotNull(imports.wakeAt)),
  audits: exists(audits, isPast(audits.wakeAt)),
  'public-audits': exists(publicAudits, isPast(publicAudits.wakeAt)),
  'print-reports': exists(reportPrints, isPast(reportPrints.wakeAt)),
  'probe-networks': exists(outages, and(isNull(outages.closedAt), isPast(outages.probeAt))),
  'fold-texts': anyOf(
    exists(deliveries, isNull(deliveries.searchText)),
    exists(media, or(isNull(media.searchName), isNull(media.searchAltText))),
  ),
}

export type WatchedJob = keyof typeof DUE_CONDITIONS

const WATCHED_JOBS = Object.keys(DUE_CONDITIONS) as WatchedJob[]

const states = prepared(db => {
  const columns = WATCHED_JOBS.map(name => [name, sql`${DUE_CONDITIONS[name]}`.mapWith(Boolean)] as const)
  return db
    .select(Object.fromEntries(columns) as Record<WatchedJob, SQL<boolean>>)
    .from(sql`(select 1)`)
    .prepare()
})

/** Returns whether there may be something to do, for each job in `DUE_CONDITIONS`: a single query, so that an idle process costs little. */
export async function findDue(ctx: Context): Promise<[WatchedJob, boolean][]> {
  const [found] = await states(ctx.db).execute({ now: ctx.now() })
  return WATCHED_JOBS.map(name => [name, found?.[name] ?? false])
}
