import { DAY_MS, dayOf, daysBetween } from '../world/audiences.ts'
import type { BusinessLocation, DailyMetric } from '../world/entities/google.ts'
import { DAILY_METRICS, presenceOf } from '../world/google-business.ts'
import type { BusinessCall } from './business/call.ts'
import { BusinessError, notFound } from './business/error.ts'
import { pageOf } from './paging.ts'

/** Google reports a day some days later. Until then, the day has no value, like a day without views. */
const DAY_KNOWN_AFTER_MS = 4 * DAY_MS
/** Google reports a month's searches some days after its end. */
const MONTH_KNOWN_AFTER_MS = 4 * DAY_MS
/** Google reports smaller counts only as below this threshold. */
const THRESHOLD = 15

/** businessprofileperformance: lists each day of a range for each metric. Zeros are omitted. */
export function fetchDailyMetrics(call: BusinessCall) {
  const { world, query, lists } = call
  const { id } = verifiedLocation(call)
  const metrics = lists['dailyMetrics'] ?? []
  const unknown = metrics.find(metric => !(DAILY_METRICS as readonly string[]).includes(metric))
  if (metrics.length === 0 || unknown !== undefined)
    throw new BusinessError(400, `Invalid value at 'daily_metrics' (${unknown ?? 'none'})`)
  const start = dateOf(query, 'dailyRange.startDate')
  const end = dateOf(query, 'dailyRange.endDate')
  if (start > end) throw new BusinessError(400, 'The end date must not be before the start date.')
  const { days } = presenceOf(world, id)
  const isKnown = (day: string) => Date.parse(day) + DAY_KNOWN_AFTER_MS <= world.now().getTime()
  const dates = daysBetween(start, new Date(end.getTime() + DAY_MS))
  return {
    multiDailyMetricTimeSeries: [
      {
        dailyMetricTimeSeries: metrics.map(dailyMetric => ({
          dailyMetric,
          timeSeries: {
            datedValues: dates.map(day => {
              const value = (isKnown(day) && days.get(day)?.[dailyMetric as DailyMetric]) || 0
              const [year, month, date] = day.split('-').map(Number)
              return { date: { year, month, day: date }, ...(value > 0 && { value: String(value) }) }
            }),
          },
        })),
      },
    ],
  }
}

/** Lists the searches of a range of months together, the most frequent first. */
export function listKeywords(call: BusinessCall) {
  const { world, query } = call
  const { id } = verifiedLocation(call)
  const [first, last] = ['start', 'end'].map(which => monthOf(query, `monthlyRange.${which}Month`))
  if (!first || !last || first > last)
    throw new BusinessError(400, 'The end month must not be before the start month.')
  const counts = new Map<string, number>()
  for (const [month, keywords] of presenceOf(world, id).keywords) {
    if (month < first || month > last || !isMonthKnown(month, world.now())) continue
    for (const [keyword, count] of keywords) counts.set(keyword, (counts.get(keyword) ?? 0) + count)
  }
  const sorted = [...counts].filter(([, count]) => count > 0).toSorted((a, b) => b[1] - a[1])
  const { items, next } = pageOf(sorted, query, { defaultSize: 100, max: 100 })
  if (items.length === 0) return {}
  return {
    searchKeywordsCounts: items.map(([searchKeyword, count]) => ({
      searchKeyword,
      insightsValue: count < THRESHOLD ? { threshold: String(THRESHOLD) } : { value: String(count) },
    })),
    ...next,
  }
}

function isMonthKnown(month: string, now: Date): boolean {
  const end = new Date(`${month}-01`)
  end.setUTCMonth(end.getUTCMonth() + 1)
  return end.getTime() + MONTH_KNOWN_AFTER_MS <= now.getTime()
}

function verifiedLocation({ world, grant, ids }: BusinessCall): BusinessLocation {
  const location = world.business.locations.get(ids['location'] ?? '')
  if (!location || world.business.accounts.get(location.accountId)?.personId !== grant.personId)
    throw notFound()
  if (location.voice !== 'has') throw new BusinessError(403, 'The caller does not have permission')
  return location
}

const partOf = (query: Record<string, string>, name: string) => Number(query[name] ?? Number.NaN)

function dateOf(query: Record<string, string>, name: string): Date {
  const [year = 0, month = 0, day = 0] = ['year', 'month', 'day'].map(part =>
    partOf(query, `${name}.${part}`),
  )
  const date = new Date(Date.UTC(year, month - 1, day))
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== day || date.getUTCMonth() !== month - 1)
    throw new BusinessError(400, `${name} must be a date.`)
  return date
}

function monthOf(query: Record<string, string>, name: string): string {
  const date = dateOf({ ...query, [`${name}.day`]: '1' }, name)
  return dayOf(date).slice(0, 7)
}
