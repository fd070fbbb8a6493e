import * as v from 'valibot'

import {
  budgetMeter,
  type InsightsQuery,
  type InsightsResult,
  type InsightsReader,
} from '#api/networks/core/insights.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { metricOf, PostMetrics, readPostsWithMetrics } from '#api/networks/meta/insights.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { isRejectedField } from '#api/networks/meta/pages.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type FacebookApp, accountRequest } from './app.ts'

/** Maximum number of days per query (developers.facebook.com/docs/graph-api/reference/insights). */
const MAX_DAYS = 90

const Count = v.optional(v.object({ summary: v.optional(v.object({ total_count: v.number() })) }))
const Post = v.object({
  id: GraphId,
  message: v.optional(v.string(), ''),
  created_time: v.string(),
  permalink_url: v.optional(v.string(), ''),
  likes: Count,
  comments: Count,
  shares: v.optional(v.object({ count: v.number() })),
  insights: PostMetrics,
})
const POST_FIELDS =
  'id,message,created_time,permalink_url,shares,likes.summary(true).limit(0),comments.summary(true).limit(0)'
/** Lifetime metrics of a post. Facebook has none for saves. */
const POST_METRICS =
  'insights.metric(post_total_media_view_unique,post_media_view,post_clicks).period(lifetime){name,values}'

/** Daily metrics to fall back to if Facebook has retired one of the others. */
const ESSENTIAL = ['page_post_engagements', 'page_follows']
const ALL = [...ESSENTIAL, 'page_total_media_view_unique', 'page_media_view', 'page_total_actions']

const Metrics = v.object({
  data: v.array(
    v.object({
      name: v.string(),
      values: v.array(v.object({ value: v.optional(v.number()), end_time: v.string() })),
    }),
  ),
})

const Scopes = v.object({ data: v.object({ scopes: v.optional(v.array(v.string()), []) }) })

/**
 * Reads a Page with three calls: the Page, its posts of the last ninety days (up to a hundred) with their metrics, and its days.
 * Without figures, a fourth call finds out why. At a read every six hours, that is twelve calls a day.
 */
export const facebookInsights = (app: FacebookApp, now: () => Date): InsightsReader => ({
  async read(query) {
    const meter = budgetMeter()
    const { accountId, token } = query
    const request = (path: string) => accountRequest(app, { token, now, onUsage: meter.onUsage }, path)
    const { data: page } = await graphRequest({
      ...request(accountId),
      query: { fields: 'followers_count,fan_count' },
      schema: v.object({ followers_count: v.optional(v.number()), fan_count: v.optional(v.number()) }),
    })
    const { posts, completeSince } = await readPostsWithMetrics({
      ...request(`${accountId}/published_posts`),
      fields: POST_FIELDS,
      optionalFields: POST_METRICS,
      createdAt: post => post.created_time,
      since: query.postsSince,
      item: Post,
      hasBudget: meter.hasBudget,
    })
    const days = meter.hasBudget() ? await readDays(query, request) : undefined
    return {
      followers: page.followers_count ?? page.fan_count ?? null,
      postCount: null,
      posts: posts.map(post => ({
        externalId: post.id,
        publishedAt: new Date(post.created_time),
        text: post.message,
        permalink: post.permalink_url,
        likes: post.likes?.summary?.total_count ?? 0,
        comments: post.comments?.summary?.total_count ?? 0,
        shares: post.shares?.count ?? 0,
        reach: metricOf(post.insights, 'post_total_media_view_unique'),
        views: metricOf(post.insights, 'post_media_view'),
        saves: null,
        clicks: metricOf(post.insights, 'post_clicks'),
      })),
      completeSince,
      days: days ?? [],
      missing: days?.length === 0 && query.days.length > 0 ? await whyEmpty(app, query, request) : '',
      usage: meter.usage,
    }
  },
})

type Request = (path: string) => ReturnType<typeof accountRequest>

async function readDays(query: InsightsQuery, request: Request): Promise<InsightsResult['days']> {
  const days = query.days.toSorted().slice(-MAX_DAYS)
  const [oldest, newest] = [days[0], days.at(-1)]
  if (!newest || !oldest) return []
  const period = { period: 'day', since: oldest, until: dayAfter(newest) }
  const read = async (metrics: string[]) => {
    const metric = metrics.join(',')
    const path = `${query.accountId}/insights`
    return (await graphRequest({ ...request(path), query: { metric, ...period }, schema: Metrics })).data
  }
  const { data } = await read(ALL).catch((error: unknown) => {
    if (isRejectedField(error)) return read(ESSENTIAL)
    throw error
  })
  const [engagement, followers, reach, views, clicks] = ALL.map(name => {
    const values = data.find(metric => metric.name === name)?.values ?? []
    return new Map(values.map(({ value, end_time }) => [dayEndingAt(end_time), value ?? null]))
  })
  return days
    .filter(day => engagement?.has(day) || followers?.has(day))
    .map(day => ({
      day,
      engagement: engagement?.get(day) ?? null,
      followers: followers?.get(day) ?? null,
      reach: reach?.get(day) ?? null,
      views: views?.get(day) ?? null,
      saves: null,
      clicks: clicks?.get(day) ?? null,
    }))
}

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** Facebook's days end at midnight in California: a day that ends on the 20th at 8:00 UTC is the 19th. */
const dayEndingAt = (instant: string) => new Date(Date.parse(instant) - DAY_MS).toISOString().slice(0, 10)

/** Returns why there are no days. Facebook returns an empty list, not an error, if a permission is missing. */
async function whyEmpty(
  app: FacebookApp,
  { token }: InsightsQuery,
  request: Request,
): Promise<'permission' | 'nothing'> {
  const { data } = await graphRequest({
    ...request('debug_token'),
    query: { input_token: token },
    token: `${app.appId}|${app.appSecret}`,
    appSecret: '',
    schema: Scopes,
  })
  return data.data.scopes.includes('read_insights') ? 'nothing' : 'permission'
}
