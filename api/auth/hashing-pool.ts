import { availableParallelism } from 'node:os'

import { DomainError } from '#api/errors.ts'

/** One core stays free for everything else. */
const PLACES = Math.max(1, availableParallelism() - 1)
/** A place hashes for 50 to 100 ms, and a refused login hashes twice: whoever is let in waits about three seconds at most. */
const REQUESTS_PER_PLACE = 20
const RETRY_AFTER_SECONDS = 3

/**
 * Hashes at most `places` passwords at once. argon2id takes a core for as long as it runs, so without a limit 200 people who
 * log in at once would keep everybody else waiting.
 */
export function openHashingPool(places: number, requests = places * REQUESTS_PER_PLACE) {
  const waiting: (() => void)[] = []
  let running = 0
  let admitted = 0

  return {
    /**
     * Runs a request that hashes, unless too many others are in flight. It is asked first, so that a refused one costs nothing
     * and counts as no try.
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
     * Runs one hash when a place is free, in the order of arrival.
     * @throws {DomainError} `busy` where more wait than may be admitted
     */
    async run<T>(hash: () => Promise<T>): Promise<T> {
      if (running < places) running++
      else if (waiting.length >= requests) throw busy()
      else await new Promise<void>(resolve => waiting.push(resolve))
      try {
        return await hash()
      } finally {
        // A free place goes straight to whoever waits: nobody who comes between takes it.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}

export const hashingPool = openHashingPool(PLACES)

const busy = () =>
  new DomainError('busy', 'Many people are signing in right now. Please try again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
