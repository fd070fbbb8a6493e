import { BEST_SLOT_POSTS, BEST_TIME_POSTS, type PostingRate, type PostingSlot } from '#shared/insights.ts'

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
  const clock = clockOf(timeZone)
  const slots = new Map<string, PostingSlot & { weight: number; sum: number }>()
  for (const { publishedAt, score } of measured) {
    for (const { by, weight } of NEIGHBOURS) {
      const { weekday, hour } = clock(new Date(+publishedAt + by * 3_600_000))
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

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function clockOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  return (date: Date) => {
    const parts = format.formatToParts(date)
    const part = (type: string) => parts.find(part => part.type === type)?.value ?? ''
    return { weekday: WEEKDAYS.indexOf(part('weekday')), hour: Number(part('hour')) }
  }
}
