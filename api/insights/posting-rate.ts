import { and, eq, gte, isNotNull } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/accounts.ts'
import { accountPosts } from '#api/db/schema/insights.ts'
import { deliveries, posts } from '#api/db/schema/posts.ts'
import { type PostingRate, RATE_WEEKS, type RateQuery } from '#shared/insights.ts'
import { bestTimes } from './best-time.ts'
import { DAY_MS, dayOf } from './days.ts'
import { ownAccounts } from './own-accounts.ts'

const WEEK_MS = 7 * DAY_MS
const BEST_TIME_DAYS = 90
/** Minimum age of a post, because newer ones are still getting reactions. */
const SETTLED_MS = DAY_MS

/** Returns how often the user posts, including by other tools, and when posts did best. */
export async function readPostingRate(ctx: UserContext, query: RateQuery): Promise<PostingRate> {
  const now = +ctx.now()
  const [networkPosts, ownPosts] = await Promise.all([
    postsSince(ctx, query, new Date(now - BEST_TIME_DAYS * DAY_MS)),
    publishedSince(ctx, query, new Date(now - RATE_WEEKS * WEEK_MS)),
  ])
  const weeks = countWeeks(ctx, distinctTimes(networkPosts, ownPosts))
  const total = weeks.reduce((sum, week) => sum + week, 0)
  return {
    perWeek: total > 0 ? total / RATE_WEEKS : null,
    weeks,
    ...bestTimes(
      networkPosts
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

const postsSince = (ctx: UserContext, query: RateQuery, since: Date) =>
  ctx.db
    .select({
      network: accounts.network,
      accountId: accountPosts.accountId,
      externalId: accountPosts.externalId,
      message: accountPosts.excerpt,
      publishedAt: accountPosts.publishedAt,
      likes: accountPosts.likes,
      comments: accountPosts.comments,
      shares: accountPosts.shares,
    })
    .from(accountPosts)
    .innerJoin(accounts, eq(accounts.id, accountPosts.accountId))
    .where(and(ownAccounts(ctx, query.domainId), gte(accountPosts.publishedAt, since)))

/** Selects the posts that we published. They count before the network is read, and on networks that list no posts. */
const publishedSince = (ctx: UserContext, { domainId }: RateQuery, since: Date) =>
  ctx.db
    .select({
      network: deliveries.network,
      postId: deliveries.postId,
      externalId: deliveries.externalId,
      message: deliveries.message,
      publishedAt: deliveries.publishedAt,
    })
    .from(deliveries)
    .innerJoin(posts, eq(posts.id, deliveries.postId))
    .where(
      and(
        eq(deliveries.userId, ctx.userId),
        eq(deliveries.state, 'published'),
        isNotNull(deliveries.publishedAt),
        gte(deliveries.publishedAt, since),
        domainId ? eq(posts.domainId, domainId) : undefined,
      ),
    )

type NetworkPosts = Awaited<ReturnType<typeof postsSince>>
type OwnPosts = Awaited<ReturnType<typeof publishedSince>>

/** Returns one time per post, whatever its networks and tool. */
function distinctTimes(networkPosts: NetworkPosts, ownPosts: OwnPosts): Date[] {
  const ownKeys = new Set(
    ownPosts.flatMap(({ network, externalId, message, publishedAt }) => [
      `${network}:${externalId}`,
      textKey(message, publishedAt!),
    ]),
  )
  const times = new Map<string, Date>(ownPosts.map(({ postId, publishedAt }) => [postId, publishedAt!]))
  for (const { network, externalId, message, publishedAt } of networkPosts) {
    const id = `${network}:${externalId}`
    const key = message.trim() === '' ? id : textKey(message, publishedAt)
    if (!ownKeys.has(id) && !ownKeys.has(key)) times.set(key, publishedAt)
  }
  return [...times.values()]
}

const COMPARED_CHARACTERS = 100

/** Returns the key under which posts with the same text on the same day count as one. */
const textKey = (message: string, publishedAt: Date) =>
  `${dayOf(publishedAt)} ${[...message.trim()].slice(0, COMPARED_CHARACTERS).join('')}`

/** Counts posts per week, oldest week first. */
function countWeeks({ now }: UserContext, times: Date[]): number[] {
  const weeks = Array.from({ length: RATE_WEEKS }, () => 0)
  for (const time of times) {
    const ago = Math.floor((+now() - +time) / WEEK_MS)
    if (ago >= 0 && ago < RATE_WEEKS) weeks[RATE_WEEKS - 1 - ago]! += 1
  }
  return weeks
}
