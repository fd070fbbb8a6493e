import { and, asc, eq, inArray, isNotNull, isNull, lte, not, notInArray, or, sql } from 'drizzle-orm'

import { hasOutage } from '#api/accounts/outages.ts'
import type { Context } from '#api/context.ts'
import { prepared } from '#api/db/prepared.ts'
import {
  deliveries,
  type DeliveryRow,
  type FirstCommentRow,
  firstComments,
} from '#api/db/schema/posts/posts.ts'
import { candidatesFor, type Capacity, fairShare, LEASE_MS } from '#api/deliveries/capacity.ts'

export type ClaimedComment = { comment: FirstCommentRow; delivery: DeliveryRow }

/**
 * Claims first comments that are due, whose lease has expired, or that need reconciling, up to the free capacity. The returned
 * attempt number fences every later write.
 */
export async function claimDueComments(ctx: Context, capacity: Capacity): Promise<ClaimedComment[]> {
  const { db, now } = ctx
  const isDue = and(isNotNull(firstComments.wakeAt), lte(firstComments.wakeAt, now()))
  const candidates = await db
    .select({ id: deliveries.id, accountId: deliveries.accountId })
    .from(firstComments)
    .innerJoin(deliveries, eq(deliveries.id, firstComments.deliveryId))
    .where(
      and(
        isDue,
        not(hasOutage(db, deliveries.network)),
        notInArray(firstComments.deliveryId, capacity.busy),
        or(isNull(deliveries.accountId), notInArray(deliveries.accountId, capacity.full)),
      ),
    )
    .orderBy(asc(firstComments.wakeAt))
    .limit(candidatesFor(capacity.free))
  const due = fairShare(candidates, capacity)
  if (due.length === 0) return []
  const claimed = await db
    .update(firstComments)
    .set({
      state: sql`case ${firstComments.state} when 'waiting' then 'adding' else ${firstComments.state} end`,
      attempt: sql`${firstComments.attempt} + 1`,
      wakeAt: new Date(+now() + LEASE_MS),
      updatedAt: now(),
    })
    .where(and(inArray(firstComments.deliveryId, due), isDue))
    .returning()
  if (claimed.length === 0) return []
  const rows = await db
    .select()
    .from(deliveries)
    .where(
      inArray(
        deliveries.id,
        claimed.map(({ deliveryId }) => deliveryId),
      ),
    )
  return claimed.flatMap(comment => {
    const delivery = rows.find(({ id }) => id === comment.deliveryId)
    return delivery ? [{ comment, delivery }] : []
  })
}

const committedComments = prepared(db =>
  db
    .select({ attempt: firstComments.attempt, begunAt: firstComments.begunAt })
    .from(firstComments)
    .where(eq(firstComments.deliveryId, sql.placeholder('id')))
    .prepare(),
)

/**
 * Records the intent of the call and reads it back over another connection. Returns undefined if the call must not be made,
 * because another worker may have taken over or the database lost the intent.
 */
export async function beginComment(
  ctx: Context,
  { deliveryId, attempt }: FirstCommentRow,
): Promise<Date | undefined> {
  const { db, now } = ctx
  const begunAt = now()
  await db
    .update(firstComments)
    .set({ begunAt })
    .where(and(eq(firstComments.deliveryId, deliveryId), eq(firstComments.attempt, attempt)))
  const [committed] = await committedComments(db).execute({ id: deliveryId })
  const isOurs = committed?.attempt === attempt && +(committed.begunAt ?? 0) === +begunAt
  if (!isOurs || +now() - +begunAt >= LEASE_MS) return undefined
  return begunAt
}
