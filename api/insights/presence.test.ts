import { beforeEach, expect, test } from 'bun:test'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import type { Insights } from '#shared/insights.ts'
import { formatKeywordCount } from '#shared/insights.ts'
import { PRESENCE_FIGURES } from '#shared/networks/presence.ts'
import { shiftMonth } from '#shared/reports/render/labels.ts'
import type { Report } from '#shared/reports/report.ts'
import { addDays } from './days.ts'
import { readDueInsights } from './read-account.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let app: PublishingApp
let location: string
beforeEach(async () => {
  app = await publishingApp({ networks: ['google'] })
  const [account] = await app.ctx.db.select().from(accounts)
  location = account!.providerId
})

const dayBefore = (days: number) => addDays(app.clock.now().toISOString().slice(0, 10), -days)

/** Sets what people did on each of the last days, with yesterday as the first. */
const setDays = (count: number, figuresOf: (daysAgo: number) => object) =>
  app.world('presence', {
    location,
    days: Array.from({ length: count }, (_, index) => ({
      day: dayBefore(index + 1),
      ...figuresOf(index + 1),
    })),
  })

async function presence(query = '') {
  const { data } = (await (await app.call(`insights${query}`)).json()) as { data: Insights }
  expect(data.accounts).toEqual([])
  return data.presence[0]!
}

test('sums the days that Google knows, and compares them with the same days before', async () => {
  await setDays(90, daysAgo =>
    daysAgo <= 30
      ? {
          BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 10,
          BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 4,
          CALL_CLICKS: daysAgo % 2,
          BUSINESS_BOOKINGS: 9,
        }
      : { BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 8, CALL_CLICKS: 1 },
  )
  expect(await presence()).toMatchObject({ readAt: null, sums: { shown: { value: null } } })
  await readDueInsights(app.ctx)
  const { sums, knownUntil, series, previous, keywords, missing } = await presence()
  // At noon, the last three days aren't known, and yesterday is the last that has ended.
  expect(knownUntil).toBe(dayBefore(4))
  expect(sums.shown).toMatchObject({ value: 27 * 14, change: 27 * 14 - 27 * 8, missing: 3 })
  expect(sums.searchMobile).toMatchObject({ value: 270, change: 54 })
  expect(sums.mapsDesktop).toMatchObject({ value: 108, change: 108 })
  expect(sums.calls).toMatchObject({ value: 13, change: 13 - 27 })
  expect(sums.websiteClicks).toMatchObject({ value: 0, change: 0 })
  expect(series.find(({ day }) => day === dayBefore(4))).toMatchObject({ shown: 14, calls: 0, directions: 0 })
  expect(series.find(({ day }) => day === dayBefore(3))).toMatchObject({ shown: null, calls: null })
  expect(previous).toHaveLength(series.length)
  expect([keywords, missing]).toEqual([null, null])
})

test('takes days without anything for zero only after a week', async () => {
  await setDays(60, daysAgo => (daysAgo >= 12 ? { CALL_CLICKS: 1 } : {}))
  await readDueInsights(app.ctx)
  const { series } = await presence()
  const calls = [6, 7, 11, 12].map(days => series.find(({ day }) => day === dayBefore(days))?.calls)
  expect(calls).toEqual([null, 0, 0, 1])
})

test('shows the same in a report, with the month’s searches and the limits of rare ones', async () => {
  const month = shiftMonth(app.clock.now().toISOString().slice(0, 7), -1)
  await setDays(120, () => ({ BUSINESS_IMPRESSIONS_MOBILE_MAPS: 5, BUSINESS_DIRECTION_REQUESTS: 2 }))
  await app.world('presence', {
    location,
    keywords: [
      { month, keyword: 'Lemon tart', count: 3 },
      { month, keyword: 'bakery near me', count: 1200 },
      { month: shiftMonth(month, -1), keyword: 'bread', count: 100 },
    ],
  })
  app.clock.advance(10 * DAY)
  await readDueInsights(app.ctx)
  const last = addDays(`${shiftMonth(month, 1)}-01`, -1)
  const { sums, keywords } = await presence(`?from=${month}-01&to=${last}`)
  expect(keywords?.month).toBe(month)
  expect(keywords?.list.map(keyword => [keyword.keyword, formatKeywordCount(keyword, String)])).toEqual([
    ['bakery near me', '1200'],
    ['lemon tart', 'fewer than 15'],
  ])

  const json = { domainId: app.author.domainId, month }
  const report = ((await (await app.call('reports', { json })).json()) as { data: Report }).data.content
  const [inReport] = report.presence!
  expect(inReport?.keywords).toEqual(keywords)
  for (const figure of ['shown', ...PRESENCE_FIGURES] as const) {
    const { value, change } = sums[figure]
    expect(inReport?.sums[figure]).toMatchObject({ value, before: value! - change! })
  }
  expect(inReport?.sums.directions?.value).toBe(2 * Number(last.slice(-2)))
  const earlier = shiftMonth(month, -1)
  const before = await presence(`?from=${earlier}-01&to=${addDays(`${month}-01`, -1)}`)
  expect(before.keywords).toMatchObject({ month: earlier, list: [{ keyword: 'bread' }] })
})

test('keeps the account connected when Google gives no figures of it', async () => {
  await app.fault({ provider: 'google', operation: 'performance', kind: 'error', code: 403, status: 403 })
  await readDueInsights(app.ctx)
  expect(await presence()).toMatchObject({ missing: 'permission', readAt: null })
  const [account] = await app.ctx.db.select().from(accounts)
  expect(account?.status).toBe('connected')
  app.clock.advance(7 * HOUR)
  await readDueInsights(app.ctx)
  expect(await presence()).toMatchObject({ missing: null, readAt: expect.any(String) })
})

test('renews the access token, and asks to reconnect only once the sign-in has ended', async () => {
  app.clock.advance(3 * HOUR)
  await readDueInsights(app.ctx)
  expect(await presence()).toMatchObject({ missing: null, readAt: expect.any(String) })
  await app.expire('google')
  app.clock.advance(8 * HOUR)
  await readDueInsights(app.ctx)
  expect(await presence()).toMatchObject({ missing: 'reconnect' })
})

test('reads a year of searches at first, then only the last month', async () => {
  const asked = async () =>
    (await app.world<{ path: string; query: Record<string, string> }[]>('requests')).filter(({ path }) =>
      path.endsWith('/searchkeywords/impressions/monthly'),
    ).length
  await readDueInsights(app.ctx)
  expect(await asked()).toBe(12)
  app.clock.advance(8 * HOUR)
  await readDueInsights(app.ctx)
  expect(await asked()).toBe(13)
})
