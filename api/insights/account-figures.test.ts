import { expect, test } from 'bun:test'

import { type CombinedPost, engagementRate, NO_MEASURES, postFigure } from '#shared/insights.ts'
import { accountFigures, addFigures, type Day, type PostSums } from './account-figures.ts'
import { addDays, lastDays } from './days.ts'
import { lastPeriod } from './period.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const NO_POSTS: PostSums = {
  publishedSinceRead: 0,
  recent: 0,
  recentReactions: 0,
  earlierReactions: 0,
  byDay: new Map(),
}

/** Returns the last `count` days until yesterday, oldest first. */
const daysOf = (count: number, figuresOf: (daysAgo: number) => Partial<Day>): Day[] =>
  lastDays(new Date('2026-11-20T12:00:00Z'), count).map((day, index) => ({
    accountId: 'a',
    day,
    followers: null,
    posts: null,
    comments: null,
    likes: null,
    engagement: null,
    ...NO_MEASURES,
    ...figuresOf(count - index),
  }))

const week = lastPeriod(NOW, 7)
const figures = (days: Day[], period = week) => accountFigures(days, NO_POSTS, period)

test('divides engagement by reach, and compares with the rate of as many days before', () => {
  const { rate, reach } = figures(
    daysOf(14, daysAgo => (daysAgo <= 7 ? { engagement: 5, reach: 100 } : { engagement: 2, reach: 50 })),
  )
  expect(reach).toEqual({ value: 700, change: 350, since: '2026-11-13' })
  expect(rate.value).toBe(0.05)
  expect(rate.change).toBeCloseTo(0.01)
})

test('leaves days without reach out of the rate, with their engagement', () => {
  const days = daysOf(14, daysAgo => ({
    engagement: daysAgo === 2 ? 90 : 5,
    reach: daysAgo === 2 ? null : 100,
  }))
  expect(figures(days)).toMatchObject({
    engagement: { value: 120 },
    reach: { value: 600 },
    rate: { value: 0.05 },
  })
})

test('compares a new account’s posts only if its network gives no figures by day', () => {
  const today = { ...daysOf(1, () => ({}))[0]!, day: '2026-11-21', posts: 3 }
  const sums = { ...NO_POSTS, recentReactions: 9, earlierReactions: 4 }
  const ofNew = (days: Day[]) => accountFigures([...days, today], sums, week).engagement
  expect(ofNew(daysOf(14, () => ({})))).toMatchObject({ value: 9, change: 5 })
  // Only yesterday has arrived.
  expect(ofNew(daysOf(14, daysAgo => ({ engagement: daysAgo === 1 ? 2 : null })))).toEqual({
    value: 9,
    change: null,
    since: null,
  })
})

test('knows no rate without reach, or if nobody was reached', () => {
  const unknown = { value: null, change: null, since: null }
  expect(figures(daysOf(14, () => ({ engagement: 5 }))).rate).toEqual(unknown)
  expect(figures(daysOf(14, () => ({ engagement: 0, reach: 0 }))).rate).toEqual(unknown)
  expect([engagementRate(1, null), engagementRate(null, 1), engagementRate(1, 0)]).toEqual([null, null, null])
})

test('sums measures only if most days are known, and compares only if all days before are', () => {
  const known = (count: number) =>
    daysOf(14, daysAgo => ({ engagement: 1, ...(daysAgo <= count && { reach: 10 }) }))
  expect(figures(known(5)).reach).toEqual({ value: null, change: null, since: null })
  expect(figures(known(6)).reach).toEqual({ value: 60, change: null, since: null })
  expect(figures(known(13)).reach).toEqual({ value: 70, change: null, since: null })
  expect(figures(known(14)).reach).toEqual({ value: 70, change: 0, since: '2026-11-13' })
})

test('leaves the counterpart of a missing day out of a comparison, and says how many are missing', () => {
  const days = daysOf(14, daysAgo => ({ engagement: 5, reach: daysAgo === 2 ? null : 100 }))
  expect(figures(days)).toMatchObject({
    engagement: { value: 35, change: 0 },
    reach: { value: 600, change: 0, missing: 1 },
    rate: { value: 0.05, change: 0, missing: 1 },
  })
  expect(figures(days).engagement).not.toHaveProperty('missing')
  expect(addFigures([figures(days).engagement, figures(days).reach])).toMatchObject({ missing: 1 })
})

test('never compares a measure with days before the account began', () => {
  const days = daysOf(14, daysAgo =>
    daysAgo <= 9 ? { engagement: 1, reach: 10 } : { engagement: 0, reach: 0 },
  )
  expect(figures(days).reach).toEqual({ value: 70, change: null, since: null })
  expect(addDays('2026-11-21', -7)).toBe('2026-11-14')
})

test('adds up a post’s figures over the networks that give them', () => {
  const placement = {
    accountName: '',
    permalink: '',
    readAt: null,
    reactions: { likes: 8, comments: 1, shares: 1 },
  }
  const placements: CombinedPost['placements'] = [
    { ...placement, network: 'facebook', measures: { ...NO_MEASURES, reach: 100, clicks: 3 } },
    { ...placement, network: 'instagram', measures: { ...NO_MEASURES, reach: 100, saves: 10 } },
    { ...placement, network: 'google', measures: NO_MEASURES },
  ]
  const figureOf = (name: Parameters<typeof postFigure>[1]) => postFigure({ placements }, name)
  expect([figureOf('reactions'), figureOf('reach'), figureOf('saves'), figureOf('views')]).toEqual([
    30,
    200,
    10,
    null,
  ])
  // The reactions on Google, which gives no reach, don't count.
  expect(figureOf('rate')).toBe(30 / 200)
  expect(postFigure({ placements: [{ reactions: null }] }, 'reactions')).toBeNull()
})
