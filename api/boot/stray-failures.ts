import type { Logger } from '#api/runtime/logger.ts'

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
export function catchStrayFailures({ log, restart }: Parts): void {
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
