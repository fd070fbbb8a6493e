import { and, asc, eq, inArray, isNotNull, isNull, lte, not, notInArray, or, sql } from 'drizzle-orm'

import { hasOutage } from '#api/accounts/outages.ts'
import type { Context, Inside } from '#api/context.ts'
import type {
  InboxActRow,
  InboxItemRow,
  InboxReplyRow,
  inboxActs,
  inboxItems,
  inboxReplies,
} from '#api/db/schema/businesses/inbox.ts'
import type { deliveries, DeliveryRow, FirstCommentRow, firstComments } from '#api/db/schema/posts/posts.ts'
import { candidatesFor, type Capacity, fairShare } from '#api/deliveries/capacity.ts'
import { createWorkerPool, type WorkerPool } from '#api/runtime/worker-pool.ts'

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
  max: number
  leaseMs: number
}

export type CallRow = FirstCommentRow | InboxReplyRow | InboxActRow
export type ClaimedCall<
  Row extends CallRow = CallRow,
  Owner extends DeliveryRow | InboxItemRow = DeliveryRow | InboxItemRow,
> = {
  call: Row
  owner: Owner
}

export type FailureReason = { reasonCode: string; reason: string }

export type UnsuccessfulOutcome =
  /** The call had no effect. It is repeated at `at`. `isFailure`: counts towards `MAX_FAILURES`. */
  | { state: 'waiting'; at: Date; reason: string; isFailure: boolean }
  /** The call may have taken effect. It is reconciled at `at`. */
  | { state: 'unconfirmed'; at: Date; reason: string }
  /** The call isn't repeated. */
  | ({ state: 'failed' } & FailureReason)
export type Success = { state: 'added' | 'sent' }
export type AttemptResult = { outcome: Success | UnsuccessfulOutcome }

type CallWorker<Call extends ClaimedCall, Result extends AttemptResult> = {
  /** Returns undefined if another worker has claimed the call. */
  attempt(claimed: Call): Promise<Result | undefined>
  settle(claimed: Call, attempted: Result): Promise<void>
}

/** Makes the calls of a queue. Several processes can share a queue, because each call is claimed first. */
export function createCallWorkers<Call extends ClaimedCall, Result extends AttemptResult>(
  ctx: Context,
  queue: CallQueue,
  { attempt, settle }: CallWorker<Call, Result>,
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
