import { GraphError, refuse, requireParameter } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { graphTime, readTime } from '../graph/time.ts'
import { audienceOf, DAY_MS, dayOf, daysBetween } from '../world/audiences.ts'
import type { Audience } from '../world/entities/engagement.ts'
import { readablePage } from './sign-in/page-access.ts'

/** Meta has no insights for Pages with fewer followers than this. */
const MIN_FOLLOWERS = 100
const MAX_DAYS = 90
/** Facebook's days end at midnight in California, which is 8:00 UTC here. */
const DAY_ENDS_MS = 8 * 3_600_000
const PERIODS = ['day', 'week', 'days_28', 'month', 'lifetime', 'total_over_range']

type Read = (audience: Audience, day: string) => number

/** The Page metrics that Meta still offers in 2026. Those that the sandbox doesn't count are 0. */
const METRICS: Record<string, Read> = {
  page_post_engagements: ({ days }, day) => days.get(day)?.engagement ?? 0,
  page_follows: ({ days, followers }, day) => days.get(day)?.followers ?? followers,
  page_media_view: () => 0,
  page_total_media_view_unique: () => 0,
  page_daily_follows: () => 0,
  page_daily_follows_unique: () => 0,
  page_daily_unfollows_unique: () => 0,
  page_total_actions: () => 0,
  page_video_views: () => 0,
  page_views_total: () => 0,
}

/**
 * Returns a Page's metrics by day. Without the permission, or with too few followers, the list is empty, without a
 * reason.
 */
export function readInsights(call: GraphCall) {
  const { world, params } = call
  const { page, token } = readablePage(call, call.id)
  if (token.kind !== 'page')
    throw new GraphError({ code: 190, message: 'This method must be called with a Page Access Token' })
  const names = (params['metric'] ?? '').split(',').filter(Boolean)
  if (names.length === 0) throw requireParameter('metric')
  if (names.some(name => !METRICS[name])) throw refuse(100, 'The value must be a valid insights metric')
  const period = params['period'] ?? 'day'
  if (!PERIODS.includes(period)) throw refuse(100, 'Param period must be one of {day, week, days_28, ...}')
  const { since, until } = rangeOf(call)
  const audience = audienceOf(world, page.id)
  if (!token.scopes.includes('read_insights') || audience.followers < MIN_FOLLOWERS || period !== 'day')
    return { data: [] }
  return {
    data: names.map(name => ({
      name,
      period,
      values: daysBetween(since, until).map(day => ({
        value: METRICS[name]!(audience, day),
        end_time: graphTime(new Date(Date.parse(day) + DAY_MS + DAY_ENDS_MS)),
      })),
      title: name,
      description: '',
      id: `${page.id}/insights/${name}/${period}`,
    })),
    paging: { previous: call.address, next: call.address },
  }
}

function rangeOf({ world, params }: GraphCall) {
  const today = new Date(dayOf(world.now()))
  const until = params['until'] ? readTime('until', params['until']) : today
  const since = params['since'] ? readTime('since', params['since']) : new Date(until.getTime() - 2 * DAY_MS)
  if (until <= since) throw refuse(100, 'The until parameter must be after since')
  if (until.getTime() - since.getTime() > MAX_DAYS * DAY_MS)
    throw refuse(100, 'There cannot be more than 90 days between since and until')
  return { since, until: until > today ? today : until }
}
