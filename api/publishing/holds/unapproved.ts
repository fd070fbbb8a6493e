import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'

import { approversOf } from '#api/approvals/approvers.ts'
import { notifyAgain } from '#api/approvals/withdraw.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { withStoppedClock, type Context } from '#api/context.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { excerpt } from '#api/deliveries/excerpt.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { accountMail } from '#api/mail/templates.ts'
import { linkTo } from '#api/notifications/link.ts'
import { mailsOf } from '#api/notifications/mails.ts'
import { noticeMailInserts, notificationInserts } from '#api/notifications/notifications.ts'

const MAX_MISSED = 100
/** Repeats the condition of the index `deliveries_in_review` literally, so that SQLite uses it. */
const isInReview = sql`${deliveries.state} in ('in_review', 'changes_requested')`

/** Holds posts that weren't approved by their time, and notifies the author and the approvers once per post. */
export async function holdUnapprovedDeliveries(runningCtx: Context): Promise<void> {
  const ctx = withStoppedClock(runningCtx)
  const missed = await ctx.db
    .select({ delivery: deliveries, authorId: posts.authorId })
    .from(deliveries)
    .innerJoin(posts, eq(posts.id, deliveries.postId))
    .leftJoin(approvals, eq(approvals.postId, deliveries.postId))
    .where(
      and(
        isInReview,
        lte(deliveries.publishAt, ctx.now()),
        or(isNull(approvals.whenApproved), eq(approvals.whenApproved, false)),
      ),
    )
    .limit(MAX_MISSED)
  const byPost = Map.groupBy(missed, ({ delivery }) => delivery.postId)
  for (const rows of byPost.values()) await holdPost(ctx, rows)
}

type MissedDelivery = { delivery: typeof deliveries.$inferSelect; authorId: string | null }

async function holdPost(ctx: Context, missed: MissedDelivery[]) {
  const [first] = missed
  if (!first) return
  const { delivery, authorId } = first
  const recipients = new Set([authorId ?? delivery.userId, ...(await approversOf(ctx, delivery.domainId))])
  const key = `approval-missed:${delivery.postId}:${+delivery.publishAt}`
  const notice = {
    type: 'social' as const,
    tone: 'warning' as const,
    title: 'A post wasn’t approved by its time',
    message: `“${excerpt(delivery.message)}” is held. ${reasons.approvalMissed.reason}`,
    link: linkTo(delivery),
    domainId: delivery.domainId,
  }
  const notices = [...recipients].map(userId => ({ id: `${key}:${userId}`, userId, ...notice }))
  const mails = await mailsOf(ctx, notices, ({ url, ...parts }) =>
    accountMail({ ...parts, ...notice, action: { label: 'Open the post', url } }),
  )
  const ids = missed.map(({ delivery: { id } }) => id)
  // An approval or a new time may come between the read and the hold.
  const isHeld = sql`exists (select 1 from deliveries where post_id = ${delivery.postId} and state = 'held'
    and reason_code = ${reasons.approvalMissed.reasonCode} and updated_at = ${+ctx.now()})`
  const [held] = await ctx.db.batch([
    ctx.db
      .update(deliveries)
      .set({ state: 'held', wakeAt: null, updatedAt: ctx.now(), ...reasons.approvalMissed })
      .where(and(inArray(deliveries.id, ids), isInReview, eq(deliveries.publishAt, delivery.publishAt)))
      .returning(),
    recordActivity(ctx, {
      domainId: delivery.domainId,
      act: 'post.held',
      postId: delivery.postId,
      details: { reason: reasons.approvalMissed.reason },
    }),
    // The approvers are notified again once the post has a new time.
    notifyAgain(ctx, delivery.postId, isHeld),
    notificationInserts(ctx, notices, isHeld),
    noticeMailInserts(ctx, mails, isHeld),
  ])
  await broadcastDeliveries(ctx, held)
  ctx.wake()
}
