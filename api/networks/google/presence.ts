import * as v from 'valibot'

import type { PresenceDayFigures, PresenceReader } from '#api/networks/core/presence.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type Keyword, MAX_KEYWORDS, NO_PRESENCE } from '#shared/insights.ts'
import { PRESENCE_FIGURES, type PresenceFigure } from '#shared/networks/presence.ts'
import { truncate } from '#shared/text/graphemes.ts'
import { locationNameOf } from './locations.ts'
import { type GoogleBusiness, googleRequest } from './request.ts'

/** Google's names of the figures. It counts a person once a day for each surface and device. */
const METRICS: Record<PresenceFigure, string> = {
  searchMobile: 'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
  searchDesktop: 'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  mapsMobile: 'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  mapsDesktop: 'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  calls: 'CALL_CLICKS',
  directions: 'BUSINESS_DIRECTION_REQUESTS',
  websiteClicks: 'WEBSITE_CLICKS',
}

/** A 64-bit number, which Google writes as a text. */
const Count = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

const GoogleDate = v.object({ year: v.number(), month: v.number(), day: v.number() })
const Series = v.object({
  dailyMetric: v.string(),
  timeSeries: v.optional(
    v.object({
      datedValues: v.optional(v.array(v.object({ date: GoogleDate, value: v.optional(Count, '0') })), []),
    }),
    { datedValues: [] },
  ),
})
const TimeSeries = v.object({
  multiDailyMetricTimeSeries: v.optional(
    v.array(v.object({ dailyMetricTimeSeries: v.optional(v.array(Series), []) })),
    [],
  ),
})

const Keywords = v.object({
  searchKeywordsCounts: v.optional(
    v.array(
      v.fallback(
        v.nullable(
          v.object({
            searchKeyword: v.string(),
            insightsValue: v.union([v.object({ value: Count }), v.object({ threshold: Count })]),
          }),
        ),
        null,
      ),
    ),
    [],
  ),
})
type KeywordCount = NonNullable<v.InferOutput<typeof Keywords>['searchKeywordsCounts'][number]>

/** Age in days from which missing figures mean zero. */
const SETTLED_DAYS = 7
const MAX_KEYWORD = 100

/** Reads a location's figures by the Business Profile Performance API. */
export const googlePresence = (business: GoogleBusiness): PresenceReader => {
  const urlOf = (accountId: string) => `${business.performanceUrl}/${locationNameOf(accountId)}`
  return {
    async days({ accountId, token, now }, { from, to }) {
      const { multiDailyMetricTimeSeries: all } = await googleRequest({
        url: `${urlOf(accountId)}:fetchMultiDailyMetricsTimeSeries`,
        query: {
          dailyMetrics: Object.values(METRICS),
          ...dateParts('dailyRange.startDate', from),
          ...dateParts('dailyRange.endDate', to),
        },
        token,
        schema: TimeSeries,
        now,
      })
      return knownDays(
        all.flatMap(({ dailyMetricTimeSeries }) => dailyMetricTimeSeries),
        to,
      )
    },
    async keywords({ accountId, token, now }, month) {
      const { day: _start, ...start } = dateParts('monthlyRange.startMonth', month)
      const { day: _end, ...end } = dateParts('monthlyRange.endMonth', month)
      const { searchKeywordsCounts } = await googleRequest({
        url: `${urlOf(accountId)}/searchkeywords/impressions/monthly`,
        query: { ...start, ...end, pageSize: MAX_KEYWORDS },
        token,
        schema: Keywords,
        now,
      })
      return searchKeywordsCounts
        .filter(count => count !== null)
        .map(toKeyword)
        .toSorted((one, other) => Number(one.isBelow) - Number(other.isBelow) || other.count - one.count)
        .slice(0, MAX_KEYWORDS)
    },
  }
}

/** Splits a date or a month into the query parameters that Google expects. */
function dateParts(name: string, date: string): Record<string, number> {
  const [year, month, day] = date.split('-').map(Number)
  return Object.fromEntries(
    Object.entries({ year, month, day }).flatMap(([part, value]) =>
      value === undefined ? [] : [[`${name}.${part}`, value]],
    ),
  )
}

/**
 * Converts the series to days. Google omits zeros as well as figures that it doesn't know yet, so the latest days without any
 * figure are unknown for a week.
 */
function knownDays(series: v.InferOutput<typeof Series>[], to: string): PresenceDayFigures[] {
  const days = new Map<string, PresenceDayFigures>()
  const given = PRESENCE_FIGURES.filter(figure =>
    series.some(({ dailyMetric }) => dailyMetric === METRICS[figure]),
  )
  const nothing = { ...NO_PRESENCE, ...Object.fromEntries(given.map(figure => [figure, 0])) }
  for (const figure of given) {
    const { timeSeries } = series.find(({ dailyMetric }) => dailyMetric === METRICS[figure]) ?? {}
    for (const { date, value } of timeSeries?.datedValues ?? []) {
      const day = new Date(Date.UTC(date.year, date.month - 1, date.day)).toISOString().slice(0, 10)
      days.set(day, { ...(days.get(day) ?? { day, ...nothing }), [figure]: value })
    }
  }
  const settled = new Date(Date.parse(to) - SETTLED_DAYS * DAY_MS).toISOString().slice(0, 10)
  const sorted = [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const last = sorted.findLast(day => PRESENCE_FIGURES.some(figure => day[figure]))?.day ?? ''
  return sorted.filter(({ day }) => day <= last || day <= settled)
}

/** Converts a keyword. For a rare one, Google only provides an upper limit of its searches. */
const toKeyword = ({ searchKeyword, insightsValue }: KeywordCount): Keyword => ({
  keyword: truncate(searchKeyword, MAX_KEYWORD),
  ...('value' in insightsValue
    ? { count: insightsValue.value, isBelow: false }
    : { count: insightsValue.threshold, isBelow: true }),
})
