import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'

import { approversOf } from '#api/approvals/approvers.ts'
import { withStoppedClock, type Context } from '#api/context.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { excerpt } from '#api/deliveries/excerpt.ts'
import { approvalsMail } from '#api/mail/approval-mails.ts'
import { linkTo } from '#api/notifications/link.ts'
import { mailsOf } from '#api/notifications/mails.ts'
import { noticeMailInserts, notificationInserts } from '#api/notifications/notifications.ts'
import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { timeLabel } from '#shared/reports/render/labels.ts'

const MINUTE_MS = 60_000
/** Posts that are sent for approval within this time share one digest. */
export const COLLECTING_MS = 5 * MINUTE_MS
/** Minimum time between two digests of a business, unless a post is due soon. */
export const DIGEST_GAP_MS = 60 * MINUTE_MS
/** A post that is due within this time is announced at once. */
export const URGENT_MS = 60 * MINUTE_MS
/** Maximum number of posts that a mail lists. It only counts the others. */
export const MAX_LISTED = 10
export const MAX_BUSINESSES = 100
export const MAX_POSTS = 500

/** Repeats the condition of the index `approvals_unnotified` literally, so that SQLite uses it. */
const isUnnotified = and(sql`${approvals.state} = 'in_review'`, isNull(approvals.notifiedAt))
const isInReview = eq(deliveries.state, 'in_review')

/**
 * Notifies approvers of the posts that wait for them: one notification and one mail for all posts of a business. The posts
 * are marked in the same transaction, so no approver is notified twice, even if several processes run this.
 */
export async function notifyApprovers(runningCtx: Context): Promise<void> {
  const ctx = withStoppedClock(runningCtx)
  for (const { domainId } of await businessesToNotify(ctx)) await notifyOf(ctx, domainId)
}

function businessesToNotify({ db, now }: Context) {
  const lastAt = sql`coalesce((select max(earlier.notified_at) from approvals as earlier
    where earlier.domain_id = ${approvals.domainId} and earlier.notified_at is not null), 0)`
  const firstAt = sql`min(${approvals.submittedAt})`
  return db
    .select({ domainId: approvals.domainId })
    .from(approvals)
    .innerJoin(deliveries, and(eq(deliveries.postId, approvals.postId), isInReview))
    .where(isUnnotified)
    .groupBy(approvals.domainId)
    .having(
      sql`min(${deliveries.publishAt}) <= ${+now() + URGENT_MS}
        or (${firstAt} <= ${+now() - COLLECTING_MS} and ${lastAt} <= ${+now() - DIGEST_GAP_MS})`,
    )
    .orderBy(asc(firstAt))
    .limit(MAX_BUSINESSES)
}

async function notifyOf(ctx: Context, domainId: string): Promise<void> {
  const [waiting, approvers] = await Promise.all([readWaiting(ctx, domainId), approversOf(ctx, domainId)])
  if (waiting.length === 0) return
  const ids = waiting.map(({ postId }) => postId)
  const notices = approvers.flatMap(userId => {
    // Excludes the person who sent the post for approval.
    const theirs = waiting.filter(({ submittedBy }) => submittedBy !== userId)
    if (theirs.length === 0) return []
    const id = `approvals:${domainId}:${+ctx.now()}:${userId}`
    const looks = { type: 'social', tone: 'primary' } as const
    return { id, userId, domainId, ...looks, ...describe(theirs), posts: theirs }
  })
  const mails = await mailsOf(ctx, notices, (parts, { title, posts: theirs }) =>
    approvalsMail({
      ...parts,
      title,
      posts: theirs.slice(0, MAX_LISTED).map(describePost),
      more: Math.max(0, theirs.length - MAX_LISTED),
    }),
  )
  const isStillNew = sql`(select count(*) from approvals
    where post_id in (select value from json_each(${JSON.stringify(ids)}))
      and state = 'in_review' and notified_at is null) = ${ids.length}`
  await ctx.db.batch([
    notificationInserts(ctx, notices, isStillNew),
    noticeMailInserts(ctx, mails, isStillNew),
    ctx.db
      .update(approvals)
      .set({ notifiedAt: ctx.now() })
      .where(and(inArray(approvals.postId, ids), isUnnotified, isStillNew)),
  ])
  ctx.wake('send-mail')
}

type Waiting = Awaited<ReturnType<typeof readWaiting>>[number]

/** Returns the posts of a business whose approvers haven't been notified, soonest first. */
const readWaiting = ({ db }: Context, domainId: string) =>
  db
    .select({
      postId: approvals.postId,
      submittedBy: approvals.submittedBy,
      whenApproved: approvals.whenApproved,
      message: deliveries.message,
      publishAt: sql<Date>`min(${deliveries.publishAt})`.mapWith(deliveries.publishAt),
      timeZone: posts.timeZone,
      on: sql<string>`group_concat(${deliveries.network})`,
    })
    .from(approvals)
    .innerJoin(deliveries, and(eq(deliveries.postId, approvals.postId), isInReview))
    .innerJoin(posts, eq(posts.id, approvals.postId))
    .where(and(eq(approvals.domainId, domainId), isUnnotified))
    .groupBy(approvals.postId)
    .orderBy(asc(sql`min(${deliveries.publishAt})`))
    .limit(MAX_POSTS)

function describe(waiting: readonly Waiting[]) {
  const [first] = waiting
  if (!first) throw new Error('A digest has at least one post')
  const text = excerpt(first.message)
  if (waiting.length === 1)
    return { title: 'A post is waiting for your approval', message: `“${text}”`, link: linkTo(first) }
  const others = waiting.length - 1
  return {
    title: `${waiting.length} posts wait for your approval`,
    message: `“${text}” and ${plural(others, 'other')}`,
    link: '/dashboard',
  }
}

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })

type Described = Pick<Waiting, 'message' | 'on' | 'publishAt' | 'timeZone' | 'whenApproved'>

/** '“Open late” for Facebook and Instagram, Mon 30 Nov, 9:30 pm' */
export function describePost({ message, on, publishAt, timeZone, whenApproved }: Described): string {
  const names = NETWORK_IDS.filter(id => on.split(',').includes(id)).map(id => networks[id].name)
  const when = whenApproved ? 'as soon as it is approved' : timeLabel(publishAt.toISOString(), timeZone)
  return `“${excerpt(message)}” for ${list.format(names)}, ${when}`
}
