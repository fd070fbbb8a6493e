import { and, eq, gt, inArray, isNotNull, lte, not, notInArray, type SQL, sql } from 'drizzle-orm'
import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Context, Inside } from '#api/context.ts'
import { allOf, anyOf } from '#api/db/conditions.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { isAmong, prepared } from '#api/db/prepared.ts'
import { deliveries, deliverySteps, firstComments, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { isIntentOf, mayBePublished } from '#api/deliveries/may-be-published.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import type { LoggedCall } from '#api/publishing/call-log.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import type { LostCall } from './intents.ts'

/** A post counts as not retried if it failed or was held longer than this before the database's last known change. */
const RETRIED_WITHIN_MS = 7 * DAY_MS

export type LostCalls = {
  /** Calls of each delivery, newest first. `attempt` is the latest. */
  publish: { deliveryId: string; attempt: number; calls: LostCall[] }[]
  comment: { deliveryId: string; attempt: number; message: string }[]
}

/** The period in which a process may have made a publishing call that the database has no record of. */
export type LostSpan = {
  /** Latest time of such a call: the start of the process that detected the loss. */
  until: Date
  /** From this time on, a post that its network doesn't list was not published. */
  absentFrom: Date
}

const IDS_PER_QUERY = 5000

const statesOf = prepared(db =>
  db
    .select({
      id: deliveries.id,
      attempt: deliveries.attempt,
      state: deliveries.state,
      begunAttempt: deliverySteps.attempt,
      comment: firstComments,
    })
    .from(deliveries)
    .leftJoin(deliverySteps, isIntentOf(deliveries.id))
    .leftJoin(firstComments, eq(firstComments.deliveryId, deliveries.id))
    .where(isAmong(deliveries.id))
    .prepare(),
)
type State = Awaited<ReturnType<ReturnType<typeof statesOf>['execute']>>[number]

/**
 * Returns the logged calls that the database doesn't have, and the number of logged deliveries that it doesn't have. Those
 * were deleted, or created after the state to which the database was set back.
 */
export async function findLostCalls({ db }: Pick<Context, 'db'>, logged: LoggedCall[]) {
  const byDelivery = Map.groupBy(
    logged.filter(({ call }) => call !== 'withdrawn'),
    ({ deliveryId }) => deliveryId,
  )
  const withdrawn = new Set(logged.filter(({ call }) => call === 'withdrawn').map(attemptKey))
  const ids = [...byDelivery.keys()]
  const lost: LostCalls = { publish: [], comment: [] }
  let known = 0
  for (let from = 0; from < ids.length; from += IDS_PER_QUERY) {
    const rows = await statesOf(db).execute({ ids: JSON.stringify(ids.slice(from, from + IDS_PER_QUERY)) })
    known += rows.length
    for (const row of rows) {
      const calls = (byDelivery.get(row.id) ?? []).filter(call => !isKnown(row, call, withdrawn))
      const published = calls.filter(({ call }) => call === 'publish')
      if (published.length > 0)
        lost.publish.push({
          deliveryId: row.id,
          attempt: latestCall(published).attempt,
          calls: mergeCalls(published),
        })
      const comments = calls.filter(({ call }) => call === 'comment')
      if (comments.length > 0) {
        const { attempt, intent } = latestCall(comments)
        lost.comment.push({ deliveryId: row.id, attempt, message: String(intent.message) })
      }
    }
  }
  return { lost, missing: ids.length - known }
}

const attemptKey = ({ deliveryId, attempt }: LoggedCall) => `${deliveryId} ${attempt}`

/** True when the database has the intent or a later state of the same delivery, or lacks the intent of a refused call. */
function isKnown(row: State, logged: LoggedCall, withdrawn: ReadonlySet<string>): boolean {
  const { call, attempt } = logged
  const { comment } = row
  if (call === 'publish')
    return (
      row.attempt > attempt ||
      (row.attempt === attempt &&
        (row.state !== 'publishing' ||
          (row.begunAttempt ?? 0) >= attempt ||
          withdrawn.has(attemptKey(logged))))
    )
  if (!comment) return false
  // An attempt that repeats an earlier call has an intent of its own, so the time of the earlier call doesn't count.
  const isBegun = +(comment.begunAt ?? 0) >= logged.at
  const isSettled = comment.state !== 'adding' && comment.state !== 'unconfirmed'
  return comment.attempt > attempt || (comment.attempt === attempt && (isBegun || isSettled))
}

const latestCall = (calls: LoggedCall[]) =>
  calls.reduce((one, other) => (other.attempt > one.attempt ? other : one))

const mergeCalls = (calls: LoggedCall[]): LostCall[] =>
  [...Map.groupBy(calls, ({ account, intent }) => JSON.stringify([account, intent])).values()]
    .map(alike => {
      const times = alike.map(({ at }) => at)
      const { account, intent } = latestCall(alike)
      return { account, intent, at: Math.min(...times), until: Math.max(...times) }
    })
    .toSorted((one, other) => other.until - one.until)

const isDue = (at: Date) => allOf(eq(deliveries.state, 'scheduled'), lte(deliveries.publishAt, at))
const isPublishing = eq(deliveries.state, 'publishing')

/**
 * Marks deliveries as unconfirmed that the crashed process may have been sending; the crash lost no committed write. Those that
 * were due and have no intent are reconciled once before they are sent.
 */
export async function markDueForReconciliation(ctx: Inside<Context>, span: LostSpan): Promise<void> {
  const isPresumed = allOf(anyOf(isDue(span.until), isPublishing), not(mayBePublished))
  await insertPresumedIntents(ctx, span, isPresumed, FORMER_STATE)
  await markUnconfirmed(ctx, span)
}

/**
 * Marks deliveries whose state may be wrong after a restore, a snapshot or a power loss. Each delivery that could have been
 * sent since is reconciled with its network, and returns to its former state if it isn't there. Works in chunks, so that
 * requests are served meanwhile; if the process dies, the next one repeats it.
 * @param options.lost calls from the log outside the database. Reconciliation searches for their posts by the text and the
 *   ids in the log
 * @param options.holdsDue holds posts that have been due since a backup, because their authors may have cancelled them
 * @param options.chunk rows of the table that one transaction covers
 * @returns the number of deliveries
 */
export async function markAllForReconciliation(
  ctx: Context,
  span: LostSpan,
  {
    lost = { publish: [], comment: [] },
    holdsDue = false,
    chunk = CHUNK_ROWS,
  }: { lost?: LostCalls; holdsDue?: boolean; chunk?: number } = {},
): Promise<number> {
  const ifAbsent = holdsDue ? heldIfDue(span.until) : FORMER_STATE
  // Undoing a cancellation could publish twice: the lost writes may have restored and published the delivery.
  await ctx.db.update(deliveries).set({ canceledFrom: null }).where(isNotNull(deliveries.canceledFrom))
  await markLostCalls(ctx, span, lost, ifAbsent)
  const { first, last, changedAt, futureCount } = onlyRow(
    await ctx.db.all<{ first: number; last: number; changedAt: number; futureCount: number }>(sql`
    select coalesce(min(rowid), 0) as first, coalesce(max(rowid), -1) as last,
      coalesce(max(case when ${isInDoubt} then 0 else updated_at end), 0) as changedAt,
      count(*) filter (where ${isFuture(span)}) as futureCount
    from deliveries`),
  )
  const changedLately = sql`${deliveries.updatedAt} >= ${changedAt - RETRIED_WITHIN_MS}`
  const isPresumed = anyOf(
    inArray(deliveries.state, ['in_review', 'changes_requested', 'scheduled', 'publishing', 'unconfirmed']),
    and(inArray(deliveries.state, ['held', 'failed']), changedLately),
  )
  await markCommentsForReconciliation(ctx, span)
  let count = 0
  for (let from = first; from <= last; from += chunk) {
    const range = sql`deliveries.rowid between ${from} and ${from + chunk - 1}`
    const [, inDoubt] = await ctx.db.batch([
      insertPresumedIntents(ctx, span, allOf(range, isPresumed), ifAbsent),
      markUnconfirmed(ctx, span, { range, futureCount }),
    ])
    count += inDoubt.length
    await nextTurn()
  }
  return count
}

/** Marks the deliveries of lost calls in one transaction. Afterwards the calls are known, so the next start doesn't find them. */
async function markLostCalls(ctx: Context, span: LostSpan, lost: LostCalls, ifAbsent: SQL) {
  if (lost.publish.length === 0 && lost.comment.length === 0) return
  const called = sql`deliveries.id in (select value from json_each(${JSON.stringify(lost.publish.map(({ deliveryId }) => deliveryId))}))`
  const isPresumed = allOf(called, notInArray(deliveries.state, ['published', 'canceled']))
  await ctx.db.batch([
    insertPresumedIntents(ctx, span, isPresumed, ifAbsent),
    addLostCalls(ctx, span, lost),
    markUnconfirmed(ctx, span, { range: called }),
    restoreLostComments(ctx, lost),
  ])
}

/** About 50 ms of a small server's time. */
const CHUNK_ROWS = 1000
/**
 * Interval between the reconciliations of future deliveries. At 25 a second, there is capacity left for deliveries that are
 * due.
 */
const RECONCILED_EVERY_MS = 40

/** An earlier process marked the delivery, so `updated_at` is the time of the marking, not of the last real change. */
const isInDoubt = sql`exists (select 1 from delivery_steps where delivery_id = deliveries.id and name = ${PUBLISH_STEP}
  and result is null and intent -> '$.lost' is not null)`

/** SQL condition: the delivery is due after `absentFrom`, so its reconciliation can wait. */
const isFuture = ({ absentFrom }: LostSpan) =>
  allOf(inArray(deliveries.state, ['scheduled', 'unconfirmed']), gt(deliveries.publishAt, absentFrom))

/** The delivery's current state as JSON. It is restored if the network doesn't list the post. */
const FORMER_STATE = sql`json_object(
  'state', case deliveries.state when 'publishing' then 'scheduled' else deliveries.state end,
  'wakeAt', deliveries.wake_at, 'publishAt', deliveries.publish_at,
  'reasonCode', deliveries.reason_code, 'reason', deliveries.reason, 'told', json('true'))`

const heldIfDue = (at: Date) => {
  const of = (network: NetworkId) =>
    sql`when ${network} then json_object('state', 'held', 'publishAt', deliveries.publish_at,
      'reasonCode', ${reasons.restored(network).reasonCode}, 'reason', ${reasons.restored(network).reason}, 'told', json('false'))`
  const cases = sql.join(
    (Object.keys(networks) as NetworkId[]).map(network => of(network)),
    sql` `,
  )
  return sql`case when ${isDue(at)} or ${isPublishing} then case deliveries.network ${cases} end else ${FORMER_STATE} end`
}

/**
 * Inserts the intent that may have been lost. The call can't be older than the delivery's last change.
 * @param ifAbsent the state that the delivery gets if its network doesn't list the post, in the intent as `otherwise`
 */
const insertPresumedIntents = (
  { db }: Inside<Context>,
  { until, absentFrom }: LostSpan,
  condition: SQL,
  ifAbsent: SQL,
) =>
  db.run(sql`
    insert into delivery_steps (delivery_id, name, attempt, intent, started_at)
    select deliveries.id, ${PUBLISH_STEP}, deliveries.attempt + 1,
      json_object(
        'account', coalesce(deliveries.meant_for, accounts.provider_id, ''),
        'lost', json_object('until', ${+until}, 'absentFrom', ${+absentFrom}),
        'otherwise', json(${ifAbsent})),
      deliveries.updated_at
    from deliveries left join accounts on accounts.id = deliveries.account_id
    where ${condition}
    on conflict (delivery_id, name) do update
      set intent = json_set(delivery_steps.intent, '$.lost', json(excluded.intent -> '$.lost'))
      where delivery_steps.result is null`)

/**
 * Adds logged calls to presumed intents. They are later than any result that the database has. A call on another account
 * than the delivery's can't be reconciled: the intent gets that account, and the author is asked to check there.
 */
const addLostCalls = ({ db }: Context, { until, absentFrom }: LostSpan, { publish }: LostCalls) =>
  db.run(sql`
    update delivery_steps
    set attempt = max(attempt, (item.value ->> 'attempt') + 1), result = null, finished_at = null,
      intent = json_set(intent, '$.calls', json(item.value -> 'calls'),
        '$.lost', json_object('until', ${+until}, 'absentFrom', ${+absentFrom}),
        '$.account', coalesce(
          (select call.value ->> 'account' from json_each(item.value -> 'calls') as call
            where call.value ->> 'account' <> intent ->> '$.account' limit 1),
          intent ->> '$.account'))
    from json_each(${JSON.stringify(publish)}) as item
    where delivery_id = item.value ->> 'deliveryId' and name = ${PUBLISH_STEP} and exists (
      select 1 from deliveries where id = delivery_id and attempt <= item.value ->> 'attempt'
        and state not in ('published', 'canceled'))`)

/**
 * Raises the attempt number, the fencing token, above those that were used, so that earlier workers can't write any more.
 * Due deliveries are reconciled at once. Future ones follow one after another from `absentFrom` on, each before it is due.
 */
const markUnconfirmed = (
  { db, now }: Inside<Context>,
  span: LostSpan,
  { range = sql`true`, futureCount = 0 }: { range?: SQL; futureCount?: number } = {},
) =>
  db
    .update(deliveries)
    .set({
      state: 'unconfirmed',
      attempt: sql`max(${deliveries.attempt} + 1, ${stepAttempt})`,
      wakeAt: sql`case when ${isFuture(span)} then
        min(${deliveries.publishAt}, ${+span.absentFrom} + (deliveries.rowid % ${Math.max(1, futureCount)}) * ${RECONCILED_EVERY_MS})
        else ${+now()} end`,
      updatedAt: now(),
      reasonCode: 'checking',
      reason: 'We were interrupted, so we are checking with the network before sending anything.',
    })
    .where(
      and(
        range,
        sql`exists (select 1 from delivery_steps where delivery_id = deliveries.id and name = ${PUBLISH_STEP}
          and result is null and intent -> '$.lost' ->> 'until' = ${+span.until})`,
      ),
    )
    .returning({ id: deliveries.id })

const stepAttempt = sql`(select attempt from delivery_steps where delivery_id = deliveries.id and name = ${PUBLISH_STEP})`

/** Restores the text of first comments that were sent, and adds comments that the database lacks. */
const restoreLostComments = ({ db, now }: Context, { comment }: LostCalls) =>
  db.run(sql`
    insert into first_comments (delivery_id, message, state, attempt, updated_at)
    select item.value ->> 'deliveryId', item.value ->> 'message', 'waiting', item.value ->> 'attempt', ${+now()}
    from json_each(${JSON.stringify(comment)}) as item
    -- SQLite needs a condition here, or it takes “on” for a join’s.
    where true
    on conflict (delivery_id) do update
      set message = excluded.message, attempt = excluded.attempt
      where first_comments.attempt <= excluded.attempt`)

/** Marks pending first comments as unconfirmed, so that each is reconciled before it is added. */
const markCommentsForReconciliation = ({ db, now }: Context, { absentFrom }: LostSpan) =>
  db
    .update(firstComments)
    .set({
      state: 'unconfirmed',
      attempt: sql`${firstComments.attempt} + 1`,
      begunAt: sql`coalesce(${firstComments.begunAt}, ${firstComments.updatedAt})`,
      wakeAt: absentFrom,
      updatedAt: now(),
    })
    .where(sql`${firstComments.wakeAt} is not null`)
