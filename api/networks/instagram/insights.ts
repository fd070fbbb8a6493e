import * as v from 'valibot'

import { budgetMeter, type InsightsResult, type InsightsReader } from '#api/networks/core/insights.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { metricOf, PostMetrics, readPostsWithMetrics } from '#api/networks/meta/insights.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { isRejectedField, lacksPermission } from '#api/networks/meta/pages.ts'
import { type InstagramApp, accountRequest } from './app.ts'

const DAY_SECONDS = 24 * 60 * 60
/** Each day takes a call. The next read continues with the remaining days. */
const MAX_DAYS = 12
/** Maximum number of posts whose metrics are read one by one, because their page lacks them. */
const MAX_SINGLE = 10

const Media = v.object({
  id: GraphId,
  caption: v.optional(v.string(), ''),
  timestamp: v.string(),
  permalink: v.optional(v.string(), ''),
  like_count: v.optional(v.number(), 0),
  comments_count: v.optional(v.number(), 0),
  insights: PostMetrics,
})
type Media = v.InferOutput<typeof Media>
const MEDIA_FIELDS = 'id,caption,timestamp,permalink,like_count,comments_count'
/** Metrics that posts and reels have in common. Instagram has none for clicks on a post. */
const POST_METRICS = 'reach,views,saved,shares'

/** Daily metric to fall back to if Instagram has retired one of the others. */
const ESSENTIAL = 'total_interactions'
const ALL = `${ESSENTIAL},reach,views,saves,profile_links_taps`

const Totals = v.object({
  data: v.array(
    v.object({ name: v.string(), total_value: v.optional(v.object({ value: v.optional(v.number()) })) }),
  ),
})

/**
 * Reads an account with two calls (the account, and its posts of the last ninety days, up to a hundred, with their metrics) and
 * one for each day. The last three days may change, so a read every six hours takes twenty calls a day. The first day takes about
 * ninety more, for the history.
 */
export const instagramInsights = (app: InstagramApp, now: () => Date): InsightsReader => ({
  async read(query) {
    const meter = budgetMeter()
    const { accountId, token } = query
    const request = (path: string) => accountRequest(app, { token, now, onUsage: meter.onUsage }, path)
    const { data: me } = await graphRequest({
      ...request(accountId),
      query: { fields: 'followers_count,media_count' },
      schema: v.object({ followers_count: v.optional(v.number()), media_count: v.optional(v.number()) }),
    })
    const { days, missing } = await readDays(query.days, request(`${accountId}/insights`), meter.hasBudget)
    const { posts, completeSince } = await readPostsWithMetrics({
      ...request(`${accountId}/media`),
      fields: MEDIA_FIELDS,
      optionalFields: missing === '' ? `insights.metric(${POST_METRICS}){name,values}` : undefined,
      createdAt: media => media.timestamp,
      since: query.postsSince,
      item: Media,
      hasBudget: meter.hasBudget,
    })
    const single =
      missing === ''
        ? await readMetricsSingly(posts, request, meter.hasBudget)
        : new Map<string, PostMetrics>()
    return {
      followers: me.followers_count ?? null,
      postCount: me.media_count ?? null,
      posts: posts.map(media => {
        const metrics = media.insights ?? single.get(media.id)
        return {
          externalId: media.id,
          publishedAt: new Date(media.timestamp),
          text: media.caption,
          permalink: media.permalink,
          likes: media.like_count,
          comments: media.comments_count,
          shares: metricOf(metrics, 'shares'),
          reach: metricOf(metrics, 'reach'),
          views: metricOf(metrics, 'views'),
          saves: metricOf(metrics, 'saved'),
          clicks: null,
        }
      }),
      completeSince,
      days,
      missing,
      usage: meter.usage,
    }
  },
})

type Request = ReturnType<typeof accountRequest>

async function readDays(
  wanted: string[],
  request: Request,
  hasBudget: () => boolean,
): Promise<Pick<InsightsResult, 'days' | 'missing'>> {
  const days: InsightsResult['days'] = []
  try {
    for (const day of wanted.slice(0, MAX_DAYS)) {
      if (!hasBudget()) break
      days.push(await readDay(request, day))
    }
    return { days, missing: '' }
  } catch (error) {
    if (lacksPermission(error)) return { days: [], missing: 'permission' }
    throw error
  }
}

async function readDay(request: Request, day: string): Promise<InsightsResult['days'][number]> {
  const since = Date.parse(day) / 1000
  const read = async (metric: string) => {
    const query = { metric, period: 'day', metric_type: 'total_value', since, until: since + DAY_SECONDS }
    return (await graphRequest({ ...request, query, schema: Totals })).data
  }
  const { data } = await read(ALL).catch((error: unknown) => {
    if (isRejectedField(error)) return read(ESSENTIAL)
    throw error
  })
  const value = (name: string) => data.find(metric => metric.name === name)?.total_value?.value ?? null
  return {
    day,
    engagement: value(ESSENTIAL),
    followers: null,
    reach: value('reach'),
    views: value('views'),
    saves: value('saves'),
    clicks: value('profile_links_taps'),
  }
}

/** Code for media from before the account became a professional one. A page with such media comes without metrics. */
const BEFORE_PROFESSIONAL = '100/2108006'

/** Reads missing metrics of the newest posts, one post per call. */
async function readMetricsSingly(
  posts: Media[],
  request: (path: string) => Request,
  hasBudget: () => boolean,
): Promise<Map<string, PostMetrics>> {
  const found = new Map<string, PostMetrics>()
  for (const { id } of posts.filter(({ insights }) => !insights).slice(0, MAX_SINGLE)) {
    if (!hasBudget()) break
    try {
      const { data } = await graphRequest({
        ...request(`${id}/insights`),
        query: { metric: POST_METRICS },
        schema: PostMetrics,
      })
      found.set(id, data)
    } catch (error) {
      if (!isRejectedField(error)) throw error
      if (error.code !== BEFORE_PROFESSIONAL) break
    }
  }
  return found
}
