import { rootOf } from './database-failure.ts'
import type { Logger } from './logger.ts'

type Parts = { log: Logger; now: () => Date }

const REPEAT_MS = 60_000

/** Logs an error with the same cause at most once a minute, with the number of occurrences, to keep the log small. */
export function throttledErrorLogger({ log, now }: Parts, message: string, fields: object = {}) {
  let last = { cause: '', at: 0, suppressed: 0 }
  return (error: unknown) => {
    const cause = rootOf(error).message
    const at = +now()
    if (cause === last.cause && Math.abs(at - last.at) < REPEAT_MS) return void last.suppressed++
    const times = last.cause === cause ? last.suppressed + 1 : 1
    log.error({ ...fields, err: error, ...(times > 1 && { times }) }, message)
    last = { cause, at, suppressed: 0 }
  }
}
