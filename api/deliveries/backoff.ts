import { backoffMs } from '#api/runtime/backoff.ts'
import { DAY_MS } from '#shared/durations.ts'

export const FIRST_RETRY_MS = 5_000
export const MAX_RETRY_MS = 10 * 60_000
export const MAX_FAILURES = 10
const FIRST_CHECK_INTERVAL_MS = 2_000
const MAX_CHECK_INTERVAL_MS = 5 * 60_000
/** Maximum time that a delivery stays unconfirmed. Then it fails, and its author is notified. */
export const MAX_UNCERTAINTY_MS = DAY_MS

/** Returns the delay before the next attempt, in milliseconds. @param failures transient failures before the latest one */
export const retryDelay = (failures: number): number =>
  backoffMs(failures + 1, { firstMs: FIRST_RETRY_MS, maxMs: MAX_RETRY_MS })

/** Returns the time of the next reconciliation. The interval grows while the delivery stays unconfirmed. */
export const nextCheckAt = (now: Date, uncertainSince: Date) =>
  new Date(
    +now + Math.min(MAX_CHECK_INTERVAL_MS, Math.max(FIRST_CHECK_INTERVAL_MS, (+now - +uncertainSince) / 2)),
  )
