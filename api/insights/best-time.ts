import type { UserContext } from '#api/context.ts'
import { DAY_MS } from '#shared/durations.ts'
import {
  MIN_POSTS_IN_BEST_BLOCK,
  MIN_POSTS_FOR_BEST_TIME,
  blockOf,
  BLOCKS,
  MIN_BEST_SCORE,
  type CombinedPost,
  postFigure,
  type PostingRate,
  type PostingSlot,
  RATE_WEEKS,
  type RateQuery,
} from '#shared/insights.ts'
import { combinedPosts } from './combined-posts.ts'

export type PostReactions = { publishedAt: Date; placements: { account: string; reactions: number }[] }

/**
 * Number of average posts added to each slot (Bayesian smoothing). A slot with as many real posts counts at half its
 * deviation from the average.
 */
const PRIOR_POSTS = 2
/** Weights of a post: full in its own hour, half in the neighbouring ones. */
const NEIGHBOURS = [
  { by: 0, weight: 1 },
  { by: -1, weight: 0.5 },
  { by: 1, weight: 0.5 },
]

/**
 * Scores slots of weekday and hour in a time zone. Each post is compared with the averages of its own accounts, so that large
 * accounts don't dominate small ones. A post on several accounts counts once.
 */
export function bestTimes(
  posts: PostReactions[],
  timeZone: string,
): Pick<PostingRate, 'best' | 'slots' | 'basedOn'> {
  const averages = averageReactions(posts)
  const measured = posts.flatMap(({ publishedAt, placements }) => {
    const scores = placements.flatMap(({ account, reactions }) => {
      const mean = averages.get(account) ?? 0
      return mean > 0 ? reactions / mean : []
    })
    return scores.length > 0 ? { publishedAt, score: averageOf(scores) } : []
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
  return {
    best: measured.length >= MIN_POSTS_FOR_BEST_TIME ? bestOf(used) : null,
    slots: used,
    basedOn: measured.length,
  }
}

/** Returns the best block that is clearly better than the average. */
function bestOf(slots: PostingSlot[]): PostingSlot | null {
  const [best] = Array.from({ length: 7 }, (_, weekday) => BLOCKS.map(from => blockOf(slots, weekday, from)))
    .flat()
    .filter(({ posts, score }) => posts >= MIN_POSTS_IN_BEST_BLOCK && score >= MIN_BEST_SCORE)
    .toSorted((a, b) => b.score - a.score || b.posts - a.posts)
  const [hour] = best?.inside.toSorted((a, b) => b.posts - a.posts || b.score - a.score) ?? []
  return best && hour ? { ...hour, posts: best.posts, score: best.score } : null
}

const averageOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

function averageReactions(posts: PostReactions[]): Map<string, number> {
  const all = posts.flatMap(({ placements }) => placements)
  const byAccount = Map.groupBy(all, ({ account }) => account)
  return new Map(
    [...byAccount].map(([account, own]) => [account, averageOf(own.map(({ reactions }) => reactions))]),
  )
}

const WEEK_MS = 7 * DAY_MS
const BEST_TIME_DAYS = 90
/** Minimum age of a post, because newer ones are still getting reactions. */
const SETTLED_MS = DAY_MS

/** Returns how often the user posts, including with other tools, and when posts did best. */
export async function readPostingRate(ctx: UserContext, query: RateQuery): Promise<PostingRate> {
  const now = +ctx.now()
  const posts = await combinedPosts(ctx, {
    domainId: query.domainId,
    from: new Date(now - BEST_TIME_DAYS * DAY_MS),
    to: new Date(now + DAY_MS),
  })
  const times = posts.map(({ publishedAt }) => new Date(publishedAt))
  const weeks = countWeeks(ctx, times)
  const total = weeks.reduce((sum, week) => sum + week, 0)
  const settled = posts.filter(({ publishedAt }) => Date.parse(publishedAt) <= now - SETTLED_MS)
  return {
    perWeek: total > 0 ? total / RATE_WEEKS : null,
    weeks,
    ...bestTimes(settled.map(toReactions), query.timeZone),
  }
}

const toReactions = ({ publishedAt, placements }: CombinedPost): PostReactions => ({
  publishedAt: new Date(publishedAt),
  placements: placements.flatMap(placement => {
    const reactions = postFigure({ placements: [placement] }, 'reactions')
    return reactions === null ? [] : { account: `${placement.network} ${placement.accountName}`, reactions }
  }),
})

/** Counts posts per week, oldest week first. */
function countWeeks({ now }: UserContext, times: Date[]): number[] {
  const weeksAgo = times.map(time => Math.floor((+now() - +time) / WEEK_MS))
  return Array.from(
    { length: RATE_WEEKS },
    (_, week) => weeksAgo.filter(ago => ago === RATE_WEEKS - 1 - week).length,
  )
}
