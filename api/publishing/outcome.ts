import type { DeliveryRow } from '#api/db/schema/posts.ts'
import {
  FIRST_RETRY_MS,
  MAX_RETRY_MS,
  MAX_FAILURES,
  nextCheckAt,
  retryDelay,
} from '#api/deliveries/backoff.ts'
import type { FailureKind, NetworkError, Published } from '#api/networks/core/network.ts'

/** What an attempt came to. */
export type Outcome =
  | { state: 'published'; published: Published }
  | { state: 'unconfirmed'; at: Date; reasonCode: string; reason: string }
  | Unsent

/**
 * An end without a post. `withdraws`: the call that was begun is known not to have taken place, and its intent goes in the
 * transaction that says so. A process that dies between the two would send at once what isn't due.
 */
export type Unsent =
  /** Nothing was published; it goes out at `at`. A failure counts against the tries, waiting for a provider's limit does not. */
  (
    | { state: 'scheduled'; at: Date; counts: boolean; reasonCode: string; reason: string }
    /** `told`: its author is told already, of what holds it. */
    | { state: 'held'; reasonCode: string; reason: string; told?: true }
    | { state: 'failed'; reasonCode: string; reason: string; told?: true }
  ) & { withdraws?: true }

/** The state that a failure of the provider leads to. */
export function outcomeOfFailure(
  error: NetworkError,
  delivery: Pick<DeliveryRow, 'failures'>,
  now: Date,
): Outcome {
  const because = { reasonCode: error.code, reason: error.message }
  const outcomes: Record<FailureKind, () => Outcome> = {
    transient: () =>
      delivery.failures + 1 >= MAX_FAILURES
        ? { state: 'failed', ...because }
        : {
            state: 'scheduled',
            at: new Date(+now + retryDelay(delivery.failures)),
            counts: true,
            ...because,
          },
    wait: () => ({
      state: 'scheduled',
      at: error.retryAt ?? new Date(+now + MAX_RETRY_MS),
      counts: false,
      ...because,
    }),
    preparing: () => ({
      state: 'scheduled',
      at: error.retryAt ?? new Date(+now + FIRST_RETRY_MS),
      counts: false,
      ...because,
    }),
    installation: () => ({
      state: 'scheduled',
      at: error.retryAt ?? new Date(+now + MAX_RETRY_MS),
      counts: false,
      ...because,
    }),
    permanent: () => ({ state: 'failed', ...because }),
    reconnect: () => ({ state: 'held', reasonCode: 'needs_reconnect', reason: error.message }),
    unknown: () => ({ state: 'unconfirmed', at: nextCheckAt(now, now), ...because }),
  }
  return outcomes[error.kind]()
}
