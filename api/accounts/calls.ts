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
import { accountForPublishing, type LinkedAccount } from './tokens/tokens.ts'

const ACCOUNT_WAIT_MS = 5 * MINUTE_MS

/**
 * A table of calls that an account makes once each, beside its posts: first comments, answers, acts. The key of a call is the
 * id of its owner, which has the account.
 */
export type CallQueue = {
  /** Names a call in the log. */
  name: string
  table: typeof firstComments | typeof inboxReplies | typeof inboxActs
  key: typeof firstComments.deliveryId | typeof inboxReplies.itemId | typeof inboxActs.itemId
  owners: typeof deliveries | typeof inboxItems
  /** State of a call that a worker has claimed. */
  calling: 'adding' | 'sending'
  /** Limit per account, so that a slow server can't starve the others. */
  maxPerAccount: number
  max: number
  leaseMs: number
}

type CallRow = FirstCommentRow | InboxReplyRow | InboxActRow
export type Claimed<
  Row extends CallRow = CallRow,
  Owner extends DeliveryRow | InboxItemRow = DeliveryRow | InboxItemRow,
> = {
  call: Row
  owner: Owner
}

export type Unsent =
  /** The call had no effect. The next attempt is at `at`. */
  | { state: 'waiting'; at: Date; reason: string; counts: boolean }
  | { state: 'unconfirmed'; at: Date; reason: string }
  | { state: 'failed'; reasonCode: string; reason: string }
type Done = { state: 'added' | 'sent' }
type Attempted = { outcome: Done | Unsent }

type Why = { reasonCode: string; reason: string }
/** Texts of the reasons that all kinds of calls share, by the name of the network. */
export type CallReasons = Record<
  'signedOut' | 'paused' | 'outage' | 'checking',
  (network: string) => string
> &
  Record<'forbidden' | 'disconnected' | 'expired' | 'unknown', (network: string) => Why>

type Caller<Call extends Claimed, Result extends Attempted> = {
  /** Returns undefined if another worker has claimed the call. */
  attempt(claimed: Call): Promise<Result | undefined>
  settle(claimed: Call, attempted: Result): Promise<void>
}

/** Makes the calls of a queue. Several processes may share a database, thanks to claims. */
export function createCaller<Call extends Claimed, Result extends Attempted>(
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
 * Claims calls that are due, whose lease has expired, or that need reconciling, up to the free capacity. The returned attempt
 * number fences every later write.
 */
export async function claimDueCalls<Call extends Claimed>(
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
  { call: { attempt }, owner }: Claimed,
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

/** A call with its account and network, as an attempt needs them. */
export type Work<Call extends Claimed, Via> = Call & {
  linked: LinkedAccount
  via: Via
  access: InboxAccess
  name: string
  reasons: CallReasons
}

type ToAttempt<Call extends Claimed, Via, Result> = {
  claimed: Call
  reasons: CallReasons
  /** The part of the network's adapter that makes the call. */
  via: Via | undefined
  /** Time after which no attempt is made. */
  until: Date
  run(work: Work<Call, Via>): Promise<Result | undefined>
}

/**
 * Attempts a call once its account can be used. A failed read proves nothing, so what may have taken effect stays unconfirmed.
 * @returns undefined if another worker has claimed it
 */
export async function attemptCall<Call extends Claimed, Via, Result extends Attempted>(
  ctx: Context,
  { claimed, reasons, via, until, run }: ToAttempt<Call, Via, Result>,
): Promise<Result | { outcome: Unsent } | undefined> {
  const { call, owner } = claimed
  const { shortName: name } = networks[owner.network]
  const now = ctx.now()
  if (now > until) return failed(call.begunAt ? reasons.unknown(name) : reasons.expired(name))
  const linked = owner.accountId ? await accountForPublishing(ctx, owner.accountId) : undefined
  if (!linked || !via) return failed(reasons.disconnected(name))
  const { account } = linked
  if (account.status !== 'connected') return wait(ctx, call, reasons.signedOut(name))
  if (account.coolDownUntil && account.coolDownUntil > now)
    return wait(ctx, call, reasons.paused(name), account.coolDownUntil)
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
      return await run({ ...claimed, linked: valid, via, access, name, reasons })
    })
  } catch (error) {
    const counts = valid !== undefined
    return await afterFailedRead(ctx, { call, linked: valid ?? linked, error, counts, name, reasons })
  }
}

type ToSend<Call extends Claimed, Sent> = {
  queue: CallQueue
  work: Work<Call, unknown>
  /** Number of failed attempts, including one whose call is known not to have taken effect. */
  failures: number
  make(begunAt: Date): Promise<Sent>
  /** Returns another outcome than failure for a call that the network rejects for good. */
  unlessRejected?(error: NetworkError): Promise<Sent | Unsent | undefined>
}

/** Makes the call. A rejection proves that it had no effect. */
export async function send<Call extends Claimed, Sent extends Done>(
  ctx: Context,
  { queue, work, failures, make, unlessRejected }: ToSend<Call, Sent>,
): Promise<Sent | Unsent | undefined> {
  const { owner, linked, name, reasons } = work
  const begunAt = await beginCall(ctx, queue, work, failures)
  if (!begunAt) return undefined
  try {
    return await make(begunAt)
  } catch (error) {
    if (!(error instanceof NetworkError)) {
      ctx.log.error({ id: owner.id, err: error }, `${queue.name} failed unexpectedly`)
      return checking(ctx, work, begunAt)
    }
    switch (error.kind) {
      case 'unknown':
        return checking(ctx, work, begunAt)
      case 'permanent':
        return (await unlessRejected?.(error)) ?? rejected(error)
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
  /** False if the account's token could not be renewed, for which the call waits as for a sign-in. */
  counts: boolean
  name: string
  reasons: CallReasons
}

async function afterFailedRead(
  ctx: Context,
  { call, linked, error, counts, name, reasons }: FailedRead,
): Promise<{ outcome: Unsent }> {
  if (!(error instanceof NetworkError)) throw error
  const { account, token } = linked
  if (isForbidden(error)) {
    if (!call.begunAt) return failed(reasons.forbidden(name))
  } else if (error.kind === 'reconnect' && !(await canBeRenewed(ctx, linked, error))) {
    await markNeedsReconnect(ctx, account.id, token, error)
    return wait(ctx, call, reasons.signedOut(name))
  }
  if (error.kind === 'wait' && error.retryAt) {
    await startCoolDown(ctx, account.id, error.retryAt)
    return wait(ctx, call, reasons.paused(name), error.retryAt)
  }
  if (error.kind === 'installation') await confirmOutage(ctx, linked, error)
  if (call.begunAt) return { outcome: checking(ctx, { name, reasons }, call.begunAt) }
  return { outcome: counts ? retryOrFail(ctx, error, call.failures) : waiting(ctx, error.message) }
}

export const failed = (why: Why): { outcome: Unsent } => ({ outcome: { state: 'failed', ...why } })

const rejected = ({ code, message }: NetworkError): Unsent => ({
  state: 'failed',
  reasonCode: code,
  reason: message,
})

export const checking = (
  { now }: Context,
  { name, reasons }: Pick<Work<Claimed, unknown>, 'name' | 'reasons'>,
  begunAt: Date,
): Unsent => ({ state: 'unconfirmed', at: nextCheckAt(now(), begunAt), reason: reasons.checking(name) })

export const retryOrFail = ({ now }: Context, error: NetworkError, failures: number): Unsent =>
  failures + 1 >= MAX_FAILURES
    ? rejected(error)
    : { state: 'waiting', at: new Date(+now() + retryDelay(failures)), reason: error.message, counts: true }

type Waiting = Extract<Unsent, { state: 'waiting' }>

const waiting = ({ now }: Context, reason: string, at = new Date(+now() + ACCOUNT_WAIT_MS)): Waiting => ({
  state: 'waiting',
  at,
  reason,
  counts: false,
})

/** Waits until the account works again. What may have taken effect stays unconfirmed. */
function wait(ctx: Context, { begunAt }: CallRow, reason: string, until?: Date): { outcome: Unsent } {
  const outcome = waiting(ctx, reason, until)
  return { outcome: begunAt ? { state: 'unconfirmed', at: outcome.at, reason } : outcome }
}

/**
 * Persists an outcome inside a change, fenced by the attempt number.
 * @returns false if another worker has claimed the call since
 */
export async function persist(
  { db, now }: Inside<Context>,
  { table, key }: CallQueue,
  { call: { attempt }, owner }: Claimed,
  outcome: Done | Unsent,
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
 * Withdraws a call that has not begun. Its row keeps counting attempts, so that a worker that has claimed it can't make it.
 * @returns false if it may have taken effect
 */
export async function withdraw(
  { db, now }: Inside<Context>,
  { table, key }: CallQueue,
  id: string,
  why: Why,
): Promise<boolean> {
  const { rowsAffected } = await db
    .update(table)
    .set({ state: 'failed', ...why, attempt: sql`${table.attempt} + 1`, wakeAt: null, updatedAt: now() })
    .where(and(eq(key, id), isNotNull(table.wakeAt), isNull(table.begunAt)))
  return rowsAffected > 0
}

type Changes = Partial<Pick<CallRow, 'state' | 'wakeAt' | 'begunAt' | 'failures' | 'reason' | 'reasonCode'>>

function changes(failures: number, outcome: Done | Unsent): Changes {
  const { state } = outcome
  switch (state) {
    case 'added':
    case 'sent':
      return { state, wakeAt: null, begunAt: null }
    case 'waiting': {
      const { at, reason, counts } = outcome
      return { state, wakeAt: at, begunAt: null, reason, failures: failures + (counts ? 1 : 0) }
    }
    case 'unconfirmed':
      return { state, wakeAt: outcome.at, reason: outcome.reason }
    case 'failed': {
      const { reason, reasonCode } = outcome
      return { state, wakeAt: null, begunAt: null, reason, reasonCode }
    }
  }
}
