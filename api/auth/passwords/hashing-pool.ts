import { availableParallelism } from 'node:os'

import { DomainError } from '#api/errors.ts'

/** Leaves one core free for everything else. */
const POOL_SIZE = Math.max(1, availableParallelism() - 1)
/** A hash takes 50 to 100 ms, and a failed login hashes twice, so an admitted request waits at most about three seconds. */
const REQUESTS_PER_SLOT = 20
const RETRY_AFTER_SECONDS = 3

/**
 * Hashes at most `slots` passwords at once. argon2id occupies a core while it runs, so without a limit 200 concurrent logins
 * would delay everybody else.
 */
export function openHashingPool(slots: number, requests = slots * REQUESTS_PER_SLOT) {
  const waiting: (() => void)[] = []
  let running = 0
  let admitted = 0

  return {
    /**
     * Runs a request that hashes, unless too many others are in flight. Call it before anything else, so that a rejected
     * request costs nothing and doesn't count as an attempt.
     * @throws {DomainError} `busy`
     */
    async admit<T>(request: () => Promise<T>): Promise<T> {
      if (admitted >= requests) throw busy()
      admitted++
      try {
        return await request()
      } finally {
        admitted--
      }
    },

    /**
     * Runs one hash when a slot is free, in order of arrival.
     * @throws {DomainError} `busy` when the queue is full
     */
    async run<T>(hash: () => Promise<T>): Promise<T> {
      if (running < slots) running++
      else if (waiting.length >= requests) throw busy()
      else await new Promise<void>(resolve => waiting.push(resolve))
      try {
        return await hash()
      } finally {
        // Hands a freed slot directly to the first in the queue, so that no newcomer can take it.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}

export const hashingPool = openHashingPool(POOL_SIZE)

const busy = () =>
  new DomainError('busy', 'Many people are signing in right now. Please try again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
