import { and, asc, count, countDistinct, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm'

import { isLinkedAccount, isOwnAccount } from '#api/accounts/own-accounts.ts'
import type { OwnerContext, UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountInsights, accountPosts, insightReads } from '#api/db/schema/businesses/insights.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { thumbnailsOf } from '#api/media/media.ts'
import { dayIn } from '#api/runtime/wall-clock.ts'
import { DAY_MS } from '#shared/durations.ts'
import {
  type AccountInsights,
  CHANGE_DAYS,
  type Figure,
  type Insights,
  type InsightsQuery,
  type InsightsSummary,
  type PostFigure,
  postFigure,
  type SummaryQuery,
  sumKnown,
  TOP_POSTS,
  type TopPost,
} from '#shared/insights.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import type { Yesterday } from '#shared/overview.ts'
import {
  accountFigures,
  addFigures,
  type Day,
  type PostSums,
  seriesWithPrevious,
  whyMissing,
} from './account-figures.ts'
import { combinedPosts } from './combined-posts.ts'
import { readConversation } from './conversation.ts'
import { addDays, dayOf } from './days.ts'
import { chosenPeriod, comparedDays, lastPeriod, type Period } from './period.ts'
import { readPresences } from './presence.ts'

/** SQL condition: networks don't count stories among an account's posts. */
const isNoStory = sql`coalesce(${deliveries.extras} ->> 'kind', '') <> 'story'`

/** Days to read before the compared ones, which show when an account began. */
const EARLIER_DAYS = 30

/** Returns the totals of the user's accounts, with the change over thirty days. */
export async function readSummary(ctx: UserContext, { domainId }: SummaryQuery): Promise<InsightsSummary> {
  const period = lastPeriod(ctx.now(), CHANGE_DAYS)
  const { linked, known, days, sums } = await readAccountsWithFigures(ctx, domainId, period)
  const figures = known.map(({ id }) => accountFigures(days(id), sums(id), period))
  const readAt = known.flatMap(account => account.readAt ?? []).toSorted((a, b) => +a - +b)[0]
  return {
    connected: linked.length,
    accounts: known.length,
    unread: known.filter(({ readAt, status }) => readAt === null && status === 'connected').length,
    signedOut: linked.filter(({ status }) => status === 'needs_reconnect').length,
    readAt: readAt?.toISOString() ?? null,
    posts: await countPostsOnce(ctx, { domainId, period, figures: figures.map(({ posts }) => posts) }),
    followers: addFigures(figures.map(({ followers }) => followers)),
    comments: addFigures(figures.map(({ comments }) => comments)),
    engagement: addFigures(figures.map(({ engagement }) => engagement)),
  }
}

type Counted = { domainId: string | undefined; period: Period; figures: Figure[] }

/** Adds the posts of all accounts. One of ours counts once, even if it is on several networks, or on one without figures. */
async function countPostsOnce(ctx: OwnerContext, { domainId, period, figures }: Counted): Promise<Figure> {
  const { db, networks } = ctx
  const sum = addFigures(figures)
  const counted = NETWORK_IDS.filter(id => networks[id].insights)
  const isCounted = inArray(deliveries.network, counted)
  const isRecent = gte(deliveries.publishedAt, period.posts.from)
  const [own] = await db
    .select({
      counted: sql<number>`count(case when ${isCounted} then 1 end)`,
      posts: countDistinct(deliveries.postId),
      recentlyCounted: sql<number>`count(case when ${isCounted} and ${isRecent} then 1 end)`,
      recentPosts: sql<number>`count(distinct case when ${isRecent} then ${deliveries.postId} end)`,
    })
    .from(deliveries)
    .where(
      and(
        inArray(
          deliveries.accountId,
          db.select({ id: accounts.id }).from(accounts).where(isLinkedAccount(ctx, domainId)),
        ),
        eq(deliveries.state, 'published'),
        isNull(deliveries.removedAt),
        isNoStory,
      ),
    )
  if (sum.value === null || !own) return sum
  // A network's count may already exclude a post that was deleted there.
  const min = Math.max(...figures.map(({ value }) => value ?? 0))
  return {
    ...sum,
    value: Math.max(min, sum.value - own.counted + own.posts),
    change: sum.change && Math.max(0, sum.change - own.recentlyCounted + own.recentPosts),
  }
}

/** Returns each account's daily figures, and the best posts by a figure. */
export async function readInsights(ctx: UserContext, query: InsightsQuery): Promise<Insights> {
  const { domainId, days: count, from, to, timeZone, best } = query
  const period = from && to ? chosenPeriod(ctx.now(), { from, to, timeZone }) : lastPeriod(ctx.now(), count)
  const { linked, known, days, sums } = await readAccountsWithFigures(ctx, domainId, period)
  return {
    accounts: known.map(({ id, network, name, username, status, readAt, missing }): AccountInsights => ({
      _id: id,
      network,
      name: name || username,
      readAt: readAt?.toISOString() ?? null,
      missing: whyMissing(status, missing),
      ...accountFigures(days(id), sums(id), period),
      ...seriesWithPrevious(days(id), sums(id), period),
    })),
    presence: await readPresences(ctx, linked, period),
    topPosts: await readTopPosts(ctx, { domainId, best, ...period.posts }),
    compared: comparedDays(period),
    conversation: await readConversation(ctx, { domainId, period }),
  }
}

/** Returns the user's accounts whose networks provide figures, with the stored data of each. */
export async function readAccountsWithFigures(
  ctx: OwnerContext,
  domainId: string | undefined,
  period: Period,
) {
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
    .where(isOwnAccount(ctx, domainId))
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
  const known = linked.filter(({ network }) => networks[network].insights)
  const ids = known.map(({ id }) => id)
  const [days, sums, publishedSinceRead] = await Promise.all([
    readDays(ctx, ids, period),
    readPostSums(ctx, ids, period),
    countPublishedSinceRead(ctx, ids, period),
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

/** Returns the first day that a comparison may need. */
const earliestDay = ({ days, shift }: Period) => addDays(days[0] ?? '', -shift - EARLIER_DAYS)

async function readDays({ db }: OwnerContext, ids: string[], period: Period): Promise<Map<string, Day[]>> {
  const rows = await db
    .select()
    .from(accountInsights)
    .where(and(inArray(accountInsights.accountId, ids), gte(accountInsights.day, earliestDay(period))))
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

/** Counts posts of the period that Currawong published after the last read of their account. */
async function countPublishedSinceRead(
  { db }: OwnerContext,
  ids: string[],
  { posts }: Period,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ accountId: deliveries.accountId, posts: count() })
    .from(deliveries)
    .innerJoin(insightReads, eq(insightReads.accountId, deliveries.accountId))
    .where(
      and(
        inArray(deliveries.accountId, ids),
        eq(deliveries.state, 'published'),
        isNull(deliveries.removedAt),
        isNoStory,
        gt(deliveries.publishedAt, insightReads.readAt),
        lt(deliveries.publishedAt, posts.until),
      ),
    )
    .groupBy(deliveries.accountId)
  return new Map(rows.flatMap(({ accountId, posts }) => (accountId ? [[accountId, posts]] : [])))
}

const REACTIONS = sql<number>`${accountPosts.likes} + ${accountPosts.comments} + ${accountPosts.shares}`

/** Returns the reactions of each account in the period, and in the days with which it is compared. */
async function readPostSums({ db }: OwnerContext, ids: string[], period: Period) {
  const rows = await db
    .select({
      accountId: accountPosts.accountId,
      publishedAt: accountPosts.publishedAt,
      reactions: REACTIONS,
    })
    .from(accountPosts)
    .where(
      and(inArray(accountPosts.accountId, ids), gte(accountPosts.publishedAt, new Date(earliestDay(period)))),
    )
  const sums = new Map<string, PostSums>()
  const { posts, postsBefore } = period
  for (const { accountId, publishedAt, reactions } of rows) {
    const own = sums.get(accountId) ?? { ...NO_POSTS, byDay: new Map() }
    sums.set(accountId, own)
    const day = dayOf(publishedAt)
    own.byDay.set(day, (own.byDay.get(day) ?? 0) + reactions)
    if (isWithin(posts, publishedAt)) {
      own.recent++
      own.recentReactions += reactions
    } else if (isWithin(postsBefore, publishedAt)) own.earlierReactions += reactions
  }
  return sums
}

const isWithin = ({ from, until }: Period['posts'], at: Date) => at >= from && at < until

type TopQuery = Period['posts'] & { domainId?: string | undefined; best?: PostFigure; count?: number }

/** Returns the posts with the highest figure, summed over their networks: reactions by default. */
export async function readTopPosts(
  ctx: UserContext,
  { domainId, from, until, best: figure = 'reactions', count = TOP_POSTS }: TopQuery,
): Promise<TopPost[]> {
  const posts = await combinedPosts(ctx, { domainId, from, to: until })
  const best = posts
    .map(post => ({ post, value: postFigure(post, figure) ?? 0 }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, count)
    .map(({ post }) => post)
  const postIds = best.flatMap(({ postId }) => postId ?? [])
  const thumbnails = await thumbnailsOf(ctx, postIds)
  return best.map(post => ({
    ...post,
    thumbnailUrl: (post.postId && thumbnails.get(post.postId)?.thumbnailUrl) ?? null,
    likes: postFigure(post, 'likes') ?? 0,
    comments: postFigure(post, 'comments') ?? 0,
    shares: postFigure(post, 'shares') ?? 0,
  }))
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
      .where(and(isOwnAccount(ctx, undefined), inArray(accountInsights.day, [dayBefore, day]))),
    combinedPosts(ctx, { from: new Date(+now - 3 * DAY_MS), to: now }),
  ])
  // Subtracts from the date, because the zone's day may have 23 or 25 hours.
  const yesterday = dayOf(new Date(Date.parse(dayIn(timeZone, now)) - DAY_MS))
  const byAccount = [...Map.groupBy(rows, ({ figures }) => figures.accountId).values()].map(own => {
    const figuresOf = (wanted: string) => own.find(({ figures }) => figures.day === wanted)?.figures
    return { last: figuresOf(day), before: figuresOf(dayBefore), readAt: own[0]?.readAt }
  })
  const known = byAccount.filter(({ last }) => (last?.engagement ?? last?.followers ?? null) !== null)
  const [readAt] = known.flatMap(({ readAt }) => readAt?.toISOString() ?? []).toSorted()
  return {
    day,
    posts: posts.filter(({ publishedAt }) => dayIn(timeZone, new Date(publishedAt)) === yesterday).length,
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
