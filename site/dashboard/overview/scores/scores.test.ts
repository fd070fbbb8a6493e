import { expect, test, afterAll, beforeAll, beforeEach } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { addWebsite, measuringApp } from '#api/test/measuring.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { serveSite } from '#site/test/browser.ts'
import {
  scoresOf,
  scoreTone,
  historyOf,
  $recent,
  trendOf,
  describeTrend,
  $refreshed,
  $refreshing,
  isBusy,
  refreshScores,
  $siteScores,
  refreshSite,
} from './scores.ts'

const FOUR = [
  { category: 'seo', score: 100 },
  { category: 'Best Practices', score: 60 },
  { category: 'performance', score: 90 },
  { category: 'accessibility', score: 0 },
]

test('shows four scores in the order of the columns', () => {
  expect(scoresOf({ performanceData: FOUR })?.map(({ score }) => score)).toEqual([90, 0, 60, 100])
})

test('needs four numeric scores', () => {
  expect(scoresOf({ performanceData: FOUR.slice(1) })).toBeUndefined()
  expect(
    scoresOf({ performanceData: [...FOUR.slice(1), { category: 'seo', score: Number.NaN }] }),
  ).toBeUndefined()
})

test('rates 90 as good, 89 and 50 as fair, 49 as poor', () => {
  expect([90, 89, 50, 49].map(scoreTone)).toEqual(['good', 'fair', 'fair', 'poor'])
})

const app = await measuringApp()
let undo = () => {}

beforeAll(() => {
  undo = serveSite(app)
})
beforeEach(() => {
  $toasts.set([])
})
afterAll(() => {
  cleanStores($domains, $recent, $siteScores)
  signOut()
  undo()
})

async function domainOf(person: typeof app.pat) {
  // Another person's businesses would seem to be lost when the page hears of the new one.
  $domains.reset()
  signIn(person.token)
  await addWebsite(person)
  await app.measure()
  keepMount($domains)
  keepMount($recent)
  await Promise.all([$domains.reload(), $recent.reload()])
  return only()
}
function only() {
  const domains = $domains.get()
  if (domains.state !== 'ready') throw new Error(domains.state)
  return domains.data[0]!
}

test('keeps a row busy until the requested scores arrive, and extends the history', async () => {
  const domain = await domainOf(app.pat)
  expect(isBusy(domain, $refreshing.get())).toBe(false)
  app.clock.advance(60_000)
  const refreshing = refreshScores(domain)
  expect(isBusy(domain, $refreshing.get())).toBe(true)
  while (
    (await app.pat.call('users/getUserDomain').then(r => r.json())).data[0].performanceStatus !== 'queued'
  )
    continue
  await app.measure()
  await refreshing
  expect(isBusy(only(), $refreshing.get())).toBe(false)
  expect($refreshed.get()).toBe('Scores for Pat’s are up to date.')

  const $history = historyOf(domain)
  await $history.reload()
  expect($history.get()).toMatchObject({
    data: [{ measuredAt: '2030-01-01T12:00:00.000Z' }, { measuredAt: '2030-01-01T12:01:00.000Z' }],
  })
})

test('announces why a refresh failed, and keeps the old scores', async () => {
  const ann = await app.signUp()
  const domain = await domainOf(ann)
  await app.fault('quota')
  const refreshing = refreshScores(domain)
  while ((await ann.call('users/getUserDomain').then(r => r.json())).data[0].performanceStatus !== 'queued')
    continue
  await app.measure()
  await refreshing
  expect($refreshed.get()).toContain('used up today’s PageSpeed measurements')
  expect(only().performanceData).toHaveLength(4)
})

test('shows a rejected refresh in a toast', async () => {
  const joe = await app.signUp()
  const domain = await domainOf(joe)
  await refreshScores({ ...domain, websiteURL: 'http://10.0.0.1/' })
  expect($toasts.get().map(({ type, message }) => [type, message])).toEqual([
    ['error', expect.stringContaining('private network')],
  ])
})

test('refreshes the scores of the product’s own site for an administrator', async () => {
  const ada = await app.admin()
  signIn(ada.token)
  keepMount($siteScores)
  await $siteScores.reload()
  expect($siteScores.get()).toMatchObject({ state: 'ready', data: { status: 'none', history: [] } })
  await refreshSite()
  expect($siteScores.get()).toMatchObject({ state: 'ready', data: { status: 'queued' } })
})

test('describes the history of a score as text', () => {
  const at = (measuredAt: string, performance: number) => ({
    measuredAt,
    source: 'lighthouse' as const,
    scores: { performance, accessibility: 100, 'best-practices': 92, seo: 50 },
  })
  const measurements = [
    at('2026-11-01T00:00:00Z', 71),
    at('2026-11-02T00:00:00Z', 96),
    at('2026-11-03T00:00:00Z', 90),
  ]
  expect(trendOf(measurements, 'performance')).toEqual({
    now: 90,
    low: 71,
    high: 96,
    change: 19,
    since: '2026-11-01T00:00:00Z',
  })
  expect(describeTrend({ change: -3, since: '2026-11-01T00:00:00Z' }, 'UTC')).toMatch(/^down 3 since Sunday/)
  expect(describeTrend({ change: 0, since: '2026-11-01T00:00:00Z' }, 'UTC')).toMatch(/^unchanged since/)
})
