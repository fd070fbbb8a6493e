import { and, asc, count, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'

import type { Context, UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountInsights, accountPosts, insightReads } from '#api/db/schema/businesses/insights.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { thumbnailsOf } from '#api/media/media.ts'
import {
  type AccountInsights,
  CHANGE_DAYS,
  type CombinedPost,
  type Insights,
  type InsightsQuery,
  type InsightsSummary,
  type SummaryQuery,
  TOP_POSTS,
  type TopPost,
} from '#shared/insights.ts'
import type { Yesterday } from '#shared/overview.ts'
import {
  accountFigures,
  addFigures,
  type Day,
  ownAccounts,
  type PostSums,
  seriesWithPrevious,
  sumKnown,
  whyMissing,
} from './account-figures.ts'
import { combinedPosts, reactionsOf } from './combined-posts.ts'
import { DAY_MS, dayIn, dayOf } from './days.ts'

/** Twice the longest range, for the comparison with the previous period. */
const MAX_DAYS = 182

/** Returns the totals of the user's accounts, with the change over thirty days. */
export async function readSummary(ctx: UserContext, { domainId }: SummaryQuery): Promise<InsightsSummary> {
  const { linked, known, days, sums } = await readAccountsWithFigures(ctx, domainId, CHANGE_DAYS)
  const figures = known.map(({ id }) =>
    accountFigures(days(id), sums(id), { now: ctx.now(), count: CHANGE_DAYS }),
  )
  const readAt = known.flatMap(account => account.readAt ?? []).toSorted((a, b) => +a - +b)[0]
  return {
    connected: linked.length,
    accounts: known.length,
    unread: known.filter(({ readAt, status }) => readAt === null && status === 'connected').length,
    signedOut: linked.filter(({ status }) => status === 'needs_reconnect').length,
    readAt: readAt?.toISOString() ?? null,
    posts: addFigures(figures.map(({ posts }) => posts)),
    followers: addFigures(figures.map(({ followers }) => followers)),
    comments: addFigures(figures.map(({ comments }) => comments)),
    engagement: addFigures(figures.map(({ engagement }) => engagement)),
  }
}

/** Returns each account's daily figures, and the posts with the most reactions. */
export async function readInsights(ctx: UserContext, query: InsightsQuery): Promise<Insights> {
  const { known, days, sums } = await readAccountsWithFigures(ctx, query.domainId, query.days)
  const range = { now: ctx.now(), count: query.days }
  return {
    accounts: known.map(({ id, network, name, username, status, readAt, missing }): AccountInsights => ({
      _id: id,
      network,
      name: name || username,
      readAt: readAt?.toISOString() ?? null,
      missing: whyMissing(status, missing),
      ...accountFigures(days(id), sums(id), range),
      ...seriesWithPrevious(days(id), sums(id), range),
    })),
    topPosts: await readTopPosts(ctx, query),
  }
}

/** Returns the user's accounts whose networks provide figures, with the stored data of each. */
async function readAccountsWithFigures(ctx: UserContext, domainId: string | undefined, count: number) {
  const { db, networks } = ctx
  const linked = await db
    .select({
      id: accounts.id,
      network: accounts.network,
      name: accounts.name,
      username: accounts.username,
      status: accounts.status,
      readAt: insightReads.readAt,
      missing: insightReads.missing,
    })
    .from(accounts)
    .leftJoin(insightReads, eq(insightReads.accountId, accounts.id))
    .where(ownAccounts(ctx, domainId))
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
  const known = linked.filter(({ network }) => networks[network].insights)
  const ids = known.map(({ id }) => id)
  const [days, sums, publishedSinceRead] = await Promise.all([
    readDays(ctx, ids),
    readPostSums(ctx, ids, count),
    countPublishedSinceRead(ctx, ids),
  ])
  return {
    linked,
    known,
    days: (id: string) => days.get(id) ?? [],
    sums: (id: string) => ({
      ...(sums.get(id) ?? NO_POSTS),
      publishedSinceRead: publishedSinceRead.get(id) ?? 0,
    }),
  }
}

async function readDays({ db, now }: Context, ids: string[]): Promise<Map<string, Day[]>> {
  const rows = await db
    .select()
    .from(accountInsights)
    .where(
      and(
        inArray(accountInsights.accountId, ids),
        gte(accountInsights.day, dayOf(new Date(+now() - MAX_DAYS * DAY_MS))),
      ),
    )
    .orderBy(asc(accountInsights.day))
  return Map.groupBy(rows, ({ accountId }) => accountId)
}

const NO_POSTS: PostSums = {
  publishedSinceRead: 0,
  recent: 0,
  recentReactions: 0,
  earlierReactions: 0,
  byDay: new Map(),
}

/** Counts posts that Currawong published after the last read of their account. */
async function countPublishedSinceRead({ db }: UserContext, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ accountId: deliveries.accountId, posts: count() })
    .from(deliveries)
    .innerJoin(insightReads, eq(insightReads.accountId, deliveries.accountId))
    .where(
      and(
        inArray(deliveries.accountId, ids),
        eq(deliveries.state, 'published'),
        isNull(deliveries.removedAt),
        gt(deliveries.publishedAt, insightReads.readAt),
      ),
    )
    .groupBy(deliveries.accountId)
  return new Map(rows.flatMap(({ accountId, posts }) => (accountId ? [[accountId, posts]] : [])))
}

const REACTIONS = sql<number>`${accountPosts.likes} + ${accountPosts.comments} + ${accountPosts.shares}`

/** Returns reactions by account: of the last `count` days, and of as many days before. */
async function readPostSums(
  { db, now }: Context,
  ids: string[],
  count: number,
): Promise<Map<string, PostSums>> {
  const rows = await db
    .select({
      accountId: accountPosts.accountId,
      publishedAt: accountPosts.publishedAt,
      reactions: REACTIONS,
    })
    .from(accountPosts)
    .where(
      and(
        inArray(accountPosts.accountId, ids),
        gte(accountPosts.publishedAt, new Date(+now() - MAX_DAYS * DAY_MS)),
      ),
    )
  const sums = new Map<string, PostSums>()
  const recent = +now() - count * DAY_MS
  const earlier = recent - count * DAY_MS
  for (const { accountId, publishedAt, reactions } of rows) {
    const own = sums.get(accountId) ?? { ...NO_POSTS, byDay: new Map() }
    sums.set(accountId, own)
    const day = dayOf(publishedAt)
    own.byDay.set(day, (own.byDay.get(day) ?? 0) + reactions)
    if (+publishedAt >= recent) {
      own.recent++
      own.recentReactions += reactions
    } else if (+publishedAt >= earlier) own.earlierReactions += reactions
  }
  return sums
}

type TopQuery = {
  domainId?: string | undefined
  days: number
  /** Instants of a window, instead of the last `days`. */
  from?: string | undefined
  to?: string | undefined
  count?: number
}

/** Returns the posts with the most reactions on all their networks together. */
export async function readTopPosts(
  ctx: UserContext,
  { domainId, days, from, to, count = TOP_POSTS }: TopQuery,
): Promise<TopPost[]> {
  const posts = await combinedPosts(ctx, {
    domainId,
    from: from ? new Date(from) : new Date(+ctx.now() - days * DAY_MS),
    to: to ? new Date(to) : new Date(+ctx.now() + DAY_MS),
  })
  const best = posts
    .filter(post => (reactionsOf(post) ?? 0) > 0)
    .toSorted((a, b) => (reactionsOf(b) ?? 0) - (reactionsOf(a) ?? 0))
    .slice(0, count)
  const thumbnails = await thumbnailsOf(
    ctx,
    best.flatMap(({ postId }) => postId ?? []),
  )
  return best.map(post => ({
    ...post,
    thumbnailUrl: (post.postId && thumbnails.get(post.postId)?.thumbnailUrl) ?? null,
    ...totalsOf(post),
  }))
}

function totalsOf({ placements }: CombinedPost): Pick<TopPost, 'likes' | 'comments' | 'shares'> {
  const sum = (name: 'likes' | 'comments' | 'shares') =>
    placements.reduce((total, { reactions }) => total + (reactions?.[name] ?? 0), 0)
  return { likes: sum('likes'), comments: sum('comments'), shares: sum('shares') }
}

/** Adds up yesterday's figures of the user's accounts. Networks count by UTC days; posts are counted by days of the zone. */
export async function readYesterday(ctx: UserContext, timeZone: string): Promise<Yesterday> {
  const now = ctx.now()
  const day = dayOf(new Date(+now - DAY_MS))
  const dayBefore = dayOf(new Date(+now - 2 * DAY_MS))
  const [rows, posts] = await Promise.all([
    ctx.db
      .select({ figures: accountInsights, readAt: insightReads.readAt })
      .from(accountInsights)
      .innerJoin(accounts, eq(accounts.id, accountInsights.accountId))
      .innerJoin(insightReads, eq(insightReads.accountId, accounts.id))
      .where(and(ownAccounts(ctx, undefined), inArray(accountInsights.day, [dayBefore, day]))),
    combinedPosts(ctx, { from: new Date(+now - 3 * DAY_MS), to: now }),
  ])
  const toDay = dayIn(timeZone)
  // Subtracts from the date, because the zone's day may have 23 or 25 hours.
  const yesterday = dayOf(new Date(Date.parse(toDay(now)) - DAY_MS))
  const byAccount = [...Map.groupBy(rows, ({ figures }) => figures.accountId).values()].map(own => {
    const figuresOf = (wanted: string) => own.find(({ figures }) => figures.day === wanted)?.figures
    return { last: figuresOf(day), before: figuresOf(dayBefore), readAt: own[0]?.readAt }
  })
  const known = byAccount.filter(({ last }) => (last?.engagement ?? last?.followers ?? null) !== null)
  const [readAt] = known.flatMap(({ readAt }) => readAt?.toISOString() ?? []).toSorted()
  return {
    day,
    posts: posts.filter(({ publishedAt }) => toDay(new Date(publishedAt)) === yesterday).length,
    engagement: sumKnown(byAccount.map(({ last }) => last?.engagement)),
    followers: sumKnown(
      byAccount.map(({ last, before }) =>
        typeof last?.followers === 'number' && typeof before?.followers === 'number'
          ? last.followers - before.followers
          : null,
      ),
    ),
    readAt: readAt ?? null,
  }
}
