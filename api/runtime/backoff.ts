const JITTER = 0.2

type Backoff = { firstMs: number; maxMs: number }

/**
 * Returns the wait before the next attempt, in ms: `firstMs` after the first failure, doubling up to `maxMs`. Jitter of a
 * fifth in either direction spreads retries that failed together.
 * @param failures failures so far, at least 1
 */
export function backoffMs(failures: number, { firstMs, maxMs }: Backoff, random = Math.random()): number {
  const wait = Math.min(maxMs, firstMs * 2 ** (failures - 1))
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random))
}
