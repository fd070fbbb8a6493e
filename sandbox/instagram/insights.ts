import { requireScope } from '../graph/authorise.ts'
import { GraphError, missingObject, graphError, missingParameter } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { graphTime, readTime } from '../graph/time.ts'
import { audienceOf, DAY_MS, daysBetween, figuresOf, measuresOf } from '../world/audiences.ts'
import type { Audience } from '../world/entities/engagement.ts'
import type { InstagramMedia } from '../world/entities/instagram.ts'
import { productType } from '../world/instagram-media.ts'
import { ownAccount, requireAccount } from './account-access.ts'

const MAX_DAYS = 30

/** Metrics with one total for the requested period. */
const TOTALS = [
  'accounts_engaged',
  'comments',
  'likes',
  'profile_links_taps',
  'replies',
  'reposts',
  'saves',
  'shares',
  'total_interactions',
  'views',
]
const SERIES = ['follower_count', 'reach']

/** Returns the metrics of an account over at most thirty days, or of media. Those that the sandbox doesn't count are 0. */
export function readInsights(call: GraphCall) {
  const { world, params } = call
  const media = world.instagramMedia.get(call.id)
  if (media) return mediaInsights(call, media, params['metric'])
  const { account, token } = requireAccount(call)
  requireScope(token, 'instagram_business_manage_insights', 10)
  for (const name of ['metric', 'period']) if (!params[name]) throw missingParameter(name)
  const names = params['metric']!.split(',')
  const unknown = names.filter(name => !TOTALS.includes(name) && !SERIES.includes(name))
  if (unknown.length > 0)
    throw graphError(
      100,
      `metric[0] must be one of the following values: ${[...SERIES, ...TOTALS].join(', ')}`,
    )
  if (params['period'] !== 'day')
    throw graphError(100, `The period ${params['period']} does not fit the metric`)
  if (names.some(name => TOTALS.includes(name)) && params['metric_type'] !== 'total_value')
    throw graphError(
      100,
      `The following metrics (${names.join(', ')}) should be specified with parameter metric_type=total_value`,
    )
  const { since, until } = rangeOf(call)
  const audience = audienceOf(world, account.id)
  const days = daysBetween(since, until)
  return {
    data: names.map(name => ({
      name,
      period: 'day',
      title: name,
      description: '',
      ...(params['metric_type'] === 'total_value'
        ? { total_value: { value: totalOf(name, audience, days) } }
        : {
            values: days.map(day => ({
              value: dailyFigure(name, audience, day),
              end_time: graphTime(new Date(Date.parse(day) + DAY_MS)),
            })),
          }),
      id: `${account.id}/insights/${name}/day`,
    })),
  }
}

function dailyFigure(name: string, audience: Audience, day: string): number {
  const { engagement, reach, views, saves, clicks } = figuresOf(audience, day)
  const counted = { total_interactions: engagement, reach, views, saves, profile_links_taps: clicks }
  return counted[name as keyof typeof counted] ?? 0
}

/** Adds up the days. Somebody reached on several days counts once. */
function totalOf(name: string, audience: Audience, days: string[]): number {
  const figures = days.map(day => dailyFigure(name, audience, day))
  const sum = figures.reduce((total, figure) => total + figure, 0)
  return name === 'reach' ? Math.max(0, ...figures, Math.round(sum * (days.length > 1 ? 0.7 : 1))) : sum
}

const OF_ALL_MEDIA = ['comments', 'likes', 'reach', 'saved', 'shares', 'total_interactions', 'views']
const OF_PRODUCTS: Record<string, string[]> = {
  FEED: [...OF_ALL_MEDIA, 'follows', 'profile_activity', 'profile_visits'],
  REELS: [...OF_ALL_MEDIA, 'ig_reels_avg_watch_time', 'ig_reels_video_view_total_time'],
  STORY: [
    'follows',
    'navigation',
    'profile_visits',
    'reach',
    'replies',
    'shares',
    'total_interactions',
    'views',
  ],
}
const BEFORE_PROFESSIONAL = 2_108_006

/** Returns the metrics of media, as an edge or a field. Media without reach have none. */
export function mediaInsights(call: GraphCall, media: InstagramMedia, metric: string | undefined) {
  const { world } = call
  const { token, account } = ownAccount(call)
  if (media.accountId !== account.id) throw missingObject(call.method, media.id)
  requireScope(token, 'instagram_business_manage_insights', 10)
  if (!metric) throw missingParameter('metric')
  const container = world.containers.get(media.containerId)
  const allowed = (container && OF_PRODUCTS[productType(media, container)]) ?? []
  const names = metric.split(',')
  if (names.some(name => !allowed.includes(name)))
    throw graphError(100, `metric[0] must be one of the following values: ${allowed.join(', ')}`)
  const { professionalSince } = audienceOf(world, account.id)
  if (media.parentId || (professionalSince && media.createdAt < professionalSince))
    throw new GraphError({
      code: 100,
      subcode: BEFORE_PROFESSIONAL,
      message: 'Invalid parameter',
      title: 'Media posted before business account conversion',
    })
  const { likes, comments } = media
  const { reach, views, saves } = measuresOf(likes + comments, media.measures)
  const counted = {
    comments,
    likes,
    reach,
    saved: saves,
    views,
    total_interactions: likes + comments + saves,
  }
  return {
    data: names.flatMap(name =>
      reach === 0
        ? []
        : {
            name,
            period: 'lifetime',
            values: [{ value: counted[name as keyof typeof counted] ?? 0 }],
            title: name,
            description: '',
            id: `${media.id}/insights/${name}/lifetime`,
          },
    ),
  }
}

function rangeOf({ world, params }: GraphCall) {
  const until = params['until'] ? readTime('until', params['until']) : world.now()
  const since = params['since'] ? readTime('since', params['since']) : new Date(until.getTime() - DAY_MS)
  if (until <= since) throw graphError(100, 'The until parameter must be after since')
  if (until.getTime() - since.getTime() > MAX_DAYS * DAY_MS)
    throw graphError(100, 'There cannot be more than 30 days (2592000 s) between since and until')
  return { since, until }
}
