import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'

import { withStoppedClock, type Context } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { approvals, postComments } from '#api/db/schema/posts/approvals.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { excerpt } from '#api/deliveries/excerpt.ts'
import { type SentBack, sentBackMail } from '#api/mail/approval-mails.ts'
import { linkTo } from '#api/notifications/link.ts'
import { mailsOf } from '#api/notifications/mails.ts'
import { noticeMailInserts } from '#api/notifications/notifications.ts'
import { describePost, MAX_BUSINESSES, MAX_LISTED, MAX_POSTS } from './digest.ts'
import { decisionRecipients } from './notices.ts'

const MINUTE_MS = 60_000
/** Time after the last post of a business was sent back until its authors are mailed. */
export const QUIET_MS = 5 * MINUTE_MS
/** Maximum time after the first post was sent back, if others follow. */
export const MAX_WAIT_MS = 30 * MINUTE_MS

/** Repeats the condition of the index `approvals_sent_back` literally, so that SQLite uses it. */
const isUnmailed = isNotNull(approvals.sentBackAt)

/**
 * Mails authors what to change: one mail for all posts of a business that were sent back shortly after one another. Each post
 * is marked in the same transaction, so no author gets two mails about it, however many processes run this.
 */
export async function mailAuthors(runningCtx: Context): Promise<void> {
  const ctx = withStoppedClock(runningCtx)
  const now = +ctx.now()
  const due = await ctx.db
    .select({ domainId: approvals.domainId })
    .from(approvals)
    .where(isUnmailed)
    .groupBy(approvals.domainId)
    .having(
      sql`max(${approvals.sentBackAt}) <= ${now - QUIET_MS} or min(${approvals.sentBackAt}) <= ${now - MAX_WAIT_MS}`,
    )
    .orderBy(asc(sql`min(${approvals.sentBackAt})`))
    .limit(MAX_BUSINESSES)
  for (const { domainId } of due) await mailAuthorsOf(ctx, domainId)
}

async function mailAuthorsOf(ctx: Context, domainId: string): Promise<void> {
  const unmailed = await readUnmailed(ctx, domainId)
  const open = unmailed.filter(({ on }) => on !== null)
  const byAuthor = new Map<string, Unmailed[]>()
  for (const row of open)
    for (const userId of decisionRecipients(row).filter(id => id !== row.decidedById))
      byAuthor.set(userId, [...(byAuthor.get(userId) ?? []), row])
  const notices = [...byAuthor].map(([userId, theirs]) => {
    const [first] = theirs
    const link = theirs.length === 1 && first ? linkTo(first) : '/dashboard/view-post?tab=scheduled'
    return { id: `sent-back:${domainId}:${+ctx.now()}:${userId}`, userId, domainId, link, theirs }
  })
  const mails = await mailsOf(ctx, notices, (parts, { theirs }) =>
    sentBackMail({
      ...parts,
      posts: theirs.slice(0, MAX_LISTED).map(row => describeChanges(row, theirs.length === 1)),
      more: Math.max(0, theirs.length - MAX_LISTED),
    }),
  )
  const seen = JSON.stringify(unmailed.map(({ postId, sentBackAt }) => [postId, +(sentBackAt ?? 0)]))
  const isSeen = sql`(${approvals.postId}, ${approvals.sentBackAt}) in (select value ->> 0, value ->> 1 from json_each(${seen}))`
  const isStillNew = sql`(select count(*) from approvals where ${isSeen}) = ${unmailed.length}`
  await ctx.db.batch([
    noticeMailInserts(ctx, mails, isStillNew),
    ctx.db
      .update(approvals)
      .set({ sentBackAt: null })
      .where(and(eq(approvals.domainId, domainId), isUnmailed, isSeen, isStillNew)),
  ])
  ctx.wake('send-mail')
}

type Unmailed = Awaited<ReturnType<typeof readUnmailed>>[number]

/** Returns the posts of a business that were sent back; `on` is null for those that no longer wait for changes. */
const readUnmailed = ({ db }: Context, domainId: string) =>
  db
    .select({
      postId: approvals.postId,
      post: { userId: posts.userId, authorId: posts.authorId },
      submittedBy: approvals.submittedBy,
      decidedById: approvals.decidedById,
      sentBackAt: approvals.sentBackAt,
      whenApproved: approvals.whenApproved,
      who: sql<string>`coalesce(${users.fullname}, nullif(${approvals.decidedBy}, ''), 'A reviewer')`,
      comment: sql<string>`coalesce((${db
        .select({ message: postComments.message })
        .from(postComments)
        .where(
          and(eq(postComments.postId, approvals.postId), eq(postComments.createdAt, approvals.decidedAt)),
        )
        .limit(1)}), '')`,
      message: sql<string>`coalesce(${deliveries.message}, '')`,
      publishAt: sql<Date>`min(coalesce(${deliveries.publishAt}, ${posts.publishAt}))`.mapWith(
        posts.publishAt,
      ),
      timeZone: posts.timeZone,
      on: sql<string | null>`group_concat(${deliveries.network})`,
    })
    .from(approvals)
    .innerJoin(posts, eq(posts.id, approvals.postId))
    .leftJoin(
      deliveries,
      and(eq(deliveries.postId, approvals.postId), eq(deliveries.state, 'changes_requested')),
    )
    .leftJoin(users, eq(users.id, approvals.decidedById))
    .where(and(eq(approvals.domainId, domainId), isUnmailed))
    .groupBy(approvals.postId)
    .orderBy(asc(posts.publishAt))
    .limit(MAX_POSTS)

const describeChanges = ({ who, comment, on, ...post }: Unmailed, isOnly: boolean): SentBack => ({
  post: describePost({ ...post, on: on ?? '' }),
  who,
  comment: isOnly ? comment : excerpt(comment),
})
