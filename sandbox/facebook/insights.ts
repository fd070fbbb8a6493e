import type { Field } from '../graph/fields.ts'
import { GraphError, graphError, missingParameter } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { graphTime, readTime } from '../graph/time.ts'
import { audienceOf, DAY_MS, dayOf, daysBetween, figuresOf, measuresOf } from '../world/audiences.ts'
import type { Audience } from '../world/entities/engagement.ts'
import type { PagePost } from '../world/entities/facebook.ts'
import type { Token } from '../world/entities/sign-ins.ts'
import { readablePage } from './sign-in/page-access.ts'

/** Pages with fewer followers have no insights. */
const MIN_FOLLOWERS = 100
const MAX_DAYS = 90
/** Time in UTC at which a day ends: midnight in California, without daylight saving time. */
const DAY_ENDS_MS = 8 * 3_600_000
/** Periods that Graph accepts. The sandbox has figures for `day` of a Page and for `lifetime` of a post. */
const PERIODS = ['day', 'week', 'days_28', 'month', 'lifetime', 'total_over_range']

type ReadDay = (audience: Audience, day: string) => number

/** The Page metrics that Meta still offers in 2026. Those that the sandbox doesn't count are 0. */
const PAGE_METRICS: Record<string, ReadDay> = {
  page_post_engagements: (audience, day) => figuresOf(audience, day).engagement,
  page_follows: ({ days, followers }, day) => days.get(day)?.followers ?? followers,
  page_media_view: (audience, day) => figuresOf(audience, day).views,
  page_total_media_view_unique: (audience, day) => figuresOf(audience, day).reach,
  page_daily_follows: () => 0,
  page_daily_follows_unique: () => 0,
  page_daily_unfollows_unique: () => 0,
  page_total_actions: (audience, day) => figuresOf(audience, day).clicks,
  page_video_views: () => 0,
  page_views_total: () => 0,
}

/** Returns a Page's metrics by day. The list is empty without the permission or with too few followers; Graph gives no reason. */
export function readInsights(call: GraphCall) {
  const { world, params } = call
  const { page, token } = readablePage(call, call.id)
  if (token.kind !== 'page')
    throw new GraphError({ code: 190, message: 'This method must be called with a Page Access Token' })
  const names = namesOf(params['metric'], PAGE_METRICS)
  const period = params['period'] ?? 'day'
  requirePeriod(period)
  const { since, until } = rangeOf(call)
  const audience = audienceOf(world, page.id)
  if (!hasInsights(token, audience) || period !== 'day') return { data: [] }
  return {
    data: names.map(name => ({
      name,
      period,
      values: daysBetween(since, until).map(day => ({
        value: PAGE_METRICS[name]!(audience, day),
        end_time: graphTime(new Date(Date.parse(day) + DAY_MS + DAY_ENDS_MS)),
      })),
      title: name,
      description: '',
      id: `${page.id}/insights/${name}/${period}`,
    })),
    paging: { previous: call.address, next: call.address },
  }
}

const hasInsights = (token: Token, { followers }: Audience) =>
  token.scopes.includes('read_insights') && followers >= MIN_FOLLOWERS

/** Returns the requested metrics. @throws {GraphError} if there are none, or one is unknown */
function namesOf(requested: string | undefined, known: Record<string, unknown>): string[] {
  const names = (requested ?? '').split(',').filter(Boolean)
  if (names.length === 0) throw missingParameter('metric')
  if (names.some(name => !known[name])) throw graphError(100, 'The value must be a valid insights metric')
  return names
}

function requirePeriod(period: string): void {
  if (!PERIODS.includes(period))
    throw graphError(100, 'Param period must be one of {day, week, days_28, ...}')
}

/** Returns the requested days: by default the last two, and none after today. */
function rangeOf({ world, params }: GraphCall) {
  const today = new Date(dayOf(world.now()))
  const until = params['until'] ? readTime('until', params['until']) : today
  const since = params['since'] ? readTime('since', params['since']) : new Date(until.getTime() - 2 * DAY_MS)
  if (until <= since) throw graphError(100, 'The until parameter must be after since')
  if (until.getTime() - since.getTime() > MAX_DAYS * DAY_MS)
    throw graphError(100, 'There cannot be more than 90 days between since and until')
  return { since, until: until > today ? today : until }
}

type ReadPost = (post: PagePost) => number | Record<string, number>

const postMeasures = ({ likes, comments, measures }: PagePost) => measuresOf(likes + comments, measures)

/** The lifetime metrics of a post that Meta still offers in 2026. */
const POST_METRICS: Record<string, ReadPost> = {
  post_media_view: post => postMeasures(post).views,
  post_total_media_view_unique: post => postMeasures(post).reach,
  post_clicks: post => postMeasures(post).clicks,
  post_clicks_by_type: post => ({ 'other clicks': postMeasures(post).clicks }),
  post_reactions_by_type_total: ({ likes }) => ({ like: likes }),
}

/** Returns a post's metrics as a field: `insights.metric(post_clicks).period(lifetime)`. Empty in the same cases as a Page's. */
export function postInsights({ world }: GraphCall, token: Token, post: PagePost, { args }: Field) {
  const names = namesOf(args['metric'], POST_METRICS)
  const { period = 'lifetime' } = args
  requirePeriod(period)
  if (!hasInsights(token, audienceOf(world, post.pageId)) || period !== 'lifetime') return { data: [] }
  return {
    data: names.map(name => ({
      name,
      period,
      values: [{ value: POST_METRICS[name]!(post) }],
      title: name,
      description: '',
      id: `${post.id}/insights/${name}/${period}`,
    })),
  }
}
