import { DomainError } from '#api/runtime/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'

/** CPU time of one user's pictures per hour. A phone photo takes 0.8 s, and 1,200 uploads per hour are allowed. */
const BUDGET_MS = 20 * 60_000
const WINDOW_MS = 60 * 60_000

/** Tracks the CPU time of each user's pictures in this process as a leaky bucket that drains over an hour. */
export function cpuBudget(now: () => number = () => performance.now()) {
  const spent = new Map<string, { ms: number; at: number }>()

  function spentBy(userId: string): number {
    const last = spent.get(userId)
    if (!last) return 0
    const left = last.ms - ((now() - last.at) * BUDGET_MS) / WINDOW_MS
    if (left <= 0) spent.delete(userId)
    return Math.max(0, left)
  }

  return {
    /** @throws {DomainError} `rate_limited` if the budget is used up */
    require(userId: string): void {
      const over = spentBy(userId) - BUDGET_MS
      if (over < 0) return
      const seconds = Math.max(1, Math.ceil(((over + 1) * WINDOW_MS) / BUDGET_MS / 1000))
      throw new DomainError('rate_limited', MEDIA_MESSAGES.tooMuchWork, {
        retryAfterSeconds: Math.max(60, seconds),
      })
    },
    spend(userId: string, ms: number): void {
      spent.set(userId, { ms: spentBy(userId) + ms, at: now() })
    },
  }
}
