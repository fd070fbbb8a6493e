import { and, asc, eq, inArray, lte, type Placeholder, sql } from 'drizzle-orm'

import { recordByCurrawong } from '#api/businesses/activity/record.ts'
import type { Context, Inside } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { listApprovers } from '#api/deliveries/approval/conditions.ts'
import { resetApproversNotice } from '#api/deliveries/approval/request.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { reasons } from '#api/deliveries/reasons.ts'
import { missedApprovalsMail } from '#api/mail/approval-mails.ts'
import { ATTENTION, linkTo, mailNotices, notify } from '#api/notifications/notifications.ts'
import { plural } from '#shared/plural.ts'
import { postExcerpt, quoted } from '#shared/text/graphemes.ts'

/** Maximum number of deliveries held in a transaction. Each person gets one notice per transaction. */
const MAX_MISSED = 1000
/** Maximum number of posts that a mail lists. The others are only counted. */
const MAX_LISTED = 10
/** Repeats the condition of the index `deliveries_in_review` literally, so that SQLite uses it. */
const isInReview = sql`${deliveries.state} in ('in_review', 'changes_requested')`

/** SQL condition on a delivery: it wasn't approved before it was due. A post that goes out when it is approved has no such time. */
export const hasMissedApproval = (now: Date | Placeholder) =>
  and(
    isInReview,
    lte(deliveries.publishAt, now),
    sql`not exists (select 1 from ${approvals} where ${approvals.postId} = ${deliveries.postId} and ${approvals.whenApproved})`,
  )

/** Holds posts that weren't approved before they were due, and sends each author and approver one notice. */
export async function holdUnapprovedDeliveries(ctx: Context): Promise<void> {
  while ((await findMissed(ctx, 1)).length > 0) await write(ctx, hold)
}

type Missed = Awaited<ReturnType<typeof findMissed>>[number]

const author = sql`coalesce(${posts.authorId}, ${deliveries.userId})`

/** Returns deliveries in review that are due, earliest first. `authorId` is null if the author has left the business. */
const findMissed = ({ db, now }: Inside<Context>, limit: number) =>
  db
    .select({
      id: deliveries.id,
      postId: deliveries.postId,
      domainId: deliveries.domainId,
      publishAt: deliveries.publishAt,
      authorId: members.userId,
      ownerId: domains.userId,
      beginning: sql<string>`substr(${deliveries.message}, 1, 200)`,
    })
    .from(deliveries)
    .innerJoin(posts, eq(posts.id, deliveries.postId))
    .innerJoin(domains, eq(domains.id, deliveries.domainId))
    .leftJoin(members, and(eq(members.domainId, deliveries.domainId), eq(members.userId, author)))
    .where(hasMissedApproval(now()))
    .orderBy(asc(deliveries.publishAt), asc(deliveries.postId))
    .limit(limit)

async function hold(ctx: Inside<Context>): Promise<void> {
  const missed = await findMissed(ctx, MAX_MISSED)
  if (missed.length === 0) return
  const byPost = [...new Map(missed.map(delivery => [delivery.postId, delivery])).values()]
  const postIds = byPost.map(({ postId }) => postId)
  const missedIds = missed.map(({ id }) => id)
  const held = await ctx.db
    .update(deliveries)
    .set({ state: 'held', wakeAt: null, updatedAt: ctx.now(), ...reasons.approvalMissed })
    .where(inArray(deliveries.id, missedIds))
    .returning()
  const details = { reason: reasons.approvalMissed.reason }
  await recordByCurrawong(
    ctx,
    byPost.map(({ domainId, postId }) => ({ domainId, act: 'post.held', postId, details })),
  )
  await resetApproversNotice(ctx, postIds)
  const notices = await noticesOf(ctx, byPost)
  await notify(ctx, notices)
  await mailNotices(ctx, notices, ({ url, ...parts }, { title, message, listed, more }) =>
    missedApprovalsMail({ ...parts, title, message, posts: listed, more, url }),
  )
  await broadcastDeliveries(ctx, held)
}

/** Returns a notice for each author and approver about all of their posts. */
async function noticesOf(ctx: Inside<Context>, missed: Missed[]) {
  const approvers = new Map<string, string[]>()
  for (const domainId of new Set(missed.map(post => post.domainId)))
    approvers.set(domainId, await listApprovers(ctx, domainId))
  const byRecipient = new Map<string, [Missed, ...Missed[]]>()
  for (const post of missed)
    for (const userId of new Set([post.authorId ?? post.ownerId, ...(approvers.get(post.domainId) ?? [])])) {
      const theirs = byRecipient.get(userId)
      if (theirs) theirs.push(post)
      else byRecipient.set(userId, [post])
    }
  return [...byRecipient].map(([userId, theirs]) => ({
    id: `approval-missed:${theirs[0].postId}:${+theirs[0].publishAt}:${userId}`,
    userId,
    domainId: theirs.every(({ domainId }) => domainId === theirs[0].domainId) ? theirs[0].domainId : null,
    type: 'social' as const,
    tone: 'warning' as const,
    ...describe(theirs),
  }))
}

function describe([first, ...others]: [Missed, ...Missed[]]) {
  const text = postExcerpt(first.beginning)
  if (others.length === 0)
    return {
      title: 'A post wasn’t approved by its time',
      message: `${quoted(text)} is held. ${reasons.approvalMissed.reason}`,
      link: linkTo(first),
      listed: [],
      more: 0,
    }
  const count = others.length + 1
  return {
    title: `${count} posts weren’t approved by their time`,
    message: `${quoted(text)} and ${plural(others.length, 'other')} are held. Nobody approved them in time, so they didn’t go out. Choose new times.`,
    link: ATTENTION,
    listed: [first, ...others].slice(0, MAX_LISTED).map(post => quoted(postExcerpt(post.beginning))),
    more: Math.max(0, count - MAX_LISTED),
  }
}
