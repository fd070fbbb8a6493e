import { expect, test } from 'bun:test'

import { scoresOf, scoreTone } from './scores.ts'

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
