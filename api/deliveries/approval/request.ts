import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { type DeliveryRow, deliveries, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { REVIEW_STATES } from '#shared/posts/posts.ts'
import { lacksApproval, reviewState } from './conditions.ts'

type ActorContext = Inside<Context> & { userId?: string }

/** Withdraws the approval of a post that changes. Follow it with `sendToReview`. */
export const withdrawApproval = (ctx: ActorContext, postId: string) =>
  withdraw(ctx, eq(approvals.postId, postId))

/** Like `withdrawApproval`, for the posts of deliveries. */
export const withdrawApprovals = (ctx: ActorContext, condition: SQL | undefined) =>
  withdraw(
    ctx,
    inArray(approvals.postId, ctx.db.select({ id: deliveries.postId }).from(deliveries).where(condition)),
  )

/** Makes the next digest notify approvers of the posts again, once they have new times. */
export async function notifyAgain({ db }: Inside<Context>, postIds: string[]): Promise<void> {
  await db.update(approvals).set({ notifiedAt: null }).where(inArray(approvals.postId, postIds))
}

const withdraw = ({ db, now, userId }: ActorContext, condition: SQL | undefined) =>
  db
    .update(approvals)
    .set({
      state: 'in_review',
      exempt: false,
      contentHash: null,
      signed: [],
      submittedBy: userId ?? null,
      submittedAt: now(),
      notifiedAt: null,
    })
    .where(and(eq(approvals.state, 'approved'), condition))

/**
 * Moves scheduled deliveries that lack an approval to review, and returns them; whatever schedules a delivery ends with it. A post
 * that is already due is published as soon as it is approved. Deliveries that may be public aren't moved, because they are
 * reconciled first.
 * @param options.submits SQL condition on deliveries that are scheduled or in review: those go to review even without a rule
 */
export async function sendToReview(
  { db, now, userId }: ActorContext,
  condition: SQL,
  { submits = sql`false` }: { submits?: SQL } = {},
): Promise<DeliveryRow[]> {
  const lacking = and(
    condition,
    or(
      and(eq(deliveries.state, 'scheduled'), lacksApproval),
      and(inArray(deliveries.state, ['scheduled', ...REVIEW_STATES]), submits),
    ),
    sql`not exists (select 1 from delivery_steps where delivery_id = deliveries.id and name = ${PUBLISH_STEP})`,
  )
  const whenApproved = sql<boolean>`min(publish_at) <= ${+now()}`
  await insertMany(
    db,
    approvals,
    {
      postId: sql`post_id`,
      domainId: sql`domain_id`,
      state: 'in_review',
      whenApproved,
      signed: [],
      submittedBy: userId ?? null,
      submittedAt: now(),
    },
    sql`from deliveries where ${lacking} group by post_id, domain_id`,
  ).onConflictDoUpdate({
    target: approvals.postId,
    set: { whenApproved: sql`excluded.when_approved`, submittedAt: now() },
  })
  return db
    .update(deliveries)
    .set({
      state: reviewState(sql`deliveries.post_id`),
      wakeAt: null,
      reason: '',
      reasonCode: '',
      updatedAt: now(),
    })
    .where(lacking)
    .returning()
}
