import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { accountPosts } from '#api/db/schema/businesses/insights.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { containsText } from '#api/db/search.ts'
import type { Post, PostQuery } from '#shared/posts/posts.ts'
import { isLabelled, spellingsOf } from './labels/labels.ts'
import { readPosts } from './posts.ts'

const reactions = sql`sum(coalesce(${accountPosts.likes} + ${accountPosts.comments} + ${accountPosts.shares}, 0))`

type RankedPage = { posts: Post[]; nextCursor: null; total: number }

/** Returns a page of the published posts, those with the most reactions on all their networks together first. */
export async function publishedByReactions(ctx: UserContext, query: PostQuery): Promise<RankedPage> {
  const { domainId, from, to, network, search, label, limit, page = 1 } = query
  const rows = await ctx.db
    .select({ postId: deliveries.postId, total: sql<number>`count(*) over ()` })
    .from(deliveries)
    .leftJoin(
      accountPosts,
      and(
        eq(accountPosts.accountId, deliveries.accountId),
        eq(accountPosts.externalId, deliveries.externalId),
      ),
    )
    .where(
      and(
        isAllowedIn(ctx, deliveries.domainId),
        eq(deliveries.state, 'published'),
        domainId ? eq(deliveries.domainId, domainId) : undefined,
        from ? gte(deliveries.publishAt, new Date(from)) : undefined,
        to ? lte(deliveries.publishAt, new Date(to)) : undefined,
        network ? eq(deliveries.network, network) : undefined,
        search ? containsText([deliveries.searchText, deliveries.message], search) : undefined,
        label ? isLabelled(deliveries.postId, await spellingsOf(ctx, label, { domainId })) : undefined,
      ),
    )
    .groupBy(deliveries.postId)
    .orderBy(desc(reactions), desc(sql`max(${deliveries.publishAt})`), desc(deliveries.postId))
    .limit(limit)
    .offset((page - 1) * limit)
  return {
    posts: await readPosts(
      ctx,
      rows.map(({ postId }) => postId),
    ),
    nextCursor: null,
    total: rows[0]?.total ?? 0,
  }
}
