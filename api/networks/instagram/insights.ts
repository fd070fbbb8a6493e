import * as v from 'valibot'

import {
  budgetMeter,
  type InsightsQuestion,
  type InsightsRead,
  type InsightsReader,
} from '#api/networks/core/insights.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import { baseOf, type InstagramApp } from './app.ts'

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
    const request = { provider: 'instagram', token: question.token, now, onUsage: meter.onUsage } as const
    const { data: me } = await graphRequest({
      ...request,
      url: `${baseOf(app)}/${question.accountId}`,
      query: { fields: 'followers_count,media_count' },
      schema: v.object({ followers_count: v.optional(v.number()), media_count: v.optional(v.number()) }),
    })
    const posts = await readPosts({
      ...request,
      url: `${baseOf(app)}/${question.accountId}/media`,
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
      ...(await readDays(app, question, request, meter.hasBudget)),
      usage: meter.usage,
    }
  },
})

type CallOptions = {
  provider: 'instagram'
  token: string
  now: () => Date
  onUsage: (usage: { percent: number; regainMinutes: number }) => void
}

async function readDays(
  app: InstagramApp,
  question: InsightsQuestion,
  request: CallOptions,
  hasBudget: () => boolean,
): Promise<Pick<InsightsRead, 'days' | 'missing'>> {
  const days: InsightsRead['days'] = []
  try {
    for (const day of question.days.slice(0, MAX_DAYS)) {
      if (!hasBudget()) break
      days.push({ day, engagement: await readDay(app, question, request, day), followers: null })
    }
    return { days, missing: '' }
  } catch (error) {
    if (isMissingPermission(error)) return { days: [], missing: 'permission' }
    throw error
  }
}

async function readDay(
  app: InstagramApp,
  { accountId }: InsightsQuestion,
  request: CallOptions,
  day: string,
) {
  const since = Date.parse(day) / 1000
  const { data } = await graphRequest({
    ...request,
    url: `${baseOf(app)}/${accountId}/insights`,
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

/** Graph's codes for a missing permission (developers.facebook.com/docs/graph-api/guides/error-handling). */
const isMissingPermission = (error: unknown) =>
  error instanceof NetworkError && /^(?:3|10|2\d\d)(?:\/|$)/.test(error.code)
