import { requireScope } from '../graph/authorise.ts'
import { refuse, requireParameter } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { readTime } from '../graph/time.ts'
import { audienceOf, DAY_MS, daysBetween } from '../world/audiences.ts'
import { requireAccount } from './account-access.ts'

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

/** Returns an account's metrics over at most thirty days. The sandbox counts only interactions, so the others are 0. */
export function readInsights(call: GraphCall) {
  const { world, params } = call
  const { account, token } = requireAccount(call)
  requireScope(token, 'instagram_business_manage_insights', 10)
  for (const name of ['metric', 'period']) if (!params[name]) throw requireParameter(name)
  const names = params['metric']!.split(',')
  const unknown = names.filter(name => !TOTALS.includes(name) && !SERIES.includes(name))
  if (unknown.length > 0)
    throw refuse(100, `metric[0] must be one of the following values: ${[...SERIES, ...TOTALS].join(', ')}`)
  if (params['period'] !== 'day') throw refuse(100, `The period ${params['period']} does not fit the metric`)
  if (names.some(name => TOTALS.includes(name)) && params['metric_type'] !== 'total_value')
    throw refuse(
      100,
      `The following metrics (${names.join(', ')}) should be specified with parameter metric_type=total_value`,
    )
  const { since, until } = rangeOf(call)
  const { days } = audienceOf(world, account.id)
  const interactions = daysBetween(since, until).reduce(
    (total, day) => total + (days.get(day)?.engagement ?? 0),
    0,
  )
  return {
    data: names.map(name => ({
      name,
      period: 'day',
      title: name,
      description: '',
      ...(params['metric_type'] === 'total_value'
        ? { total_value: { value: name === 'total_interactions' ? interactions : 0 } }
        : { values: [] }),
      id: `${account.id}/insights/${name}/day`,
    })),
  }
}

function rangeOf({ world, params }: GraphCall) {
  const until = params['until'] ? readTime('until', params['until']) : world.now()
  const since = params['since'] ? readTime('since', params['since']) : new Date(until.getTime() - DAY_MS)
  if (until <= since) throw refuse(100, 'The until parameter must be after since')
  if (until.getTime() - since.getTime() > MAX_DAYS * DAY_MS)
    throw refuse(100, 'There cannot be more than 30 days (2592000 s) between since and until')
  return { since, until }
}
