import { and, eq, ne, or, sql } from 'drizzle-orm'

import { awaitsApproval, isApproved } from '#api/approvals/conditions.ts'
import { isAllowedIn, requirePermission } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { withStoppedClock, type UserContext } from '#api/context.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { deliveries, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { DomainError } from '#api/errors.ts'
import { APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import { readContent } from './read-content.ts'

/**
 * Sends a post for approval, or sends it again after changes. An approved post stays approved. A scheduled post is taken off
 * the schedule, so that requires permission to publish.
 * @returns false for an approved post
 * @throws {DomainError} `conflict` if its time has passed, or publishing has begun; `not_found`, `forbidden`
 */
export async function submitPost(runningCtx: UserContext, postId: string): Promise<boolean> {
  const ctx = withStoppedClock(runningCtx)
  const { db, userId } = ctx
  const now = ctx.now()
  const { post, approval, states } = await readContent(ctx, postId)
  if (approval?.state === 'approved') return false
  if (states.includes('scheduled')) await requirePermission(ctx, post.domainId, 'publish')
  const isInTime = approval?.whenApproved ? sql`true` : sql`${deliveries.publishAt} > ${+now}`
  const submittable = and(
    eq(deliveries.postId, postId),
    isAllowedIn(ctx, deliveries.domainId, 'write'),
    or(
      awaitsApproval,
      eq(deliveries.state, 'draft'),
      and(eq(deliveries.state, 'scheduled'), isAllowedIn(ctx, deliveries.domainId, 'publish')),
    ),
    sql`not ${isApproved}`,
    sql`not exists (select 1 from delivery_steps where delivery_id = deliveries.id and name = ${PUBLISH_STEP})`,
  )
  const values = { state: 'in_review' as const, submittedBy: userId, submittedAt: now }
  const [, submitted] = await db.batch([
    insertMany(
      db,
      approvals,
      { postId: sql`post_id`, domainId: sql`domain_id`, signed: [], ...values },
      sql`from deliveries where ${and(submittable, isInTime)} group by post_id`,
    ).onConflictDoUpdate({
      target: approvals.postId,
      set: {
        ...values,
        notifiedAt: sql`iif(${approvals.state} = 'in_review', ${approvals.notifiedAt}, null)`,
      },
      setWhere: ne(approvals.state, 'approved'),
    }),
    db
      .update(deliveries)
      .set({ state: 'in_review', wakeAt: null, reason: '', reasonCode: '', updatedAt: now })
      .where(and(submittable, isInTime))
      .returning(),
    recordActivity(ctx, { domainId: post.domainId, act: 'post.submitted', postId }),
  ])
  if (submitted.length === 0) {
    await readContent(ctx, postId)
    const isWaiting = (await db.$count(deliveries, submittable)) > 0
    throw new DomainError('conflict', isWaiting ? APPROVAL_MESSAGES.timePassed : APPROVAL_MESSAGES.begun)
  }
  await broadcastDeliveries(ctx, submitted)
  return true
}
