import { and, eq, gte } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountPosts } from '#api/db/schema/businesses/insights.ts'
import { type PostingRate, RATE_WEEKS, type RateQuery } from '#shared/insights.ts'
import { bestTimes } from './best-time.ts'
import { combinedPosts } from './combined-posts.ts'
import { DAY_MS } from './days.ts'
import { ownAccounts } from './own-accounts.ts'

const WEEK_MS = 7 * DAY_MS
const BEST_TIME_DAYS = 90
/** Minimum age of a post, because newer ones are still getting reactions. */
const SETTLED_MS = DAY_MS

/** Returns how often the user posts, with other tools too, and when posts did best. */
export async function readPostingRate(ctx: UserContext, query: RateQuery): Promise<PostingRate> {
  const now = +ctx.now()
  const [settled, recent] = await Promise.all([
    settledPosts(ctx, query, new Date(now - BEST_TIME_DAYS * DAY_MS)),
    combinedPosts(ctx, {
      domainId: query.domainId,
      from: new Date(now - RATE_WEEKS * WEEK_MS),
      to: new Date(now + DAY_MS),
    }),
  ])
  const weeks = countWeeks(
    ctx,
    recent.map(({ publishedAt }) => new Date(publishedAt)),
  )
  const total = weeks.reduce((sum, week) => sum + week, 0)
  return {
    perWeek: total > 0 ? total / RATE_WEEKS : null,
    weeks,
    ...bestTimes(
      settled
        .filter(({ publishedAt }) => +publishedAt <= now - SETTLED_MS)
        .map(({ accountId, publishedAt, likes, comments, shares }) => ({
          accountId,
          publishedAt,
          reactions: likes + comments + shares,
        })),
      query.timeZone,
    ),
  }
}

const settledPosts = (ctx: UserContext, query: RateQuery, since: Date) =>
  ctx.db
    .select({
      accountId: accountPosts.accountId,
      publishedAt: accountPosts.publishedAt,
      likes: accountPosts.likes,
      comments: accountPosts.comments,
      shares: accountPosts.shares,
    })
    .from(accountPosts)
    .innerJoin(accounts, eq(accounts.id, accountPosts.accountId))
    .where(and(ownAccounts(ctx, query.domainId), gte(accountPosts.publishedAt, since)))

/** Counts posts per week, oldest week first. */
function countWeeks({ now }: UserContext, times: Date[]): number[] {
  const weeksAgo = times.map(time => Math.floor((+now() - +time) / WEEK_MS))
  return Array.from(
    { length: RATE_WEEKS },
    (_, week) => weeksAgo.filter(ago => ago === RATE_WEEKS - 1 - week).length,
  )
}
