import { and, asc, eq, inArray, isNotNull, lte, not, notInArray, sql } from 'drizzle-orm'

import { startCoolDown } from '#api/accounts/accounts.ts'
import { confirmOutage } from '#api/accounts/health.ts'
import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { hasOutage } from '#api/accounts/outages.ts'
import { canBeRenewed, withValidToken } from '#api/accounts/tokens/renewal.ts'
import { accountForPublishing, type LinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context, Inside } from '#api/context.ts'
import {
  inboxActs,
  type InboxActRow,
  type InboxItemRow,
  inboxItems,
  inboxReplies,
  type InboxReplyRow,
} from '#api/db/schema/businesses/inbox.ts'
import { MAX_FAILURES, MAX_UNCERTAINTY_MS, nextCheckAt, retryDelay } from '#api/deliveries/backoff.ts'
import { candidatesFor, type Capacity, fairShare } from '#api/deliveries/capacity.ts'
import { usageMeter } from '#api/deliveries/usage-meter.ts'
import type { Inbox, InboxAccess, RemoteItem } from '#api/networks/core/inbox.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { isForbidden } from '#api/networks/networks.ts'
import { createWorkerPool, type WorkerPool } from '#api/runtime/worker-pool.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { networks } from '#shared/networks.ts'
import type { Reasons } from './reasons.ts'

const MAX_CONCURRENT = 8
/** Limit per account, so that a slow server can't starve the others. */
const MAX_PER_ACCOUNT = 2
/** Longer than an attempt, whose calls have limits of their own. */
const LEASE_MS = 3 * MINUTE_MS
const ACCOUNT_WAIT_MS = 5 * MINUTE_MS
/** What waits longer, such as for a sign-in, may no longer fit. */
const MAX_WAIT_MS = 7 * DAY_MS

/** Answers and acts are calls to a network that an item waits for, with the same lease, fencing token and intent. */
export type CallRow = InboxReplyRow | InboxActRow
type CallTable = typeof inboxReplies | typeof inboxActs

export type Claimed<Row extends CallRow> = { call: Row; item: InboxItemRow }

type Unsent =
  /** Nothing took effect. The next attempt is at `at`. */
  | { state: 'waiting'; at: Date; reason: string; counts: boolean }
  | { state: 'unconfirmed'; at: Date; reason: string }
  | { state: 'failed'; reasonCode: string; reason: string }
export type Outcome = { state: 'sent' } | Unsent

/** The outcome of an attempt, and the item as its network has it, if it was read. */
export type Attempted<Done extends { state: 'sent' }> = {
  outcome: Done | Unsent
  seen?: RemoteItem | 'gone'
}

/** What an attempt needs of its account and network. */
export type Work<Row extends CallRow> = Claimed<Row> & {
  linked: LinkedAccount
  inbox: Inbox
  access: InboxAccess
  name: string
  reasons: Reasons
}

type Worker<Row extends CallRow> = {
  table: CallTable
  work(claimed: Claimed<Row>): Promise<void>
}

/** Makes the calls of a table. Several processes may share a database, thanks to claims. */
export function createCaller<Row extends CallRow>(ctx: Context, { table, work }: Worker<Row>): WorkerPool {
  const inFlight = new Set<Claimed<Row>>()
  const countOf = (accountId: string) =>
    [...inFlight].filter(({ item }) => item.accountId === accountId).length
  return createWorkerPool({
    size: MAX_CONCURRENT,
    claim: free =>
      claimDueCalls<Row>(ctx, table, {
        free,
        freeOf: accountId => MAX_PER_ACCOUNT - countOf(accountId),
        full: [...inFlight].map(({ item }) => item.accountId).filter(id => countOf(id) >= MAX_PER_ACCOUNT),
      }),
    async work(claimed) {
      inFlight.add(claimed)
      try {
        await work(claimed)
      } finally {
        inFlight.delete(claimed)
      }
    },
    onError: error => ctx.log.error({ err: error }, 'an answer or act was not settled'),
  })
}

type Free = Pick<Capacity, 'free' | 'freeOf' | 'full'>

async function claimDueCalls<Row extends CallRow>(
  { db, now }: Context,
  table: CallTable,
  capacity: Free,
): Promise<Claimed<Row>[]> {
  const isDue = and(isNotNull(table.wakeAt), lte(table.wakeAt, now()))
  const candidates = await db
    .select({ id: table.itemId, accountId: inboxItems.accountId })
    .from(table)
    .innerJoin(inboxItems, eq(inboxItems.id, table.itemId))
    .where(
      and(isDue, not(hasOutage(db, inboxItems.network)), notInArray(inboxItems.accountId, capacity.full)),
    )
    .orderBy(asc(table.wakeAt))
    .limit(candidatesFor(capacity.free))
  const due = fairShare(candidates, capacity)
  if (due.length === 0) return []
  const calls = (await db
    .update(table)
    .set({
      state: sql`case ${table.state} when 'waiting' then 'sending' else ${table.state} end`,
      attempt: sql`${table.attempt} + 1`,
      wakeAt: new Date(+now() + LEASE_MS),
    })
    .where(and(inArray(table.itemId, due), isDue))
    .returning()) as Row[]
  if (calls.length === 0) return []
  const items = await db
    .select()
    .from(inboxItems)
    .where(
      inArray(
        inboxItems.id,
        calls.map(({ itemId }) => itemId),
      ),
    )
  return calls.flatMap(call => {
    const item = items.find(({ id }) => id === call.itemId)
    return item ? [{ call, item }] : []
  })
}

/**
 * Records the intent of the call and reads it back over another connection. Returns undefined if the call must not be made, because
 * another worker may have taken over or the database lost the intent.
 */
async function begin(
  { db, now }: Context,
  table: CallTable,
  { itemId, attempt }: CallRow,
  failures: number,
): Promise<Date | undefined> {
  const begunAt = now()
  await db
    .update(table)
    .set({ begunAt, failures })
    .where(and(eq(table.itemId, itemId), eq(table.attempt, attempt)))
  const [found] = await db
    .select({ attempt: table.attempt, begunAt: table.begunAt })
    .from(table)
    .where(eq(table.itemId, itemId))
  const isOurs = found?.attempt === attempt && +(found.begunAt ?? 0) === +begunAt
  return isOurs && +now() - +begunAt < LEASE_MS ? begunAt : undefined
}

/**
 * Attempts a call once its account can be used. A failed read proves nothing, so what may have taken effect stays unconfirmed.
 * @returns undefined if another worker has claimed it
 */
export async function attempt<Row extends CallRow, Done extends { state: 'sent' }>(
  ctx: Context,
  claimed: Claimed<Row>,
  reasons: Reasons,
  run: (work: Work<Row>) => Promise<Attempted<Done> | undefined>,
): Promise<Attempted<Done> | undefined> {
  const { call, item } = claimed
  const { shortName: name } = networks[item.network]
  const now = ctx.now()
  if (call.begunAt && +now - +call.begunAt > MAX_UNCERTAINTY_MS) return failed(reasons.unknown(name))
  if (!call.begunAt && +now - +call.createdAt > MAX_WAIT_MS) return failed(reasons.expired(name))
  const linked = await accountForPublishing(ctx, item.accountId)
  const { inbox } = ctx.networks[item.network]
  if (!linked || !inbox) return failed(reasons.disconnected(name))
  const { account } = linked
  if (account.status !== 'connected') return wait(ctx, call, reasons.signedOut(name))
  if (account.coolDownUntil && account.coolDownUntil > now)
    return wait(ctx, call, reasons.paused(name), account.coolDownUntil)
  const meter = usageMeter()
  let current = linked
  try {
    current = await withValidToken(ctx, linked)
    const access = {
      accountId: account.providerId,
      username: account.username,
      token: current.token,
      now: ctx.now,
      onUsage: meter.record,
    }
    return await run({ ...claimed, linked: current, inbox, access, name, reasons })
  } catch (error) {
    return await afterFailedRead(ctx, { call, linked: current, error, name, reasons })
  } finally {
    const until = meter.coolDownUntil(ctx.now())
    if (until) await startCoolDown(ctx, account.id, until)
  }
}

type ToSend<Row extends CallRow, Done> = {
  work: Work<Row>
  table: CallTable
  /** Number of failed attempts, including one whose call is known not to have taken effect. */
  failures: number
  make(): Promise<Done>
}

/** Makes the call. A rejection proves that it had no effect. */
export async function send<Row extends CallRow, Done extends { state: 'sent' }>(
  ctx: Context,
  { work, table, failures, make }: ToSend<Row, Done>,
): Promise<Done | Unsent | undefined> {
  const { call, item, linked, name, reasons } = work
  const begunAt = await begin(ctx, table, call, failures)
  if (!begunAt) return undefined
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof NetworkError)) {
      ctx.log.error({ itemId: item.id, err: error }, 'an answer or act failed unexpectedly')
      return checking(ctx, work, begunAt)
    }
    switch (error.kind) {
      case 'unknown':
        return checking(ctx, work, begunAt)
      case 'permanent':
        return { state: 'failed', reasonCode: error.code, reason: error.message }
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
        return until
          ? waiting(ctx, reasons.outage(name), until)
          : { state: 'failed', reasonCode: error.code, reason: error.message }
      }
      case 'transient':
        return retryOrFail(ctx, error, failures)
    }
  }
}

type FailedRead = { call: CallRow; linked: LinkedAccount; error: unknown; name: string; reasons: Reasons }

async function afterFailedRead(
  ctx: Context,
  { call, linked, error, name, reasons }: FailedRead,
): Promise<{ outcome: Unsent }> {
  if (!(error instanceof NetworkError)) throw error
  const { account, token } = linked
  if (isForbidden(error)) return failed(reasons.forbidden(name))
  if (error.kind === 'reconnect' && !(await canBeRenewed(ctx, linked, error))) {
    await markNeedsReconnect(ctx, account.id, token, error)
    return wait(ctx, call, reasons.signedOut(name))
  }
  if (error.kind === 'wait' && error.retryAt) {
    await startCoolDown(ctx, account.id, error.retryAt)
    return wait(ctx, call, reasons.paused(name), error.retryAt)
  }
  if (error.kind === 'installation') await confirmOutage(ctx, linked, error)
  if (call.begunAt) return wait(ctx, call, reasons.checking(name), nextCheckAt(ctx.now(), call.begunAt))
  return { outcome: retryOrFail(ctx, error, call.failures) }
}

export const failed = (why: { reasonCode: string; reason: string }): { outcome: Unsent } => ({
  outcome: { state: 'failed', ...why },
})

export const checking = (
  { now }: Context,
  { name, reasons }: Pick<Work<CallRow>, 'name' | 'reasons'>,
  begunAt: Date,
): Unsent => ({ state: 'unconfirmed', at: nextCheckAt(now(), begunAt), reason: reasons.checking(name) })

const retryOrFail = ({ now }: Context, { code, message }: NetworkError, failures: number): Unsent =>
  failures + 1 >= MAX_FAILURES
    ? { state: 'failed', reasonCode: code, reason: message }
    : { state: 'waiting', at: new Date(+now() + retryDelay(failures)), reason: message, counts: true }

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
  table: CallTable,
  { itemId, attempt }: CallRow,
  outcome: Outcome,
): Promise<boolean> {
  const isThis = eq(table.itemId, itemId)
  const [current] = await db
    .select({ attempt: table.attempt, failures: table.failures })
    .from(table)
    .where(isThis)
  if (current?.attempt !== attempt) return false
  await db
    .update(table)
    .set({ ...changes(current.failures, outcome), updatedAt: now() })
    .where(isThis)
  return true
}

type Changes = Partial<Pick<CallRow, 'state' | 'wakeAt' | 'begunAt' | 'failures' | 'reason' | 'reasonCode'>>

function changes(failures: number, outcome: Outcome): Changes {
  switch (outcome.state) {
    case 'sent':
      return { state: 'sent', wakeAt: null, begunAt: null, reason: '', reasonCode: '' }
    case 'waiting':
      return {
        state: 'waiting',
        wakeAt: outcome.at,
        begunAt: null,
        reason: outcome.reason,
        failures: failures + (outcome.counts ? 1 : 0),
      }
    case 'unconfirmed':
      return { state: 'unconfirmed', wakeAt: outcome.at, reason: outcome.reason }
    case 'failed':
      return {
        state: 'failed',
        wakeAt: null,
        begunAt: null,
        reason: outcome.reason,
        reasonCode: outcome.reasonCode,
      }
  }
}
