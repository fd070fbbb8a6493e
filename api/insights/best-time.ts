import { and, eq, gte } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountPosts } from '#api/db/schema/businesses/insights.ts'
import { DAY_MS } from '#shared/durations.ts'
import {
  BEST_SLOT_POSTS,
  BEST_TIME_POSTS,
  type PostingRate,
  type PostingSlot,
  RATE_WEEKS,
  type RateQuery,
} from '#shared/insights.ts'
import { ownAccounts } from './account-figures.ts'
import { combinedPosts } from './combined-posts.ts'

export type PostReactions = { accountId: string; publishedAt: Date; reactions: number }

/**
 * Number of average posts added to each slot (Bayesian smoothing). A slot with as many real posts counts at half its
 * deviation from the average.
 */
const PRIOR_POSTS = 2
/** A post also counts half for the hours before and after its own. */
const NEIGHBOURS = [
  { by: 0, weight: 1 },
  { by: -1, weight: 0.5 },
  { by: 1, weight: 0.5 },
]

/**
 * Scores slots of weekday and hour in a time zone. Each post is compared with its own account's average, so that large accounts
 * don't dominate small ones.
 */
export function bestTimes(
  posts: PostReactions[],
  timeZone: string,
): Pick<PostingRate, 'best' | 'slots' | 'basedOn'> {
  const averages = averageReactions(posts)
  const measured = posts.flatMap(post => {
    const mean = averages.get(post.accountId) ?? 0
    return mean > 0 ? { ...post, score: post.reactions / mean } : []
  })
  const slots = new Map<string, PostingSlot & { weight: number; sum: number }>()
  for (const { publishedAt, score } of measured) {
    for (const { by, weight } of NEIGHBOURS) {
      const at = Temporal.Instant.fromEpochMilliseconds(+publishedAt).add({ hours: by })
      const { dayOfWeek, hour } = at.toZonedDateTimeISO(timeZone)
      // Slots count Sunday as 0.
      const weekday = dayOfWeek % 7
      const key = `${weekday}:${hour}`
      const slot = slots.get(key) ?? { weekday, hour, posts: 0, score: 1, weight: 0, sum: 0 }
      if (by === 0) slot.posts++
      slot.weight += weight
      slot.sum += weight * score
      slot.score = (slot.sum + PRIOR_POSTS) / (slot.weight + PRIOR_POSTS)
      slots.set(key, slot)
    }
  }
  const used = [...slots.values()]
    .filter(({ posts }) => posts > 0)
    .map(({ weekday, hour, posts, score }) => ({
      weekday,
      hour,
      posts,
      score: Math.round(score * 100) / 100,
    }))
    .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour)
  const [best] = used
    .filter(({ posts }) => posts >= BEST_SLOT_POSTS)
    .toSorted((a, b) => b.score - a.score || b.posts - a.posts)
  const enough = measured.length >= BEST_TIME_POSTS && best !== undefined && best.score > 1
  return {
    best: enough ? best : null,
    slots: used,
    basedOn: measured.length,
  }
}

function averageReactions(posts: PostReactions[]): Map<string, number> {
  const byAccount = Map.groupBy(posts, ({ accountId }) => accountId)
  return new Map(
    [...byAccount].map(([accountId, own]) => [
      accountId,
      own.reduce((sum, { reactions }) => sum + reactions, 0) / own.length,
    ]),
  )
}

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
