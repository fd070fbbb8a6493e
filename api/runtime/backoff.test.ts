import { expect, test } from 'bun:test'

import { backoffMs } from './backoff.ts'

const OPTIONS = { firstMs: 1000, maxMs: 10_000 }

test('doubles the wait with each failure, up to its maximum', () => {
  expect([1, 2, 3, 4, 5, 50].map(failures => backoffMs(failures, OPTIONS, 0.5))).toEqual([
    1000, 2000, 4000, 8000, 10_000, 10_000,
  ])
})

test('spreads the waits by a fifth in either direction', () => {
  expect([0, 0.5, 1].map(random => backoffMs(1, OPTIONS, random))).toEqual([800, 1000, 1200])
})
