import { startCoolDown, watchUsage } from '#api/accounts/accounts.ts'
import { confirmOutage } from '#api/accounts/health.ts'
import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { canBeRenewed, withValidToken } from '#api/accounts/tokens/renewal.ts'
import { findLinkedAccount, type LinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { MAX_FAILURES, nextCheckAt, retryDelay } from '#api/deliveries/backoff.ts'
import { isForbidden } from '#api/networks/codes.ts'
import type { InboxAccess } from '#api/networks/core/inbox.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { networks } from '#shared/networks.ts'
import {
  type AttemptResult,
  beginCall,
  type CallQueue,
  type CallRow,
  type ClaimedCall,
  type FailureReason,
  type Success,
  type UnsuccessfulOutcome,
} from './queue.ts'

const ACCOUNT_WAIT_MS = 5 * MINUTE_MS

/** Reasons that all kinds of calls share, by the network's name. */
export type CallReasons = Record<
  'signedOut' | 'paused' | 'outage' | 'checking',
  (network: string) => string
> &
  Record<
    'forbidden' | 'disconnected' | 'expired' | 'neverTaken' | 'unknown',
    (network: string) => FailureReason
  >

/** A claimed call with the valid account and the part of the network's adapter that makes it. */
export type ReadyCall<Call extends ClaimedCall, AdapterPart> = Call & {
  linked: LinkedAccount
  adapter: AdapterPart
  access: InboxAccess
  /** The network's name in messages. */
  name: string
  reasons: CallReasons
  /** Number of failed attempts, including an unanswered call, which is only repeated once it proves to have had no effect. */
  failures: number
}

type AttemptInput<Call extends ClaimedCall, AdapterPart, Result> = {
  claimed: Call
  reasons: CallReasons
  adapter: AdapterPart | undefined
  /** Time after which the call fails without another attempt. */
  until: Date
  run(ready: ReadyCall<Call, AdapterPart>): Promise<Result | undefined>
}

/**
 * Attempts a call if its account can be used.
 * @returns undefined if another worker has claimed it
 */
export async function attemptCall<Call extends ClaimedCall, AdapterPart, Result extends AttemptResult>(
  ctx: Context,
  { claimed, reasons, adapter, until, run }: AttemptInput<Call, AdapterPart, Result>,
): Promise<Result | { outcome: UnsuccessfulOutcome } | undefined> {
  const { call, owner } = claimed
  const { shortName: name } = networks[owner.network]
  const now = ctx.now()
  if (now > until) {
    return { outcome: failedOutcome(call.begunAt ? reasons.unknown(name) : reasons.expired(name)) }
  }
  const linked = owner.accountId ? await findLinkedAccount(ctx, owner.accountId) : undefined
  if (!linked || !adapter) return { outcome: failedOutcome(reasons.disconnected(name)) }
  const { account } = linked
  if (account.status !== 'connected')
    return { outcome: unconfirmedIfBegun(call, waitingOutcome(ctx, reasons.signedOut(name))) }
  if (account.coolDownUntil && account.coolDownUntil > now) {
    const wait = waitingOutcome(ctx, reasons.paused(name), account.coolDownUntil)
    return { outcome: unconfirmedIfBegun(call, wait) }
  }
  const failures = call.begunAt ? call.failures + 1 : call.failures
  const attempted = { ...claimed, linked, name, reasons, failures }
  try {
    attempted.linked = await withValidToken(ctx, linked)
  } catch (error) {
    const retry = (error: NetworkError) => waitingOutcome(ctx, error.message)
    return { outcome: await outcomeOfFailedRead(ctx, attempted, error, retry) }
  }
  const { token } = attempted.linked
  try {
    return await watchUsage(ctx, account.id, onUsage => {
      const { providerId: accountId, username } = account
      return run({ ...attempted, adapter, access: { accountId, username, token, now: ctx.now, onUsage } })
    })
  } catch (error) {
    const retry = (error: NetworkError) => retryOrFail(ctx, error, failures)
    return { outcome: await outcomeOfFailedRead(ctx, attempted, error, retry) }
  }
}

type CallWithAccount = Omit<ReadyCall<ClaimedCall, unknown>, 'adapter' | 'access'>

/** @throws all errors other than the network's */
async function outcomeOfFailedRead(
  ctx: Context,
  attempted: CallWithAccount,
  error: unknown,
  retry: (error: NetworkError) => UnsuccessfulOutcome,
): Promise<UnsuccessfulOutcome> {
  if (!(error instanceof NetworkError)) throw error
  const { call } = attempted
  const outcome = await outcomeOfAccountError(ctx, attempted, error)
  if (outcome?.state === 'waiting') return unconfirmedIfBegun(call, outcome)
  return call.begunAt ? unconfirmedOutcome(ctx, attempted, call.begunAt) : (outcome ?? retry(error))
}

type SendInput<Call extends ClaimedCall, Sent> = {
  queue: CallQueue
  ready: ReadyCall<Call, unknown>
  make(begunAt: Date): Promise<Sent>
  /** Returns the outcome of a permanently rejected call; undefined if it has failed. */
  onRejection?(error: NetworkError): Promise<Sent | UnsuccessfulOutcome | undefined>
}

/**
 * Makes the call, unless it has gone unanswered too often. A rejection proves that it had no effect.
 * @returns undefined if another worker has claimed it
 */
export async function sendCall<Call extends ClaimedCall, Sent extends Success>(
  ctx: Context,
  { queue, ready, make, onRejection }: SendInput<Call, Sent>,
): Promise<Sent | UnsuccessfulOutcome | undefined> {
  const { owner, name, reasons, failures } = ready
  if (failures >= MAX_FAILURES) return failedOutcome(reasons.neverTaken(name))
  const begunAt = await beginCall(ctx, queue, ready, failures)
  if (!begunAt) return undefined
  try {
    return await make(begunAt)
  } catch (error) {
    if (!(error instanceof NetworkError))
      ctx.log.error({ id: owner.id, err: error }, `${queue.name} failed unexpectedly`)
    if (!(error instanceof NetworkError) || error.kind === 'unknown')
      return unconfirmedOutcome(ctx, ready, begunAt)
    if (error.kind === 'permanent') return (await onRejection?.(error)) ?? rejectedOutcome(error)
    const outcome = await outcomeOfAccountError(ctx, ready, error)
    if (outcome) return outcome
    return error.kind === 'installation' ? rejectedOutcome(error) : retryOrFail(ctx, error, failures)
  }
}

/**
 * Returns the outcome of an error that concerns the account or the installation. Waiting for either doesn't count as a failure.
 * @returns undefined for other errors, a token that can be renewed, and an outage that a second call doesn't confirm
 */
async function outcomeOfAccountError(
  ctx: Context,
  { linked, name, reasons }: CallWithAccount,
  error: NetworkError,
): Promise<UnsuccessfulOutcome | undefined> {
  switch (error.kind) {
    case 'reconnect':
      if (isForbidden(error)) return failedOutcome(reasons.forbidden(name))
      if (await canBeRenewed(ctx, linked, error)) return undefined
      await markNeedsReconnect(ctx, linked.account.id, linked.token, error)
      return waitingOutcome(ctx, reasons.signedOut(name))
    case 'wait':
    case 'preparing': {
      const until = error.retryAt ?? new Date(+ctx.now() + ACCOUNT_WAIT_MS)
      await startCoolDown(ctx, linked.account.id, until)
      return waitingOutcome(ctx, reasons.paused(name), until)
    }
    case 'installation': {
      const until = await confirmOutage(ctx, linked, error)
      return until && waitingOutcome(ctx, reasons.outage(name), until)
    }
    case 'permanent':
    case 'transient':
    case 'unknown':
      return undefined
  }
}

export const failedOutcome = (why: FailureReason): UnsuccessfulOutcome => ({ state: 'failed', ...why })

const rejectedOutcome = ({ code, message }: NetworkError) =>
  failedOutcome({ reasonCode: code, reason: message })

export const unconfirmedOutcome = (
  { now }: Context,
  { name, reasons }: Pick<CallWithAccount, 'name' | 'reasons'>,
  begunAt: Date,
): UnsuccessfulOutcome => ({
  state: 'unconfirmed',
  at: nextCheckAt(now(), begunAt),
  reason: reasons.checking(name),
})

export const retryOrFail = ({ now }: Context, error: NetworkError, failures: number): UnsuccessfulOutcome =>
  failures + 1 >= MAX_FAILURES
    ? rejectedOutcome(error)
    : {
        state: 'waiting',
        at: new Date(+now() + retryDelay(failures)),
        reason: error.message,
        isFailure: true,
      }

type Waiting = Extract<UnsuccessfulOutcome, { state: 'waiting' }>

const waitingOutcome = (
  { now }: Context,
  reason: string,
  at = new Date(+now() + ACCOUNT_WAIT_MS),
): Waiting => ({ state: 'waiting', at, reason, isFailure: false })

/** A wait for the account or the installation doesn't show whether a call took effect that was made before. */
const unconfirmedIfBegun = ({ begunAt }: CallRow, { at, reason, ...wait }: Waiting): UnsuccessfulOutcome =>
  begunAt ? { state: 'unconfirmed', at, reason } : { ...wait, at, reason }
