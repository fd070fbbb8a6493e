import type { Logger } from './log.ts'

type Parts = {
  log: Logger
  /** Finishes what is in flight, then ends the process with a failure, so that it is started again. */
  restart: (reason: string) => void
}

/**
 * Catches what nothing else caught, in place of the runtime, which would end the process at once.
 *
 * A rejection without a listener leaves everybody else's work as it was: it is logged, and the api stays up. An exception
 * interrupted a callback half-way, so memory may contradict itself: the api drains and ends with exit code 1. The database
 * is whole after either; unfinished deliveries are taken up by lease.
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
