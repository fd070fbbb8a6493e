import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { readDueInsights } from '#api/insights/read-account.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type AccountPresence, NO_MEASURES, NO_PRESENCE } from '#shared/insights.ts'
import type { NetworkId } from '#shared/networks.ts'
import { $domains, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $postingRate } from '#site/dashboard/shared/posting-rate.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { figuresFile } from './InsightsScreen.tsx'
import {
  compareCount,
  compareEngagement,
  compareRate,
  describeBars,
  describeGaps,
  describeLine,
  describeMissing,
  describeMissingPresence,
  describePeriod,
  describeUntil,
  detailsOf,
  isFirstDay,
  periodOf,
  totalOf,
} from './labels.ts'
import { $chosen, $insights, chooseBest, chooseDates, chooseRange } from './store.ts'

const app = await connectingApp()
const owner = await app.owner()
const elsewhere = await owner.addDomain('Another business')
let undo = () => {}

beforeAll(async () => {
  await app.connectFacebook(owner)
  undo = serveSite(app)
  signIn(owner.token)
  keepMount($domains)
  keepMount($router)
  $router.open('/dashboard/insights')
  await $domains.reload()
})
afterAll(() => {
  cleanStores($router, $domains, $insights, $postingRate)
  signOut()
  undo()
})

const shown = () => {
  const insights = $insights.get()
  if (insights.state !== 'ready') throw new Error(insights.state)
  return insights.data.accounts
}

test('reports an account without figures, and shows them once they are loaded', async () => {
  await $insights.reload()
  expect(shown()).toMatchObject([{ network: 'facebook', readAt: null, followers: { value: null } }])
  await readDueInsights(app.ctx)
  await $insights.reload()
  expect(shown()).toMatchObject([{ missing: 'nothing', followers: { value: 0 }, posts: { value: 0 } }])
  expect(shown()[0]!.series).toHaveLength(31)
})

test('shows seven or ninety days as well, and keeps the choice in the URL', async () => {
  for (const days of [7, 90] as const) {
    chooseRange(days)
    expect($router.get()?.search).toEqual({ days: `${days}` })
    await $insights.reload()
    expect(shown()[0]!.series).toHaveLength(days + 1)
  }
  chooseRange(30)
  expect($router.get()?.search).toEqual({})
})

test('shows chosen days, compared with as many before, and those shown at first', async () => {
  chooseRange('dates')
  const { range, dates } = $chosen.get()
  expect([range, (Date.parse(dates.to) - Date.parse(dates.from)) / DAY_MS]).toEqual(['dates', 30])
  chooseDates({ from: '2029-12-03', to: '2029-12-09' })
  await $insights.reload()
  expect(shown()[0]!.series).toHaveLength(7)
  expect($insights.get()).toMatchObject({
    data: { compared: { before: { from: '2029-11-26', to: '2029-12-02' } } },
  })
  chooseRange(30)
})

test('follows a link to other days, and ignores days that are no period', async () => {
  const stop = $insights.listen(() => {})
  await $insights.reload()
  $router.open('/dashboard/insights?from=2029-12-03&to=2029-12-09')
  await $insights.reload()
  expect(shown()[0]!.series).toHaveLength(7)
  $router.open('/dashboard/insights?from=2029-12-20&to=2029-12-09')
  expect($chosen.get().range).toBe(30)
  stop()
})

test('chooses the top posts by another figure', async () => {
  chooseBest('reach')
  expect($router.get()?.search).toMatchObject({ best: 'reach' })
  await $insights.reload()
  expect($insights.get()).toMatchObject({ state: 'ready', data: { topPosts: [] } })
  chooseBest('reactions')
})

test('shows each business’s own figures', async () => {
  await selectDomain(elsewhere)
  await $insights.reload()
  expect(shown()).toEqual([])
  await $postingRate.reload()
  expect($postingRate.get()).toMatchObject({ state: 'ready', data: { perWeek: null, best: null } })
})

test('describes a chart as text', () => {
  const points = [
    { label: '1 November', value: null },
    { label: '2 November', value: 250 },
    { label: '3 November', value: 1290 },
  ]
  expect(describeLine(points)).toBe('From 250 on 2 November to 1,290 on 3 November.')
  expect(describeBars(points)).toBe('1,540 in total, most on 3 November (1,290).')
  expect(describeLine([])).toBe('No figures yet.')
  expect(describeBars([{ label: '1 November', value: 0 }])).toBe('None.')
})

test('names the days without figures, and today, which isn’t over', () => {
  const series = days(3, null, null, 0, null)
  expect(describeGaps(series, 'engagement', '2026-11-05')).toBe(
    'No figures for 2–3 November. 5 November isn’t over.',
  )
  expect(describeGaps(days(3, null, 1, null, 1, null), 'engagement', '2026-12-01')).toBe(
    'No figures for 3 days.',
  )
  expect(describeGaps(days(3, 0), 'engagement', '2026-11-02')).toBeUndefined()
})

test('explains missing figures and what to do', () => {
  const account = { network: 'facebook', name: 'Pat’s Plumbing', readAt: '2026-11-21T12:00:00Z' } as const
  expect(describeMissing('reconnect', account)).toEqual({
    text: 'We lost access to Pat’s Plumbing on Facebook. These are the last figures we have.',
    link: 'Reconnect it in Social Hub',
  })
  expect(describeMissing('reconnect', { ...account, readAt: null }).text).toBe(
    'We lost access to Pat’s Plumbing on Facebook before we could read its figures.',
  )
  expect(describeMissing('permission', account).text).toContain(
    'We don’t have permission to read insights for Pat’s Plumbing.',
  )
  expect(describeMissing('permission', account).link).toBe('Reconnect to see reach, views and clicks')
  expect(describeMissing('nothing', account)).not.toHaveProperty('link')
  expect(describeMissing('nothing', { ...account, network: 'bluesky' }).text).toBe(
    'Bluesky counts reactions, but not who sees a post. We count engagement from the reactions on your posts.',
  )
})

const figure = (value: number | null, change: number | null = null) => ({
  value,
  change,
  since: change === null ? null : '2026-11-01',
})

test('compares engagement with the period before, if that is known', () => {
  expect(compareEngagement(figure(48, 8))).toEqual({ direction: 'up', text: '+20% from\u00A040' })
  expect(compareEngagement(figure(1, 0))).toEqual({ direction: 'same', text: 'no change' })
  expect(compareEngagement(figure(5, 5))?.text).toBe('none before')
  expect(compareEngagement(figure(5))).toBeUndefined()
})

test('compares engagement rates by their difference in points', () => {
  expect(compareRate(figure(0.0906, -0.0008))).toMatchObject({ text: 'no change' })
  expect(compareRate(figure(0.042, 0.004))).toEqual({ direction: 'up', text: '+0.4 points from\u00A03.8%' })
  expect(compareRate(figure(0.03, -0.0151))).toEqual({
    direction: 'down',
    text: '−1.5 points from\u00A04.5%',
  })
  expect(compareRate(figure(0.04, 0.0001))).toEqual({ direction: 'same', text: 'no change' })
  expect(compareRate(figure(0.04))).toBeUndefined()
})

test('shows the details that a network gives, and none if all are unknown', () => {
  const unknown = figure(null)
  const known = { reach: figure(9), views: unknown, saves: unknown, clicks: unknown, rate: unknown }
  const names = (of: typeof known, ...ids: NetworkId[]) => detailsOf(of, ids).map(({ name }) => name)
  expect(names(known, 'instagram')).toEqual(['reach', 'views', 'rate', 'saves', 'clicks'])
  expect(names({ ...known, clicks: figure(2), saves: figure(1) }, 'facebook', 'instagram')).toEqual([
    'reach',
    'clicks',
  ])
  expect(names(known, 'google')).toEqual([])
  expect(names({ ...known, reach: unknown }, 'facebook')).toEqual([])
})

test('says since when followers are counted, unless that is the day before the range', () => {
  expect(compareCount(figure(40, -3), '2026-11-02')).toEqual({ direction: 'down', text: '−3' })
  expect(compareCount(figure(40, 3), '2026-10-20')?.text).toBe('+3 since 1 November')
  expect(compareCount(figure(40, 3), '2026-11-10')?.text).toBe('+3 since 1 November')
  expect(compareCount(figure(40, 0), '2026-11-02')?.text).toBe('no change')
  expect(compareCount(figure(40))).toBeUndefined()
})

test('adds up accounts only if all of them are known and counted alike', () => {
  const account = (each: object) =>
    ({
      readAt: '2026-11-21T12:00:00Z',
      missing: null,
      followers: figure(40, 4),
      engagement: figure(9, 2),
      comments: figure(3),
      reach: figure(90, 50),
      views: figure(120),
      saves: figure(null),
      clicks: figure(2),
      rate: figure(0.1, 0.025),
      ...each,
    }) as never
  expect(totalOf([account({})])).toBeUndefined()
  expect(totalOf([account({}), account({ readAt: null })])).toBeUndefined()
  expect(totalOf([account({}), account({ engagement: figure(6) })])).toEqual({
    followers: { value: 80, change: 8, since: '2026-11-01' },
    engagement: { value: 15, change: null, since: null },
    comments: { value: 6, change: null, since: null },
    reach: { value: 180, change: 100, since: '2026-11-01' },
    views: { value: 240, change: null, since: null },
    saves: { value: null, change: null, since: null },
    clicks: { value: 4, change: null, since: null },
    rate: { value: 15 / 180, change: null, since: null },
  })
  expect(totalOf([account({}), account({})])?.rate).toEqual({
    value: 18 / 180,
    change: 18 / 180 - 14 / 80,
    since: '2026-11-01',
  })
  expect(totalOf([account({}), account({ reach: figure(null), rate: figure(null) })])?.rate.value).toBeNull()
  expect(totalOf([account({}), account({ missing: 'nothing', followers: figure(null) })])).toMatchObject({
    followers: { value: null, change: null },
    engagement: 'counted_differently',
  })
  expect(totalOf([account({}), account({ missing: 'reconnect' })])?.engagement).toBe('signed_out')
  expect(totalOf([account({ missing: 'nothing' }), account({ missing: 'permission' })])).toMatchObject({
    engagement: { value: 18 },
  })
})

const days = (...engagement: (number | null)[]) =>
  engagement.map((value, index) => ({
    ...NO_MEASURES,
    day: `2026-11-0${index + 1}`,
    followers: null,
    engagement: value,
  }))

test('exports unknown figures as empty cells, and no formulas', () => {
  const account = { network: 'facebook', name: '=HYPERLINK("x"),Pat', readAt: null, series: days(3, null) }
  const profile = {
    network: 'google',
    name: 'Pat',
    readAt: '2026-11-03T00:00:00.000Z',
    series: [{ ...NO_PRESENCE, day: '2026-11-01', shown: 12, searchMobile: 12, calls: 0 }],
  }
  const none = (count: number) => '"",'.repeat(count)
  expect(figuresFile({ accounts: [account] as never, presence: [profile] as never })).toBe(
    '\uFEFF"Day","Network","Account","Followers","Engagement","Reach","Views","Saves","Clicks","Search, phones","Search, computers","Maps, phones","Maps, computers","Calls","Directions","Website visits","Read at"\r\n' +
      `"2026-11-01","Facebook","'=HYPERLINK(""x""),Pat","","3",${none(11)}""\r\n` +
      `"2026-11-02","Facebook","'=HYPERLINK(""x""),Pat",${none(13)}""\r\n` +
      `"2026-11-01","Google Business Profile","Pat",${none(6)}"12","","","","0","","","2026-11-03T00:00:00.000Z"\r\n`,
  )
})

test('says that a comparison with missing days is incomplete', () => {
  const figure = { value: 60, change: 10, since: '2026-11-01', missing: 2 }
  expect(compareEngagement(figure)?.text).toBe('+20% from\u00A050, 2 days missing')
  expect(compareRate({ ...figure, value: 0.1, change: 0 })?.text).toBe('no change, 2 days missing')
})

test('names one period and one today for all figures, and says once that networks count by UTC days', () => {
  const compared = {
    finished: { from: '2026-11-01', to: '2026-11-03' },
    before: { from: '2026-10-29', to: '2026-10-31' },
  }
  const period = periodOf(days(1, 2, 3, null), compared)
  expect(period).toEqual({ from: '2026-11-01', to: '2026-11-04', today: '2026-11-04' })
  const here = { zone: 'Australia/Melbourne', isChosen: false }
  expect(describePeriod(period, compared, here)).toBe(
    '1–3 November, compared with 29–31 October. 4 November follows on Thu 5 Nov, 11:00 am AEDT. Networks count by UTC days.',
  )
  const past = periodOf(days(1, 2, 3), compared)
  expect(past.today).toBeUndefined()
  expect(describePeriod(past, compared, { ...here, isChosen: true })).toBe(
    '1–3 November, compared with 29–31 October. Networks count by UTC days; top posts count by yours.',
  )
  expect(describePeriod(periodOf(days(null), null), null, { zone: 'UTC', isChosen: false })).toBe(
    '1 November. It isn’t over, so there is nothing to compare yet.',
  )
})

test('knows the first day, which has nothing for a chart', () => {
  const [today] = days(null)
  expect(isFirstDay([])).toBe(true)
  expect(isFirstDay([{ series: [...days(null, 0), { ...today!, followers: 12 }] }])).toBe(true)
  expect(isFirstDay([{ series: days(null, 3) }])).toBe(false)
  expect(isFirstDay([{ series: [12, 13].map(followers => ({ ...today!, followers })) }])).toBe(false)
})

test('says up to which day a profile’s figures are known, and why there are none', () => {
  const sums = { shown: { value: 60, change: 10, since: '2026-10-31' } } as AccountPresence['sums']
  const presence = {
    network: 'google',
    name: 'Pat',
    readAt: 'then',
    missing: null,
    knownUntil: '2026-11-20',
    sums,
  }
  const compared = {
    finished: { from: '2026-11-01', to: '2026-11-23' },
    before: { from: '2026-10-09', to: '2026-10-31' },
  }
  const until = (more: object) => describeUntil({ ...presence, ...more } as AccountPresence, compared)
  expect(until({})).toBe(
    '1–20 November. Google gives the days since then later, so the comparison leaves them out, too.',
  )
  expect(until({ knownUntil: '2026-11-23' })).toBe('1–23 November.')
  expect(until({ knownUntil: null })).toBe(
    'Google has no figures for these days yet. They come some days later.',
  )
  expect(until({ readAt: null })).toContain('We’re reading these figures.')
  expect(until({ readAt: null, missing: 'permission', knownUntil: null })).toBe('')
  const why = (missing: 'permission' | 'nothing') =>
    describeMissingPresence(missing, { network: 'google', name: 'Pat' })
  expect(why('permission')).toContain('Google doesn’t let us read the figures of Pat.')
  expect(why('nothing')).toContain('Google gives us no figures of Pat yet.')
})
