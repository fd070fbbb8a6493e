import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { readSummary } from '#api/insights/insights.ts'
import { readTopPosts } from '#api/insights/top-posts.ts'
import { readYesterday } from '#api/insights/yesterday.ts'
import { listPosts } from '#api/posts/lists.ts'
import { BEST_POST_DAYS, type Overview, OVERVIEW_POSTS } from '#shared/overview.ts'
import type { TimeZoneQuery } from '#shared/time-zone.ts'
import { postsInNeed, postsToReview, lostAccounts, waitingReports } from './needs.ts'
import { readWeek } from './week.ts'

/** Returns the contents of the overview screen, for all businesses of the user. */
export async function readOverview(ctx: UserContext, { timeZone }: TimeZoneQuery): Promise<Overview> {
  const from = ctx.now().toISOString()
  const [accounts, needs, reviews, reports, next, week, [best], yesterday, figures, hasPosts] =
    await Promise.all([
      lostAccounts(ctx),
      postsInNeed(ctx),
      postsToReview(ctx),
      waitingReports(ctx),
      listPosts(ctx, { tab: 'scheduled', from, limit: OVERVIEW_POSTS }),
      readWeek(ctx, timeZone),
      readTopPosts(ctx, { days: BEST_POST_DAYS, count: 1 }),
      readYesterday(ctx, timeZone),
      readSummary(ctx, {}),
      ctx.db.select({ id: posts.id }).from(posts).where(isAllowedIn(ctx, posts.domainId)).limit(1),
    ])
  return {
    accounts,
    ...needs,
    ...reviews,
    reports,
    next: next.posts,
    week,
    best: best ?? null,
    yesterday,
    figures,
    hasPosts: hasPosts.length > 0,
  }
}
