export const FIRST_RETRY_MS = 5_000
export const MAX_RETRY_MS = 10 * 60_000
export const MAX_FAILURES = 10
const FIRST_CHECK_INTERVAL_MS = 2_000
const MAX_CHECK_INTERVAL_MS = 5 * 60_000
/** After a day without certainty the delivery fails and its author is notified. */
export const MAX_UNCERTAINTY_MS = 24 * 60 * 60_000

/** Doubling from five seconds to ten minutes, spread by a fifth so that retries of many posts don't meet. */
export function retryDelay(failures: number, random = Math.random()): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (0.8 + 0.4 * random)
}

/** Schedules the next reconciliation: the longer the uncertainty lasts, the longer the interval. */
export const nextCheckAt = (now: Date, uncertainSince: Date) =>
  new Date(
    +now + Math.min(MAX_CHECK_INTERVAL_MS, Math.max(FIRST_CHECK_INTERVAL_MS, (+now - +uncertainSince) / 2)),
  )
