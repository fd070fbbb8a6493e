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
 * A table of calls that accounts make beside their posts, each once: first comments, answers, acts. A call belongs to a delivery or
 * an inbox item (its owner), whose id is its key and whose account makes it.
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

export type UnsentOutcome =
  /** The call had no effect. The next attempt is at `at`. */
  | { state: 'waiting'; at: Date; reason: string; countsAsFailure: boolean }
  | { state: 'unconfirmed'; at: Date; reason: string }
  | { state: 'failed'; reasonCode: string; reason: string }
type Done = { state: 'added' | 'sent' }
type Attempted = { outcome: Done | UnsentOutcome }

type FailureReason = { reasonCode: string; reason: string }
/** Reasons that all kinds of calls share, by the network's name. */
export type CallReasons = Record<
  'signedOut' | 'paused' | 'outage' | 'checking',
  (network: string) => string
> &
  Record<'forbidden' | 'disconnected' | 'expired' | 'unknown', (network: string) => FailureReason>

type Caller<Call extends ClaimedCall, Result extends Attempted> = {
  /** Returns undefined if another worker has claimed the call. */
  attempt(claimed: Call): Promise<Result | undefined>
  settle(claimed: Call, attempted: Result): Promise<void>
}

/** Makes the calls of a queue. Several processes can share a queue, because each call is claimed first. */
export function createCaller<Call extends ClaimedCall, Result extends Attempted>(
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
 * Records the intent of the call and reads it back over another connection. Returns undefined if the call must not be made,
 * because another worker may have taken over or the database lost the intent.
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
  name: string
  reasons: CallReasons
}

type AttemptInput<Call extends ClaimedCall, AdapterPart, Result> = {
  claimed: Call
  reasons: CallReasons
  /** The part of the network's adapter that makes the call. */
  adapter: AdapterPart | undefined
  /** Time after which the call fails without another attempt. */
  until: Date
  run(work: ReadyCall<Call, AdapterPart>): Promise<Result | undefined>
}

/**
 * Attempts a call if its account can be used. A failed read proves nothing, so a call that may have taken effect stays unconfirmed.
 * @returns undefined if another worker has claimed it
 */
export async function attemptCall<Call extends ClaimedCall, AdapterPart, Result extends Attempted>(
  ctx: Context,
  { claimed, reasons, adapter, until, run }: AttemptInput<Call, AdapterPart, Result>,
): Promise<Result | { outcome: UnsentOutcome } | undefined> {
  const { call, owner } = claimed
  const { shortName: name } = networks[owner.network]
  const now = ctx.now()
  if (now > until) return failed(call.begunAt ? reasons.unknown(name) : reasons.expired(name))
  const linked = owner.accountId ? await findLinkedAccount(ctx, owner.accountId) : undefined
  if (!linked || !adapter) return failed(reasons.disconnected(name))
  const { account } = linked
  if (account.status !== 'connected') return waitForAccount(ctx, call, reasons.signedOut(name))
  if (account.coolDownUntil && account.coolDownUntil > now)
    return waitForAccount(ctx, call, reasons.paused(name), account.coolDownUntil)
  let valid: LinkedAccount | undefined
  try {
    return await watchUsage(ctx, account.id, async onUsage => {
      valid = await withValidToken(ctx, linked)
      const access = {
        accountId: account.providerId,
        username: account.username,
        token: valid.token,
        now: ctx.now,
        onUsage,
      }
      return await run({ ...claimed, linked: valid, adapter, access, name, reasons })
    })
  } catch (error) {
    const countsAsFailure = valid !== undefined
    return await afterFailedRead(ctx, {
      call,
      linked: valid ?? linked,
      error,
      countsAsFailure,
      name,
      reasons,
    })
  }
}

type SendInput<Call extends ClaimedCall, Sent> = {
  queue: CallQueue
  work: ReadyCall<Call, unknown>
  /** Number of failed attempts, including one whose call proved to have had no effect. */
  failures: number
  make(begunAt: Date): Promise<Sent>
  /** Returns an outcome other than failure for a permanently rejected call. */
  onRejection?(error: NetworkError): Promise<Sent | UnsentOutcome | undefined>
}

/** Makes the call. A rejection proves that it had no effect. */
export async function sendCall<Call extends ClaimedCall, Sent extends Done>(
  ctx: Context,
  { queue, work, failures, make, onRejection }: SendInput<Call, Sent>,
): Promise<Sent | UnsentOutcome | undefined> {
  const { owner, linked, name, reasons } = work
  const begunAt = await beginCall(ctx, queue, work, failures)
  if (!begunAt) return undefined
  try {
    return await make(begunAt)
  } catch (error) {
    if (!(error instanceof NetworkError)) {
      ctx.log.error({ id: owner.id, err: error }, `${queue.name} failed unexpectedly`)
      return unconfirmed(ctx, work, begunAt)
    }
    switch (error.kind) {
      case 'unknown':
        return unconfirmed(ctx, work, begunAt)
      case 'permanent':
        return (await onRejection?.(error)) ?? rejected(error)
      case 'reconnect':
        if (isForbidden(error)) return { state: 'failed', ...reasons.forbidden(name) }
        if (await canBeRenewed(ctx, linked, error)) return retryOrFail(ctx, error, failures)
        await markNeedsReconnect(ctx, linked.account.id, linked.token, error)
        return waiting(ctx, reasons.signedOut(name))
      case 'wait':
      case 'preparing': {
        const until = error.retryAt ?? new Date(+ctx.now() + ACCOUNT_WAIT_MS)
        await startCoolDown(ctx, linked.account.id, until)
        return waiting(ctx, reasons.paused(name), until)
      }
      case 'installation': {
        const until = await confirmOutage(ctx, linked, error)
        return until ? waiting(ctx, reasons.outage(name), until) : rejected(error)
      }
      case 'transient':
        return retryOrFail(ctx, error, failures)
    }
  }
}

type FailedRead = {
  call: CallRow
  linked: LinkedAccount
  error: unknown
  /** False if only the renewal of the account's token failed. */
  countsAsFailure: boolean
  name: string
  reasons: CallReasons
}

async function afterFailedRead(
  ctx: Context,
  { call, linked, error, countsAsFailure, name, reasons }: FailedRead,
): Promise<{ outcome: UnsentOutcome }> {
  if (!(error instanceof NetworkError)) throw error
  const { account, token } = linked
  if (isForbidden(error)) {
    if (!call.begunAt) return failed(reasons.forbidden(name))
  } else if (error.kind === 'reconnect' && !(await canBeRenewed(ctx, linked, error))) {
    await markNeedsReconnect(ctx, account.id, token, error)
    return waitForAccount(ctx, call, reasons.signedOut(name))
  }
  if (error.kind === 'wait' && error.retryAt) {
    await startCoolDown(ctx, account.id, error.retryAt)
    return waitForAccount(ctx, call, reasons.paused(name), error.retryAt)
  }
  if (error.kind === 'installation') await confirmOutage(ctx, linked, error)
  if (call.begunAt) return { outcome: unconfirmed(ctx, { name, reasons }, call.begunAt) }
  return { outcome: countsAsFailure ? retryOrFail(ctx, error, call.failures) : waiting(ctx, error.message) }
}

export const failed = (why: FailureReason): { outcome: UnsentOutcome } => ({
  outcome: { state: 'failed', ...why },
})

const rejected = ({ code, message }: NetworkError): UnsentOutcome => ({
  state: 'failed',
  reasonCode: code,
  reason: message,
})

export const unconfirmed = (
  { now }: Context,
  { name, reasons }: Pick<ReadyCall<ClaimedCall, unknown>, 'name' | 'reasons'>,
  begunAt: Date,
): UnsentOutcome => ({
  state: 'unconfirmed',
  at: nextCheckAt(now(), begunAt),
  reason: reasons.checking(name),
})

export const retryOrFail = ({ now }: Context, error: NetworkError, failures: number): UnsentOutcome =>
  failures + 1 >= MAX_FAILURES
    ? rejected(error)
    : {
        state: 'waiting',
        at: new Date(+now() + retryDelay(failures)),
        reason: error.message,
        countsAsFailure: true,
      }

type Waiting = Extract<UnsentOutcome, { state: 'waiting' }>

const waiting = ({ now }: Context, reason: string, at = new Date(+now() + ACCOUNT_WAIT_MS)): Waiting => ({
  state: 'waiting',
  at,
  reason,
  countsAsFailure: false,
})

/** Waits until the account works again. A call that may have taken effect stays unconfirmed. */
function waitForAccount(
  ctx: Context,
  { begunAt }: CallRow,
  reason: string,
  until?: Date,
): { outcome: UnsentOutcome } {
  const outcome = waiting(ctx, reason, until)
  return { outcome: begunAt ? { state: 'unconfirmed', at: outcome.at, reason } : outcome }
}

/**
 * Persists an outcome inside a change, fenced by the attempt number.
 * @returns false if another worker has claimed the call since
 */
export async function persistOutcome(
  { db, now }: Inside<Context>,
  { table, key }: CallQueue,
  { call: { attempt }, owner }: ClaimedCall,
  outcome: Done | UnsentOutcome,
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

function changes(failures: number, outcome: Done | UnsentOutcome): Changes {
  const { state } = outcome
  switch (state) {
    case 'added':
    case 'sent':
      return { state, wakeAt: null, begunAt: null }
    case 'waiting': {
      const { at, reason, countsAsFailure } = outcome
      return { state, wakeAt: at, begunAt: null, reason, failures: failures + (countsAsFailure ? 1 : 0) }
    }
    case 'unconfirmed':
      return { state, wakeAt: outcome.at, reason: outcome.reason }
    case 'failed': {
      const { reason, reasonCode } = outcome
      return { state, wakeAt: null, begunAt: null, reason, reasonCode }
    }
  }
}
