import { rootOf } from '#api/db/failure.ts'
import type { Logger } from './logger.ts'

type Parts = { log: Logger; now: () => Date }

const SAY_AGAIN_MS = 60_000

/**
 * Logs what fails each second for one cause at once, and then once a minute with how often: a log that floods fills the disk
 * that it tells of.
 */
export function throttledErrorLogger({ log, now }: Parts, what: string, fields: object = {}) {
  let said = { cause: '', at: 0, unsaid: 0 }
  return (error: unknown) => {
    const cause = rootOf(error).message
    const at = +now()
    if (cause === said.cause && Math.abs(at - said.at) < SAY_AGAIN_MS) return void said.unsaid++
    const times = said.cause === cause ? said.unsaid + 1 : 1
    log.error({ ...fields, err: error, ...(times > 1 && { times }) }, what)
    said = { cause, at, unsaid: 0 }
  }
}
