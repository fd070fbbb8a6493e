import type { Logger } from '#api/runtime/logger.ts'
import { probeOutagesNow } from './accounts/outages.ts'
import { createApp } from './app.ts'
import { onLauncherGone } from './boot/launchers.ts'
import { registerProcess } from './boot/processes/processes.ts'
import { toStartError, startServer } from './boot/start-server.ts'
import { closeDb } from './db/client.ts'
import { siteSplit } from './http/built-site.ts'
import { compareClocks, startJobs } from './jobs/job.ts'
import { createJobs } from './jobs/jobs.ts'
import { uploadsOf } from './media/uploads/upload.ts'
import { eventTailOf } from './outbox/live/tail.ts'
import { createEngine } from './publishing/engine.ts'
import { exitWithMessage } from './runtime/errors.ts'
import { watchEventLoop } from './runtime/event-loop.ts'
import { VERSION } from './runtime/release.ts'

const SHUTDOWN_MS = 9_000
/** Time for which requests are still served, because Google and Instagram fetch media from us while they publish. */
const LAST_CALLS_MS = 2_000
const LAST_REQUESTS_MS = 2_000
const LAST_UPLOADS_MS = 5_500
const LAST_RESPONSES_MS = 500

// New files contain personal data, so only their owner may read them.
process.umask(0o077)
const { ctx, server } = await startServer(process.env, createApp).catch(exitWithMessage)

watchEventLoop(ctx)
await compareClocks(ctx)

const notStarted = (error: unknown) => exitWithMessage(toStartError(error, ctx.config))
const running = await registerProcess(ctx).catch(notStarted)
// The settings that made a network reject this installation may have been fixed.
await probeOutagesNow(ctx).catch(notStarted)
ctx.logCall = running.logCall

let stopping = false
const engine = createEngine(ctx)
const jobs = startJobs(ctx, [{ name: 'publish', run: engine.tick }, ...createJobs(ctx)])

ctx.wake = jobs.wake

catchStrayFailures({ log: ctx.log, restart: reason => void stop(reason, 1) })
// npx doesn't forward signals to its child.
onLauncherGone(() => void stop('launcher gone'))
const split = siteSplit(ctx.config)
if (split) ctx.log.warn(split)
ctx.log.info({ version: VERSION, bun: Bun.version }, 'started')
console.log(`ready http://${server.hostname}:${server.port}`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))

/** Stops claiming, lets calls in flight finish and records them. Unfinished work is claimed after its lease expires. */
async function stop(signal: string, code = 0) {
  if (stopping) return
  stopping = true
  ctx.log.info({ signal }, 'stopping')
  const jobsEnded = jobs.stop()
  const published = engine.stop()
  const requestsFinished = Promise.race([published, Bun.sleep(LAST_CALLS_MS)]).then(finishRequests)
  const isFinished = await Promise.race([
    Promise.all([published, jobsEnded, requestsFinished]).then(() => true),
    Bun.sleep(SHUTDOWN_MS).then(() => false),
  ]).catch(error => ctx.log.error({ err: error }, 'not everything could be finished'))
  if (isFinished)
    await running
      .end()
      .catch(error => ctx.log.error({ err: error }, 'the clean stop of this process was not recorded'))
  ctx.mailer.close()
  await closeDb(ctx.db, ctx.config.database.url).catch(error =>
    ctx.log.error({ err: error }, 'the database was not closed'),
  )
  process.exit(code)
}

/**
 * Finishes short requests and ends live events at once. Uploads in flight get some time to finish, then a response that asks
 * for a retry. Downloads are ended, since they might never finish.
 */
async function finishRequests() {
  const requestsFinished = server.stop()
  eventTailOf(ctx).endAll()
  await Promise.race([
    requestsFinished,
    Promise.all([uploadsOf(ctx.config).close(LAST_UPLOADS_MS), Bun.sleep(LAST_REQUESTS_MS)]),
  ])
  // Lets the last responses reach their sockets.
  await Promise.race([requestsFinished, Bun.sleep(LAST_RESPONSES_MS)])
  await server.stop(true)
}

type Parts = {
  log: Logger
  /** Finishes work in flight, then exits with a failure, so that the process is restarted. */
  restart: (reason: string) => void
}

/**
 * Handles uncaught errors in place of the runtime, which would end the process at once.
 *
 * An unhandled rejection affects no other work: it is logged, and the api stays up. An uncaught exception interrupted a callback
 * midway, so memory may be inconsistent: the api drains and exits with code 1. The database is consistent after either, and
 * unfinished deliveries are claimed again when their leases expire.
 */
function catchStrayFailures({ log, restart }: Parts): void {
  process.on('unhandledRejection', reason => {
    log.error(
      { err: asError(reason) },
      'a rejection had no listener: this is a fault of ours; the api stays up',
    )
  })
  process.on('uncaughtException', error => {
    log.fatal(
      { err: asError(error) },
      'an exception was not caught: this is a fault of ours; the api restarts',
    )
    restart('uncaught exception')
  })
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))
