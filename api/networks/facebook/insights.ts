import * as v from 'valibot'

import {
  budgetMeter,
  type InsightsQuestion,
  type InsightsRead,
  type InsightsReader,
} from '#api/networks/core/insights.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { readPosts } from '#api/networks/meta/posts.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type FacebookApp, requestFor } from './app.ts'

/** Maximum per query (developers.facebook.com/docs/graph-api/reference/insights). */
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
})
const POST_FIELDS =
  'id,message,created_time,permalink_url,shares,likes.summary(true).limit(0),comments.summary(true).limit(0)'

const Metrics = v.object({
  data: v.array(
    v.object({
      name: v.string(),
      values: v.array(v.object({ value: v.optional(v.number()), end_time: v.string() })),
    }),
  ),
})

const Scopes = v.object({ data: v.object({ scopes: v.optional(v.array(v.string()), []) }) })

export const facebookInsights = (app: FacebookApp, now: () => Date): InsightsReader => ({
  async read(question) {
    const meter = budgetMeter()
    const { accountId, token } = question
    const request = (path: string) => requestFor(app, { token, now, onUsage: meter.onUsage }, path)
    const { data: page } = await graphRequest({
      ...request(accountId),
      query: { fields: 'followers_count,fan_count' },
      schema: v.object({ followers_count: v.optional(v.number()), fan_count: v.optional(v.number()) }),
    })
    const posts = await readPosts({
      ...request(`${accountId}/published_posts`),
      fields: POST_FIELDS,
      createdAt: post => post.created_time,
      since: question.postsSince,
      item: Post,
      hasBudget: meter.hasBudget,
    })
    const days = meter.hasBudget() ? await readDays(question, request) : undefined
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
      })),
      days: days ?? [],
      missing: days?.length === 0 && question.days.length > 0 ? await whyEmpty(app, question, request) : '',
      usage: meter.usage,
    }
  },
})

type Request = (path: string) => ReturnType<typeof requestFor>

async function readDays(
  { accountId, days }: InsightsQuestion,
  request: Request,
): Promise<InsightsRead['days']> {
  const queried = days.slice(0, MAX_DAYS)
  const [newest, oldest] = [queried[0], queried.at(-1)]
  if (!newest || !oldest) return []
  const { data } = await graphRequest({
    ...request(`${accountId}/insights`),
    query: {
      metric: 'page_post_engagements,page_follows',
      period: 'day',
      since: oldest,
      until: new Date(Date.parse(newest) + DAY_MS).toISOString().slice(0, 10),
    },
    schema: Metrics,
  })
  const valuesOf = (metric: string) =>
    new Map(
      data.data
        .find(({ name }) => name === metric)
        ?.values.map(({ value, end_time }) => [dayEndingAt(end_time), value ?? null]),
    )
  const [engagement, followers] = [valuesOf('page_post_engagements'), valuesOf('page_follows')]
  return queried
    .filter(day => engagement.has(day) || followers.has(day))
    .map(day => ({
      day,
      engagement: engagement.get(day) ?? null,
      followers: followers.get(day) ?? null,
    }))
}

/** Facebook's days end at midnight in California: a day that ends on the 20th at 8:00 UTC is the 19th. */
const dayEndingAt = (instant: string) => new Date(Date.parse(instant) - DAY_MS).toISOString().slice(0, 10)

/** Checks if the list is empty because of a missing permission, which Facebook doesn't report. */
async function whyEmpty(
  app: FacebookApp,
  { token }: InsightsQuestion,
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
