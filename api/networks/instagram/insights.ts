import * as v from 'valibot'

import { budgetMeter, type InsightsRead, type InsightsReader } from '#api/networks/core/insights.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { isPermission } from '#api/networks/meta/failures.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import { type InstagramApp, requestFor } from './app.ts'

const DAY_SECONDS = 24 * 60 * 60
/** Each day takes a call. The next read continues with the remaining days. */
const MAX_DAYS = 12

const Media = v.object({
  id: GraphId,
  caption: v.optional(v.string(), ''),
  timestamp: v.string(),
  permalink: v.optional(v.string(), ''),
  like_count: v.optional(v.number(), 0),
  comments_count: v.optional(v.number(), 0),
})
const MEDIA_FIELDS = 'id,caption,timestamp,permalink,like_count,comments_count'

const Totals = v.object({
  data: v.array(v.object({ total_value: v.optional(v.object({ value: v.number() })) })),
})

export const instagramInsights = (app: InstagramApp, now: () => Date): InsightsReader => ({
  async read(question) {
    const meter = budgetMeter()
    const { accountId, token } = question
    const request = (path: string) => requestFor(app, { token, now, onUsage: meter.onUsage }, path)
    const { data: me } = await graphRequest({
      ...request(accountId),
      query: { fields: 'followers_count,media_count' },
      schema: v.object({ followers_count: v.optional(v.number()), media_count: v.optional(v.number()) }),
    })
    const posts = await readPosts({
      ...request(`${accountId}/media`),
      fields: MEDIA_FIELDS,
      createdAt: media => media.timestamp,
      since: question.postsSince,
      item: Media,
      hasBudget: meter.hasBudget,
    })
    return {
      followers: me.followers_count ?? null,
      postCount: me.media_count ?? null,
      posts: posts.map(media => ({
        externalId: media.id,
        publishedAt: new Date(media.timestamp),
        text: media.caption,
        permalink: media.permalink,
        likes: media.like_count,
        comments: media.comments_count,
        shares: 0,
      })),
      ...(await readDays(question.days, request(`${accountId}/insights`), meter.hasBudget)),
      usage: meter.usage,
    }
  },
})

type Request = ReturnType<typeof requestFor>

async function readDays(
  wanted: string[],
  request: Request,
  hasBudget: () => boolean,
): Promise<Pick<InsightsRead, 'days' | 'missing'>> {
  const days: InsightsRead['days'] = []
  try {
    for (const day of wanted.slice(0, MAX_DAYS)) {
      if (!hasBudget()) break
      days.push({ day, engagement: await readDay(request, day), followers: null })
    }
    return { days, missing: '' }
  } catch (error) {
    if (error instanceof NetworkError && isPermission(error.code)) return { days: [], missing: 'permission' }
    throw error
  }
}

async function readDay(request: Request, day: string) {
  const since = Date.parse(day) / 1000
  const { data } = await graphRequest({
    ...request,
    query: {
      metric: 'total_interactions',
      period: 'day',
      metric_type: 'total_value',
      since,
      until: since + DAY_SECONDS,
    },
    schema: Totals,
  })
  return data.data[0]?.total_value?.value ?? null
}
