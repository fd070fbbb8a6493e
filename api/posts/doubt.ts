import { and, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { reasons } from './reasons.ts'
import { deliveries, firstComments, PUBLISH_STEP } from './table.ts'

/** The longest that a network may take to carry out a call, and to show what came of it. */
export const LONGEST_CALL_MS = 2 * 60_000
/** A post that failed or was held longer before the last known change is not taken for retried since. */
const RETRIED_WITHIN_MS = 7 * 24 * 60 * 60_000

/** The span in which a call may have been made that the database doesn't know of. */
export type LostSpan = {
  /** The latest moment of such a call: the start of the process that found out. */
  until: Date
  /** From this moment on, a post that its network doesn't show was not published. */
  absentFrom: Date
}

const isDue = (at: Date) => and(eq(deliveries.state, 'scheduled'), lte(deliveries.publishAt, at))!
const isAtWork = eq(deliveries.state, 'publishing')

/**
 * Returns the unexecuted statements after a process died and the database kept all it committed. Deliveries that were due
 * and have no intent are looked for once before they go out.
 */
export const doubtDueDeliveries = (ctx: Context, span: LostSpan) => {
  const mayBeOut = and(
    or(isDue(span.until), isAtWork),
    sql`not exists (select 1 from delivery_steps where delivery_id = deliveries.id and name = ${PUBLISH_STEP})`,
  )!
  return [presumeCalls(ctx, span, mayBeOut, AS_IT_WAS), markUnconfirmed(ctx, span)] as const
}

/**
 * Returns the unexecuted statements for a database that was set back by a restore, a snapshot or a power loss. Each
 * delivery that could have been sent since is looked for at its network, and becomes what it was when it isn't there.
 * @param options.holdsDue leaves posts that were due since a backup to their authors, who may have canceled them since
 */
export const doubtAllDeliveries = (ctx: Context, span: LostSpan, { holdsDue = false } = {}) => {
  const changedLately = sql`${deliveries.updatedAt} >= (select max(updated_at) from deliveries) - ${RETRIED_WITHIN_MS}`
  const mayBeOut = or(
    inArray(deliveries.state, ['scheduled', 'publishing', 'unconfirmed']),
    and(inArray(deliveries.state, ['held', 'failed']), changedLately),
  )!
  return [
    presumeCalls(ctx, span, mayBeOut, holdsDue ? heldIfDue(span.until) : AS_IT_WAS),
    markUnconfirmed(ctx, span),
    doubtComments(ctx, span),
  ] as const
}

/** What a delivery becomes when its network doesn't show it, as JSON. */
const AS_IT_WAS = sql`json_object(
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
  return sql`case when ${isDue(at)} or ${isAtWork} then case deliveries.network ${cases} end else ${AS_IT_WAS} end`
}

/** Writes the intent that may have been lost: begun at the earliest when the delivery was last changed. */
const presumeCalls = ({ db }: Context, { until, absentFrom }: LostSpan, which: SQL, otherwise: SQL) =>
  db.run(sql`
    insert into delivery_steps (delivery_id, name, attempt, intent, started_at)
    select deliveries.id, ${PUBLISH_STEP}, deliveries.attempt + 1,
      json_object(
        'account', coalesce(deliveries.meant_for, accounts.provider_id, ''),
        'lost', json_object('until', ${+until}, 'absentFrom', ${+absentFrom}),
        'otherwise', json(${otherwise})),
      deliveries.updated_at
    from deliveries left join accounts on accounts.id = deliveries.account_id
    where ${which}
    on conflict (delivery_id, name) do update
      set intent = json_set(delivery_steps.intent, '$.lost', json(excluded.intent -> '$.lost'))
      where delivery_steps.result is null`)

/** The attempt number goes up, so that nobody who had it before writes anything more. */
const markUnconfirmed = ({ db, now }: Context, { until }: LostSpan) =>
  db
    .update(deliveries)
    .set({
      state: 'unconfirmed',
      attempt: sql`${deliveries.attempt} + 1`,
      wakeAt: now(),
      updatedAt: now(),
      reasonCode: 'checking',
      reason: 'We were interrupted, and ask the network before anything is sent.',
    })
    .where(
      sql`exists (select 1 from delivery_steps where delivery_id = deliveries.id and name = ${PUBLISH_STEP}
        and result is null and intent -> '$.lost' ->> 'until' = ${+until})`,
    )
    .returning({ id: deliveries.id })

/** A first comment that was about to be added is looked for under its post. */
const doubtComments = ({ db, now }: Context, { absentFrom }: LostSpan) =>
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
