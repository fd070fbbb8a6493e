import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { approvals, postComments } from '#api/db/schema/posts/approvals.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { listApprovers } from '#api/deliveries/approval/conditions.ts'
import { approvalsMail, type SentBack, sentBackMail } from '#api/mail/approval-mails.ts'
import { linkTo, mailNotices, notify } from '#api/notifications/notifications.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { networkNames } from '#shared/format-list.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { timeLabel } from '#shared/reports/render/labels.ts'
import { postExcerpt, quoted } from '#shared/text/graphemes.ts'
import { decisionRecipients } from './decision-notices.ts'
import { isOpenRemark } from './discuss.ts'

/** Posts that are sent for approval within this time share one digest. */
export const COLLECTING_MS = 5 * MINUTE_MS
/** Minimum time between two digests of a business for its approvers, unless a post is due soon. */
export const DIGEST_GAP_MS = 60 * MINUTE_MS
/** Time before a post is due from which its approvers are notified at once. */
const URGENT_MS = 60 * MINUTE_MS
/** Time after the last post of a business was sent back until its authors are mailed. */
export const QUIET_MS = 2 * MINUTE_MS
/** Maximum time after the first post was sent back, if others follow. */
export const MAX_WAIT_MS = 10 * MINUTE_MS
const SENT_BACK = '/dashboard/view-post?tab=attention&state=changes_requested'
/** Maximum number of posts that a mail lists. It only counts the others. */
const MAX_LISTED = 10
const MAX_BUSINESSES = 100
const MAX_POSTS = 500

/** Repeats the condition of the index `approvals_unnotified` literally, so that SQLite uses it. */
const isUnnotified = and(sql`${approvals.state} = 'in_review'`, isNull(approvals.notifiedAt))
/** Repeats the condition of the index `approvals_sent_back` literally, so that SQLite uses it. */
const isUnmailed = isNotNull(approvals.unmailedSince)

/**
 * Notifies approvers of waiting posts, and mails authors what to change in posts that were sent back. One mail covers all posts of
 * a business that became so shortly after one another. Each post is marked in the same transaction, so nobody is notified twice,
 * even if several processes run this.
 */
export async function sendDigests(ctx: Context): Promise<void> {
  await notifyApprovers(ctx)
  await mailAuthors(ctx)
}

export async function notifyApprovers(ctx: Context): Promise<void> {
  const now = +ctx.now()
  const lastAt = sql`coalesce((select max(earlier.notified_at) from approvals as earlier
    where earlier.domain_id = ${approvals.domainId} and earlier.notified_at is not null), 0)`
  const firstAt = sql`min(${approvals.submittedAt})`
  const due = await ctx.db
    .select({ domainId: approvals.domainId })
    .from(approvals)
    .innerJoin(deliveries, isListedAs('in_review'))
    .where(isUnnotified)
    .groupBy(approvals.domainId)
    .having(
      sql`min(${deliveries.publishAt}) <= ${now + URGENT_MS}
        or (${firstAt} <= ${now - COLLECTING_MS} and ${lastAt} <= ${now - DIGEST_GAP_MS})`,
    )
    .orderBy(asc(firstAt))
    .limit(MAX_BUSINESSES)
  for (const { domainId } of due) await write(ctx, ctx => notifyApproversOf(ctx, domainId))
}

async function notifyApproversOf(ctx: Inside<Context>, domainId: string): Promise<void> {
  const isOfDomain = and(eq(approvals.domainId, domainId), isUnnotified)
  const waiting = await readListed(ctx, 'in_review').where(isOfDomain).limit(MAX_POSTS)
  if (waiting.length === 0) return
  const notices = (await listApprovers(ctx, domainId)).flatMap(userId => {
    // Excludes the person who sent the post for approval.
    const theirs = waiting.filter(({ submittedBy }) => submittedBy !== userId)
    if (theirs.length === 0) return []
    const id = `approvals:${domainId}:${+ctx.now()}:${userId}`
    const looks = { type: 'social', tone: 'primary' } as const
    return { id, userId, domainId, ...looks, ...describe(theirs), posts: theirs }
  })
  await notify(ctx, notices)
  await mailNotices(ctx, notices, (parts, { title, posts: theirs }) =>
    approvalsMail({ ...parts, title, ...listed(theirs.map(describePost)) }),
  )
  const ids = waiting.map(({ postId }) => postId)
  await ctx.db.update(approvals).set({ notifiedAt: ctx.now() }).where(inArray(approvals.postId, ids))
}

export async function mailAuthors(ctx: Context): Promise<void> {
  const now = +ctx.now()
  const due = await ctx.db
    .select({ domainId: approvals.domainId })
    .from(approvals)
    .where(isUnmailed)
    .groupBy(approvals.domainId)
    .having(
      sql`max(${approvals.unmailedSince}) <= ${now - QUIET_MS} or min(${approvals.unmailedSince}) <= ${now - MAX_WAIT_MS}`,
    )
    .orderBy(asc(sql`min(${approvals.unmailedSince})`))
    .limit(MAX_BUSINESSES)
  for (const { domainId } of due) await write(ctx, ctx => mailAuthorsOf(ctx, domainId))
}

async function mailAuthorsOf(ctx: Inside<Context>, domainId: string): Promise<void> {
  const isOfDomain = and(eq(approvals.domainId, domainId), isUnmailed)
  const sentBack = await readListed(ctx, 'changes_requested').where(isOfDomain)
  const comments = await readSentBackComments(ctx, sentBack)
  const byAuthor = new Map<string, Listed[]>()
  for (const row of sentBack)
    for (const userId of decisionRecipients(row).filter(id => id !== row.decidedById))
      byAuthor.set(userId, [...(byAuthor.get(userId) ?? []), row])
  const notices = [...byAuthor].map(([userId, theirs]) => {
    const [first] = theirs
    const link = theirs.length === 1 && first ? linkTo(first) : SENT_BACK
    return { id: `sent-back:${domainId}:${+ctx.now()}:${userId}`, userId, domainId, link, theirs }
  })
  await mailNotices(ctx, notices, (parts, { theirs }) =>
    sentBackMail({
      ...parts,
      ...listed(
        theirs.map((row): SentBack => {
          const comment = comments.get(row.postId) ?? ''
          const who = row.decider || row.decidedBy || 'A reviewer'
          return {
            post: describePost(row),
            who,
            comment: theirs.length === 1 ? comment : postExcerpt(comment),
          }
        }),
      ),
    }),
  )
  // Also marks posts that were cancelled or sent for approval again, about which there is nothing to say.
  await ctx.db.update(approvals).set({ unmailedSince: null }).where(isOfDomain)
}

/** Returns the comment with which each of these posts was sent back, and the open remarks on it. */
async function readSentBackComments({ db }: Inside<Context>, sentBack: readonly Listed[]) {
  const postIds = sentBack.map(({ postId }) => postId)
  const rows = await db
    .select({ postId: postComments.postId, message: postComments.message })
    .from(postComments)
    .innerJoin(approvals, eq(approvals.postId, postComments.postId))
    .where(
      and(
        inArray(postComments.postId, postIds),
        or(eq(postComments.createdAt, approvals.decidedAt), isOpenRemark),
      ),
    )
    .orderBy(desc(eq(postComments.createdAt, approvals.decidedAt)), asc(postComments.createdAt))
  const byPost = Map.groupBy(rows, ({ postId }) => postId)
  return new Map(
    [...byPost].map(([postId, found]) => [postId, found.map(({ message }) => message).join('\n')]),
  )
}

const isListedAs = (state: 'in_review' | 'changes_requested') =>
  and(eq(deliveries.postId, approvals.postId), eq(deliveries.state, state))

type Listed = Awaited<ReturnType<typeof readListed>>[number]

/** Reads posts with deliveries in this state, soonest first. */
const readListed = ({ db }: Inside<Context>, state: 'in_review' | 'changes_requested') =>
  db
    .select({
      postId: approvals.postId,
      post: { userId: posts.userId, authorId: posts.authorId },
      submittedBy: approvals.submittedBy,
      decidedById: approvals.decidedById,
      decidedBy: approvals.decidedBy,
      decider: users.fullname,
      whenApproved: approvals.whenApproved,
      message: deliveries.message,
      publishAt: sql<Date>`min(${deliveries.publishAt})`.mapWith(deliveries.publishAt),
      timeZone: posts.timeZone,
      on: sql<string>`group_concat(${deliveries.network})`,
    })
    .from(approvals)
    .innerJoin(deliveries, isListedAs(state))
    .innerJoin(posts, eq(posts.id, approvals.postId))
    .leftJoin(users, eq(users.id, approvals.decidedById))
    .groupBy(approvals.postId)
    .orderBy(asc(sql`min(${deliveries.publishAt})`))
    .$dynamic()

const listed = <Item>(items: Item[]) => ({
  posts: items.slice(0, MAX_LISTED),
  more: Math.max(0, items.length - MAX_LISTED),
})

function describe(waiting: readonly Listed[]) {
  const [first] = waiting
  if (!first) throw new Error('A digest has at least one post')
  const text = postExcerpt(first.message)
  if (waiting.length === 1)
    return { title: 'A post is waiting for your approval', message: quoted(text), link: linkTo(first) }
  const others = waiting.length - 1
  return {
    title: `${waiting.length} posts wait for your approval`,
    message: `${quoted(text)} and ${plural(others, 'other')}`,
    link: '/dashboard',
  }
}

/** Returns '“Open late” for Facebook and Instagram, Mon 30 Nov, 9:30 pm'. */
function describePost({ message, on, publishAt, timeZone, whenApproved }: Listed): string {
  const ids = NETWORK_IDS.filter(id => on.split(',').includes(id))
  const when = whenApproved ? 'as soon as it is approved' : timeLabel(publishAt.toISOString(), timeZone)
  return `${quoted(postExcerpt(message))} for ${networkNames(ids)}, ${when}`
}
