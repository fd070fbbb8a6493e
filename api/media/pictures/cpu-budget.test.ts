import { expect, test } from 'bun:test'

import { cpuBudget } from './workers.ts'

const MINUTE = 60_000

test('limits a user whose pictures took twenty minutes of CPU time in an hour, and nobody else', () => {
  let now = 0
  const budget = cpuBudget(() => now)
  budget.spend('pat', 19 * MINUTE)
  budget.require('pat')
  budget.spend('pat', 2 * MINUTE)
  expect(() => budget.require('pat')).toThrow(
    expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 181 }),
  )
  budget.require('ann')
  now += 3 * MINUTE + 1000
  budget.require('pat')
})
