import { and, asc, eq, inArray, isNotNull, isNull, lte, not, notInArray, or, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import {
  type InboxActRow,
  type InboxItemRow,
  type inboxActs,
  type inboxItems,
  type inboxReplies,
  type InboxReplyRow,
} from '#api/db/schema/businesses/inbox.ts'
import type { deliveries, DeliveryRow, FirstCommentRow, firstComments } from '#api/db/schema/posts/posts.ts'
import { MAX_FAILURES, nextCheckAt, retryDelay } from '#api/deliveries/backoff.ts'
import { candidatesFor, type Capacity, fairShare } from '#api/deliveries/capacity.ts'
import { isForbidden } from '#api/networks/codes.ts'
import type { InboxAccess } from '#api/networks/core/inbox.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { createWorkerPool, type WorkerPool } from '#api/runtime/worker-pool.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { networks } from '#shared/networks.ts'
import { startCoolDown, watchUsage } from './accounts.ts'
import { confirmOutage } from './health.ts'
import { markNeedsReconnect } from './needs-reconnect.ts'
import { hasOutage } from './outages.ts'
import { canBeRenewed, withValidToken } from './tokens/renewal.ts'
import { findLinkedAccount, type LinkedAccount } from './tokens/tokens.ts'

const ACCOUNT_WAIT_MS = 5 * MINUTE_MS

/**
 * A queue of one-off network calls other than posts: first comments, inbox replies and inbox acts. Each row is keyed by its owner
 * (a delivery or inbox item), which names the account.
 */
export type CallQueue = {
  /** Names a call in the log. */
  name: string
  table: typeof firstComments | typeof inboxReplies | typeof inboxActs
  key: typeof firstComments.deliveryId | typeof inboxReplies.itemId | typeof inboxActs.itemId
  owners: typeof deliveries | typeof inboxItems
  /** State of a claimed call. */
  calling: 'adding' | 'sending'
  /** Maximum number of concurrent calls of an account, so that a slow server can't starve the others. */
  maxPerAccount: number
  /** Maximum number of concurrent calls. */
  max: number
  leaseMs: number
}

type CallRow = FirstCommentRow | InboxReplyRow | InboxActRow
export type ClaimedCall<
  Row extends CallRow = CallRow,
  Owner extends DeliveryRow | InboxItemRow = DeliveryRow | InboxItemRow,
> = {
  call: Row
  owner: Owner
}

type FailureReason = { reasonCode: string; reason: string }

export type UnsuccessfulOutcome =
  /** The call had no effect. It is repeated at `at`. `isFailure`: counts towards `MAX_FAILURES`. */
  | { state: 'waiting'; at: Date; reason: string; isFailure: boolean }
  /** The call may have taken effect. It is reconciled at `at`. */
  | { state: 'unconfirmed'; at: Date; reason: string }
  /** The call isn't repeated. */
  | ({ state: 'failed' } & FailureReason)
type Success = { state: 'added' | 'sent' }
type AttemptResult = { outcome: Success | UnsuccessfulOutcome }

/** Reasons that all kinds of calls share, by the network's name. */
export type CallReasons = Record<
  'signedOut' | 'paused' | 'outage' | 'checking',
  (network: string) => string
> &
  Record<
    'forbidden' | 'disconnected' | 'expired' | 'neverTaken' | 'unknown',
    (network: string) => FailureReason
  >

type Caller<Call extends ClaimedCall, Result extends AttemptResult> = {
  /** Returns undefined if another worker has claimed the call. */
  attempt(claimed: Call): Promise<Result | undefined>
  settle(claimed: Call, attempted: Result): Promise<void>
}

/** Makes the calls of a queue. Several processes can share a queue, because each call is claimed first. */
export function createCaller<Call extends ClaimedCall, Result extends AttemptResult>(
  ctx: Context,
  queue: CallQueue,
  { attempt, settle }: Caller<Call, Result>,
): WorkerPool {
  const { name, max, maxPerAccount } = queue
  const inFlight = new Set<Call>()
  const countOf = (accountId: string | null) =>
    [...inFlight].filter(({ owner }) => owner.accountId === accountId).length
  return createWorkerPool({
    size: max,
    leavesDueItems: true,
    claim: free =>
      claimDueCalls<Call>(ctx, queue, {
        free,
        freeOf: accountId => maxPerAccount - countOf(accountId),
        full: [...inFlight].flatMap(({ owner: { accountId } }) =>
          accountId && countOf(accountId) >= maxPerAccount ? [accountId] : [],
        ),
        busy: [...inFlight].map(({ owner }) => owner.id),
      }),
    async work(claimed) {
      const call = { id: claimed.owner.id, attempt: claimed.call.attempt }
      inFlight.add(claimed)
      try {
        const attempted = await attempt(claimed)
        if (!attempted) return ctx.log.warn(call, `${name} lost its lease`)
        await settle(claimed, attempted)
        ctx.log.info({ ...call, outcome: attempted.outcome.state }, name)
      } finally {
        inFlight.delete(claimed)
      }
    },
    onError: error => ctx.log.error({ err: error }, `${name} not settled`),
  })
}

/**
 * Claims calls up to the free capacity: those that are due, need reconciling, or whose lease has expired. The attempt number
 * fences every later write.
 */
export async function claimDueCalls<Call extends ClaimedCall>(
  { db, now }: Context,
  { table, key, owners, calling, leaseMs }: CallQueue,
  capacity: Capacity,
): Promise<Call[]> {
  const isDue = and(isNotNull(table.wakeAt), lte(table.wakeAt, now()))
  const candidates = await db
    .select({ id: owners.id, accountId: owners.accountId })
    .from(table)
    .innerJoin(owners, eq(owners.id, key))
    .where(
      and(
        isDue,
        not(hasOutage(db, owners.network)),
        notInArray(owners.id, capacity.busy),
        or(isNull(owners.accountId), notInArray(owners.accountId, capacity.full)),
      ),
    )
    .orderBy(asc(table.wakeAt))
    .limit(candidatesFor(capacity.free))
  const due = fairShare(candidates, capacity)
  if (due.length === 0) return []
  const calls = (await db
    .update(table)
    .set({
      state: sql`case ${table.state} when 'waiting' then ${calling} else ${table.state} end`,
      attempt: sql`${table.attempt} + 1`,
      wakeAt: new Date(+now() + leaseMs),
      updatedAt: now(),
    })
    .where(and(inArray(key, due), isDue))
    .returning()) as CallRow[]
  if (calls.length === 0) return []
  const rows = await db
    .select()
    .from(owners)
    .where(inArray(owners.id, calls.map(keyOf)))
  return calls.flatMap(call => {
    const owner = rows.find(({ id }) => id === keyOf(call))
    return owner ? [{ call, owner } as Call] : []
  })
}

const keyOf = (call: CallRow) => ('itemId' in call ? call.itemId : call.deliveryId)

/**
 * Records the intent of the call and reads it back.
 * @returns undefined if the call must not be made, because another worker may have taken over or the database lost the intent
 */
export async function beginCall(
  { db, now }: Context,
  { table, key, leaseMs }: CallQueue,
  { call: { attempt }, owner }: ClaimedCall,
  failures: number,
): Promise<Date | undefined> {
  const begunAt = now()
  await db
    .update(table)
    .set({ begunAt, failures })
    .where(and(eq(key, owner.id), eq(table.attempt, attempt)))
  const [found] = await db
    .select({ attempt: table.attempt, begunAt: table.begunAt })
    .from(table)
    .where(eq(key, owner.id))
  const isOurs = found?.attempt === attempt && +(found.begunAt ?? 0) === +begunAt
  return isOurs && +now() - +begunAt < leaseMs ? begunAt : undefined
}

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
  /** The part of the network's adapter that makes the call. */
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

/**
 * Persists an outcome inside a change, fenced by the attempt number.
 * @returns false if another worker has claimed the call since
 */
export async function persistOutcome(
  { db, now }: Inside<Context>,
  { table, key }: CallQueue,
  { call: { attempt }, owner }: ClaimedCall,
  outcome: Success | UnsuccessfulOutcome,
): Promise<boolean> {
  const isThis = eq(key, owner.id)
  const [current] = await db
    .select({ attempt: table.attempt, failures: table.failures })
    .from(table)
    .where(isThis)
  if (current?.attempt !== attempt) return false
  await db
    .update(table)
    .set({ reason: '', reasonCode: '', ...changes(current.failures, outcome), updatedAt: now() })
    .where(isThis)
  return true
}

/**
 * Withdraws a call that has not begun. Increases its attempt number, so that a worker that has claimed it can't make it.
 * @returns false if it may have taken effect
 */
export async function withdrawCall(
  { db, now }: Inside<Context>,
  { table, key }: CallQueue,
  id: string,
  why: FailureReason,
): Promise<boolean> {
  const { rowsAffected } = await db
    .update(table)
    .set({ state: 'failed', ...why, attempt: sql`${table.attempt} + 1`, wakeAt: null, updatedAt: now() })
    .where(and(eq(key, id), isNotNull(table.wakeAt), isNull(table.begunAt)))
  return rowsAffected > 0
}

type Changes = Partial<Pick<CallRow, 'state' | 'wakeAt' | 'begunAt' | 'failures' | 'reason' | 'reasonCode'>>

function changes(failures: number, outcome: Success | UnsuccessfulOutcome): Changes {
  const { state } = outcome
  switch (state) {
    case 'added':
    case 'sent':
      return { state, wakeAt: null, begunAt: null }
    case 'waiting': {
      const { at, reason, isFailure } = outcome
      return { state, wakeAt: at, begunAt: null, reason, failures: failures + (isFailure ? 1 : 0) }
    }
    case 'unconfirmed':
      return { state, wakeAt: outcome.at, reason: outcome.reason }
    case 'failed': {
      const { reason, reasonCode } = outcome
      return { state, wakeAt: null, begunAt: null, reason, reasonCode }
    }
  }
}
