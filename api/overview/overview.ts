import { and, asc, count, desc, eq, isNotNull, isNull, lt, max, min, ne, or, type SQL } from 'drizzle-orm'

import { isAllowedIn, requireMembership, rolesOf } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { inboxItems } from '#api/db/schema/businesses/inbox.ts'
import { reports } from '#api/db/schema/businesses/reports.ts'
import { approvals, postComments } from '#api/db/schema/posts/approvals.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import { isChosenApprover } from '#api/deliveries/approval/conditions.ts'
import { weekOf } from '#api/insights/days.ts'
import { readSummary, readTopPosts, readYesterday } from '#api/insights/insights.ts'
import { lastPeriod } from '#api/insights/period.ts'
import { listPosts } from '#api/posts/lists.ts'
import { readPosts } from '#api/posts/read-posts.ts'
import { readAllSlots } from '#api/posts/slots/slots.ts'
import { overdueReports } from '#api/reports/mailing.ts'
import { submitterOf } from '#api/reviews/decision-notices.ts'
import { DAY_MS } from '#shared/durations.ts'
import {
  BEST_POST_DAYS,
  type LostAccount,
  type Overview,
  OVERVIEW_POSTS,
  type OverviewQuery,
  type UnansweredMessages,
  STARTING_DAYS,
  type WaitingReport,
  type WeekDay,
} from '#shared/overview.ts'
import { mayChange } from '#shared/posts/changes.ts'
import { needsAuthor } from '#shared/posts/needs.ts'
import type { Post } from '#shared/posts/posts.ts'
import { plannedPosts } from './weeks.ts'

/**
 * Returns the contents of the overview screen, for one or all businesses of the user.
 * @throws {DomainError} `not_found` if the user isn't a member of the business
 */
export async function readOverview(
  caller: UserContext,
  { timeZone, domainId }: OverviewQuery,
): Promise<Overview> {
  if (domainId) await requireMembership(caller, domainId)
  const ctx = { ...caller, onlyDomainId: domainId }
  const from = ctx.now().toISOString()
  const [
    signedOut,
    disconnected,
    needs,
    reviews,
    remarked,
    unanswered,
    reports,
    overdue,
    next,
    week,
    [best],
    yesterday,
    figures,
    hasPosts,
    isEstablished,
  ] = await Promise.all([
    signedOutAccounts(ctx),
    disconnectedAccounts(ctx),
    postsInNeed(ctx),
    postsToReview(ctx),
    remarkedPosts(ctx),
    unansweredMessages(ctx),
    waitingReports(ctx),
    overdueReports(ctx),
    listPosts(ctx, { tab: 'scheduled', from, domainId, limit: OVERVIEW_POSTS }),
    readWeek(ctx, timeZone),
    readTopPosts(ctx, { ...lastPeriod(ctx.now(), BEST_POST_DAYS).posts, count: 1 }),
    readYesterday(ctx, timeZone),
    readSummary(ctx, {}),
    existsPost(ctx),
    existsPost(ctx, lt(posts.createdAt, new Date(+ctx.now() - STARTING_DAYS * DAY_MS))),
  ])
  return {
    accounts: [...signedOut, ...disconnected],
    ...needs,
    ...reviews,
    remarked,
    unanswered,
    reports,
    overdueReports: overdue,
    next: next.posts,
    week,
    best: best ?? null,
    yesterday,
    figures,
    hasPosts,
    isStarting: !isEstablished,
  }
}

async function existsPost(ctx: UserContext, condition?: SQL): Promise<boolean> {
  const where = and(isAllowedIn(ctx, posts.domainId), condition)
  return (await ctx.db.select({ id: posts.id }).from(posts).where(where).limit(1)).length > 0
}

/** Maximum number of posts that are read. Further posts are neither shown nor counted. */
const MAX_READ_POSTS = 100
const MAX_REPORTS = 100

/** Returns the first posts that the user's role allows them to fix, and the number of further ones. */
async function postsInNeed(ctx: UserContext): Promise<{ attention: Post[]; moreAttention: number }> {
  const [{ posts }, mayFix] = await Promise.all([
    listPosts(ctx, { tab: 'attention', domainId: ctx.onlyDomainId, limit: MAX_READ_POSTS }),
    fixable(ctx),
  ])
  const inAttention = posts.filter(post => mayFix(post) && post.deliveries.some(needsAuthor))
  return {
    attention: inAttention.slice(0, OVERVIEW_POSTS),
    moreAttention: Math.max(0, inAttention.length - OVERVIEW_POSTS),
  }
}

/** Returns the function that says whether the user may change a post. */
async function fixable(ctx: UserContext): Promise<(post: Post) => boolean> {
  const roles = await rolesOf(ctx)
  return post => {
    const role = roles.get(post.domainId)
    return role !== undefined && mayChange(role, post)
  }
}

type Reviews = Pick<Overview, 'reviews' | 'moreReviews' | 'waiting'>

/**
 * Returns the user's soonest review tasks, at most `OVERVIEW_POSTS`. Each business in which posts wait for the user's approval
 * has one task: its first waiting post, and the number of them. Each post that somebody sent back to the user is a task of its
 * own. `moreReviews` counts the other tasks.
 */
async function postsToReview(ctx: UserContext): Promise<Reviews> {
  const { postId, domainId, state, submittedBy } = approvals
  const { userId, authorId } = posts
  const found = await ctx.db
    .selectDistinct({
      postId,
      domainId,
      state,
      submittedBy,
      post: { userId, authorId },
      at: deliveries.publishAt,
    })
    .from(approvals)
    .innerJoin(posts, eq(posts.id, postId))
    .innerJoin(
      deliveries,
      and(eq(deliveries.postId, approvals.postId), eq(deliveries.state, approvals.state)),
    )
    .where(
      or(
        and(
          eq(state, 'in_review'),
          isAllowedIn(ctx, domainId, 'approve'),
          isChosenApprover(ctx.userId, domainId),
        ),
        and(eq(state, 'changes_requested'), isAllowedIn(ctx, domainId, 'write')),
      ),
    )
    .orderBy(asc(deliveries.publishAt))
  const rows = found.filter(row => row.state === 'in_review' || submitterOf(row) === ctx.userId)
  const tasks = [
    ...Map.groupBy(rows, row => (row.state === 'in_review' ? row.domainId : row.postId)).values(),
  ]
  const shown = tasks.slice(0, OVERVIEW_POSTS).map(ofTask => ({
    postId: ofTask[0]?.postId ?? '',
    posts: new Set(ofTask.map(row => row.postId)).size,
  }))
  const postIds = shown.map(task => task.postId)
  return {
    reviews: await readPosts(ctx, postIds),
    moreReviews: tasks.length - shown.length,
    waiting: Object.fromEntries(shown.map(task => [task.postId, task.posts])),
  }
}

async function remarkedPosts(ctx: UserContext): Promise<Overview['remarked']> {
  const { postId, userId, createdAt } = postComments
  const rows = await ctx.db
    .select({ postId, open: count() })
    .from(postComments)
    .innerJoin(posts, eq(posts.id, postId))
    .where(
      and(
        // Repeats the condition of the index `post_comments_open`.
        isNotNull(postComments.anchor),
        isNull(postComments.resolvedAt),
        or(isNull(userId), ne(userId, ctx.userId)),
        isAllowedIn(ctx, posts.domainId, 'write'),
      ),
    )
    .groupBy(postId)
    .orderBy(asc(min(createdAt)))
    .limit(MAX_READ_POSTS)
  const open = new Map(rows.map(row => [row.postId, row.open]))
  const [found, mayFix] = await Promise.all([readPosts(ctx, [...open.keys()]), fixable(ctx)])
  return found
    .filter(mayFix)
    .slice(0, OVERVIEW_POSTS)
    .map(post => ({ post, open: open.get(post._id) ?? 0 }))
}

const unansweredMessages = (ctx: UserContext): Promise<UnansweredMessages[]> =>
  ctx.db
    .select({ domainId: inboxItems.domainId, count: count() })
    .from(inboxItems)
    .where(and(isAllowedIn(ctx, inboxItems.domainId, 'publish'), eq(inboxItems.state, 'open')))
    .groupBy(inboxItems.domainId)

/** Groups the posts that wait for a disconnected account, because connecting it once releases all of them. */
async function disconnectedAccounts(ctx: UserContext): Promise<LostAccount[]> {
  const { domainId, network } = deliveries
  const rows = await ctx.db
    .select({ domainId, network, name: max(deliveries.meantForName), held: count() })
    .from(deliveries)
    .where(
      and(
        isAllowedIn(ctx, domainId, 'connect'),
        eq(deliveries.state, 'held'),
        eq(deliveries.reasonCode, 'disconnected'),
      ),
    )
    .groupBy(domainId, network)
    .orderBy(asc(domainId), asc(network))
  return rows.map(row => ({
    ...row,
    name: row.name ?? '',
    _id: `${row.domainId} ${row.network}`,
    cause: 'disconnected',
  }))
}

const signedOutAccounts = (ctx: UserContext): Promise<LostAccount[]> =>
  ctx.db
    .select({
      _id: accounts.id,
      domainId: accounts.domainId,
      network: accounts.network,
      name: accounts.name,
      cause: accounts.reconnectCause,
      held: count(deliveries.id),
    })
    .from(accounts)
    .leftJoin(
      deliveries,
      and(
        eq(deliveries.accountId, accounts.id),
        eq(deliveries.state, 'held'),
        eq(deliveries.reasonCode, 'needs_reconnect'),
      ),
    )
    .where(and(isAllowedIn(ctx, accounts.domainId, 'connect'), eq(accounts.status, 'needs_reconnect')))
    .groupBy(accounts.id)
    .orderBy(asc(accounts.createdAt))

/** Returns the reports that are prepared but not released, newest first. */
const waitingReports = (ctx: UserContext): Promise<WaitingReport[]> =>
  ctx.db
    .select({ _id: reports.id, domainId: reports.domainId, month: reports.month })
    .from(reports)
    .where(and(isAllowedIn(ctx, reports.domainId, 'configure'), eq(reports.state, 'draft')))
    .orderBy(desc(reports.month))
    .limit(MAX_REPORTS)

/**
 * Counts this week's posts by day and state, and each day's weekly posting times. `slots` counts all of them, `free` those that
 * are still ahead and free.
 */
async function readWeek(ctx: UserContext, timeZone: string): Promise<WeekDay[]> {
  const days = weekOf(ctx.now(), timeZone)
  const [posts, { weekly, freeDays }] = await Promise.all([
    plannedPosts(ctx, domainId => isAllowedIn(ctx, domainId), timeZone),
    readAllSlots(ctx, { to: new Date(+ctx.now() + SLOTS_AHEAD_MS), timeZone }),
  ])
  const byDay = Map.groupBy(posts, ({ day }) => day)
  return days.map((day, index) => {
    const ofDay = byDay.get(day) ?? []
    const attention = ofDay.filter(({ needsAttention }) => needsAttention)
    const scheduled = ofDay.filter(({ needsAttention, isPublished }) => !needsAttention && !isPublished)
    return {
      day,
      attention: attention.length,
      scheduled: scheduled.length,
      published: ofDay.length - attention.length - scheduled.length,
      slots: weekly.length > 0 ? weekly.filter(({ weekday }) => weekday === index + 1).length : null,
      free: freeDays.filter(each => each === day).length,
    }
  })
}

/** Until the end of the week in every zone. */
const SLOTS_AHEAD_MS = 8 * DAY_MS
