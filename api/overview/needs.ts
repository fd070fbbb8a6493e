import { and, asc, count, desc, eq, or, sql } from 'drizzle-orm'

import { isChosenApprover } from '#api/approvals/approvers.ts'
import { isAllowedIn, rolesOf } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { reports } from '#api/db/schema/businesses/reports.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { listPosts } from '#api/posts/lists.ts'
import { readPosts } from '#api/posts/posts.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import {
  type LostAccount,
  type Overview,
  OVERVIEW_POSTS,
  WAITS_FOR_OTHERS,
  type WaitingReport,
} from '#shared/overview.ts'
import { type Delivery, isChangeableByAuthor, type Post, POST_TABS } from '#shared/posts/posts.ts'

/** Posts beyond it are neither shown nor counted. */
const MAX_READ_POSTS = 100
const MAX_REPORTS = 3
const attentionStates: readonly string[] = POST_TABS.attention

const needsAuthor = ({ state, reasonCode }: Delivery) =>
  attentionStates.includes(state) && !WAITS_FOR_OTHERS.includes(reasonCode)

/** Returns the first posts that the user's role allows them to fix, and the number of further ones. */
export async function postsInNeed(ctx: UserContext): Promise<{ attention: Post[]; moreAttention: number }> {
  const [{ posts }, roles] = await Promise.all([
    listPosts(ctx, { tab: 'attention', limit: MAX_READ_POSTS }),
    rolesOf(ctx),
  ])
  const mayFix = ({ domainId, isOwn, deliveries: all }: Post) => {
    const role = roles.get(domainId)
    if (!role) return false
    return isAllowed(role, 'publish') || (isAllowed(role, 'write') && isOwn && isChangeableByAuthor(all))
  }
  const inAttention = posts.filter(post => mayFix(post) && post.deliveries.some(needsAuthor))
  return {
    attention: inAttention.slice(0, OVERVIEW_POSTS),
    moreAttention: Math.max(0, inAttention.length - OVERVIEW_POSTS),
  }
}

type Reviews = Pick<Overview, 'reviews' | 'moreReviews' | 'waiting'>

/**
 * Returns the user's soonest review tasks, at most `OVERVIEW_POSTS`. Each business in which posts wait for the user's approval
 * has one task: its first waiting post, and the number of them. Each post that somebody sent back to the user is a task of its
 * own. `moreReviews` counts the other tasks.
 */
export async function postsToReview(ctx: UserContext): Promise<Reviews> {
  const isApprover = isChosenApprover(ctx.userId, approvals.domainId)
  const soonest = sql`min(${deliveries.publishAt})`
  const rows = await ctx.db
    .select({
      // SQLite reads this column of a group from the row with the minimum.
      postId: approvals.postId,
      soonest,
      posts: sql<number>`count(distinct ${approvals.postId})`,
      total: sql<number>`count(*) over ()`,
    })
    .from(approvals)
    .innerJoin(
      deliveries,
      and(eq(deliveries.postId, approvals.postId), eq(deliveries.state, approvals.state)),
    )
    .where(
      or(
        and(eq(approvals.state, 'in_review'), isAllowedIn(ctx, approvals.domainId, 'approve'), isApprover),
        and(
          eq(approvals.state, 'changes_requested'),
          isAllowedIn(ctx, approvals.domainId, 'write'),
          eq(approvals.submittedBy, ctx.userId),
        ),
      ),
    )
    .groupBy(sql`iif(${approvals.state} = 'in_review', ${approvals.domainId}, ${approvals.postId})`)
    .orderBy(asc(soonest))
    .limit(OVERVIEW_POSTS)
  return {
    reviews: await readPosts(
      ctx,
      rows.map(({ postId }) => postId),
    ),
    moreReviews: Math.max(0, (rows[0]?.total ?? 0) - rows.length),
    waiting: Object.fromEntries(rows.map(({ postId, posts }) => [postId, posts])),
  }
}

/** Returns the accounts that the user may connect again: those that are signed out, and disconnected ones that posts wait for. */
export const lostAccounts = async (ctx: UserContext): Promise<LostAccount[]> =>
  (await Promise.all([signedOutAccounts(ctx), disconnectedAccounts(ctx)])).flat()

/** Groups the posts that wait for a disconnected account, because connecting it once releases all of them. */
async function disconnectedAccounts(ctx: UserContext): Promise<LostAccount[]> {
  const { domainId, network } = deliveries
  const rows = await ctx.db
    .select({ domainId, network, name: sql<string>`max(${deliveries.meantForName})`, held: count() })
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
  return rows.map(row => ({ ...row, _id: `${row.domainId} ${row.network}`, cause: 'disconnected' }))
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
export const waitingReports = (ctx: UserContext): Promise<WaitingReport[]> =>
  ctx.db
    .select({ _id: reports.id, domainId: reports.domainId, month: reports.month })
    .from(reports)
    .where(and(isAllowedIn(ctx, reports.domainId, 'configure'), eq(reports.state, 'draft')))
    .orderBy(desc(reports.month))
    .limit(MAX_REPORTS)
