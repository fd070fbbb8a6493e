import type { Context, Inside } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import type { DeliveryRow } from '#api/db/schema/posts/posts.ts'
import { FIRST_RETRY_MS, MAX_RETRY_MS, MAX_FAILURES, retryDelay } from '#api/deliveries/backoff.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import type { FailureKind, NetworkError, Published } from '#api/networks/core/network.ts'

/** Result of an attempt. */
export type Outcome =
  | ({ state: 'published'; published: Published } & WithSentText)
  | ({ state: 'unconfirmed'; at: Date; reasonCode: string; reason: string } & WithSentText)
  | NoKnownPost

/**
 * `message` is the text that was sent, if it is known. It replaces the delivery's text, which is older if the database has
 * lost an edit.
 */
type WithSentText = { message?: string | undefined }

/**
 * An outcome without a known post. A failed one may still be public (`never_confirmed`). `withdraws` deletes the intent of the
 * call in the same transaction. With two transactions, a process that died in between would leave a delivery without an intent,
 * and the next claim would send it too early.
 */
export type NoKnownPost =
  /** The next attempt is at `at`. `counts` is false for a wait that a provider's limit requires. */
  (
    | { state: 'scheduled'; at: Date; counts: boolean; reasonCode: string; reason: string }
    /** `authorNotified`: an earlier notification has explained the cause. */
    | ({
        state: 'held'
        reasonCode: string
        reason: string
        authorNotified?: true
        signsOut?: SignsOut
      } & WithSentText)
    | ({ state: 'failed'; reasonCode: string; reason: string; authorNotified?: true } & WithSentText)
    /** It waits for approval again, as it did before the database lost its last writes. */
    | { state: 'in_review' | 'changes_requested' }
  ) & { withdraws?: true }

/**
 * Marks the account as signed out in the same transaction, which notifies the author. With two transactions, a process that died
 * in between would notify them again. `otherwise` is the outcome if the account has a newer token by then.
 */
type SignsOut = { account: Account; error: NetworkError; otherwise: Unpublished }

export type Unpublished = Exclude<Outcome, { state: 'published' }>

type Wait = { at: Date; reasonCode: string; reason: string }

/**
 * Shortens a wait for a network's limit to the delivery's late limit, at which the delivery is held for its author to decide.
 */
export function capAtLateLimit(
  { config, now }: Inside<Context>,
  { network, publishAt }: Pick<DeliveryRow, 'network' | 'publishAt'>,
  wait: Wait,
): Wait {
  const lateAt = +publishAt + config.lateLimitMs
  return +wait.at <= lateAt
    ? wait
    : { at: new Date(Math.max(lateAt, +now())), ...reasons.coolDownTooLong(network) }
}

/** Converts a failure that concerns the delivery alone to an outcome. */
export function outcomeOfFailure(
  ctx: Inside<Context>,
  kind: Exclude<FailureKind, 'installation' | 'reconnect' | 'unknown'>,
  error: Pick<NetworkError, 'code' | 'message' | 'retryAt'>,
  delivery: Pick<DeliveryRow, 'network' | 'publishAt' | 'failures'>,
): Unpublished {
  const now = ctx.now()
  const cause = { reasonCode: error.code, reason: error.message }
  const postponed = (defaultDelayMs: number) => ({
    at: error.retryAt ?? new Date(+now + defaultDelayMs),
    ...cause,
  })
  const outcomes: Record<typeof kind, () => Unpublished> = {
    transient: () =>
      delivery.failures + 1 >= MAX_FAILURES
        ? { state: 'failed', ...cause }
        : {
            state: 'scheduled',
            at: new Date(+now + retryDelay(delivery.failures)),
            counts: true,
            ...cause,
          },
    wait: () => ({
      state: 'scheduled',
      counts: false,
      ...capAtLateLimit(ctx, delivery, postponed(MAX_RETRY_MS)),
    }),
    preparing: () => ({ state: 'scheduled', counts: false, ...postponed(FIRST_RETRY_MS) }),
    permanent: () => ({ state: 'failed', ...cause }),
  }
  return outcomes[kind]()
}
