import { and, eq, inArray, min, not, or, type SQL, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { type DeliveryRow, deliveries } from '#api/db/schema/posts/posts.ts'
import { mayBePublished } from '#api/deliveries/may-be-published.ts'
import { chunksOf } from '#shared/chunks.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'
import { lacksApproval, reviewState } from './conditions.ts'

type ActorContext = Inside<Context> & { userId?: string }

/** Withdraws the approval of a post that changes. Call `sendToReview` afterwards. */
export const withdrawApproval = (ctx: ActorContext, postId: string) =>
  withdraw(ctx, eq(approvals.postId, postId))

/** Like `withdrawApproval`, for the posts of deliveries. */
export const withdrawApprovals = (ctx: ActorContext, condition: SQL | undefined) =>
  withdraw(
    ctx,
    inArray(approvals.postId, ctx.db.select({ id: deliveries.postId }).from(deliveries).where(condition)),
  )

/** Ends a review link's hold on a post, because somebody who may not publish has changed it. It waits for approval like others. */
export async function endHold({ db }: Inside<Context>, postId: string): Promise<void> {
  await db
    .update(approvals)
    .set({ heldByLinkId: null, waitsAgain: false })
    .where(eq(approvals.postId, postId))
}

/** Lets the next digest list these posts again, once they have new times. */
export async function resetApproversNotice({ db }: Inside<Context>, postIds: string[]): Promise<void> {
  await db.update(approvals).set({ notifiedAt: null }).where(inArray(approvals.postId, postIds))
}

const withdraw = ({ db, now, userId }: ActorContext, condition: SQL | undefined) =>
  db
    .update(approvals)
    .set({
      state: 'in_review',
      exempt: false,
      contentHash: null,
      signedHashes: [],
      submittedBy: userId ?? null,
      submittedAt: now(),
      notifiedAt: null,
    })
    .where(and(eq(approvals.state, 'approved'), condition))

/**
 * Sends scheduled deliveries that lack an approval to review, and returns them. Every change that schedules deliveries ends with
 * it. A post that is already due is published as soon as it is approved. Leaves deliveries that may be public to reconciliation.
 * @param options.submits states of deliveries that go to review even if no rule requires it
 */
export async function sendToReview(
  { db, now, userId }: ActorContext,
  condition: SQL,
  { submits = [] }: { submits?: readonly DeliveryState[] } = {},
): Promise<DeliveryRow[]> {
  const isSubmitted = and(
    condition,
    or(and(eq(deliveries.state, 'scheduled'), lacksApproval), inArray(deliveries.state, [...submits])),
    not(mayBePublished),
  )
  const { postId, domainId, publishAt } = deliveries
  const rows = await db
    .select({ postId, domainId, firstAt: min(publishAt) })
    .from(deliveries)
    .where(isSubmitted)
    .groupBy(postId, domainId)
  const submitted = rows.map(({ firstAt, ...post }) => ({
    ...post,
    state: 'in_review' as const,
    whenApproved: firstAt !== null && firstAt <= now(),
    signedHashes: [],
    submittedBy: userId ?? null,
    submittedAt: now(),
  }))
  for (const part of chunksOf(submitted))
    await db
      .insert(approvals)
      .values(part)
      .onConflictDoUpdate({
        target: approvals.postId,
        // A post that changes while it waits keeps `submittedAt`.
        set: { whenApproved: sql`excluded.when_approved` },
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
    .where(isSubmitted)
    .returning()
}
