import { afterEach, expect, test } from 'bun:test'

import { clockAheadMs, clockHasJumped, readProviderClock } from './provider-clock.ts'

const THEIRS = Date.parse('2026-11-21T12:00:00Z')
const HOUR = 60 * 60_000

function answer(aheadMs: number, { tookMs = 200, headers = {} } = {}) {
  const sentAt = THEIRS + aheadMs
  const date = new Date(THEIRS).toUTCString()
  readProviderClock(new Response(null, { headers: { Date: date, ...headers } }), tookMs, sentAt + tookMs)
  return clockAheadMs()
}

afterEach(() => void answer(0))

test('a clock that is about right is left alone', () => {
  for (const aheadMs of [0, 900, -5000, 8000]) expect(answer(aheadMs)).toBe(0)
  expect(answer(-15_000, { tookMs: 20_000 })).toBe(0)
})

test('one that is an hour or a day wrong is corrected, until it is set right', () => {
  expect(answer(HOUR)).toBeWithin(HOUR - 1000, HOUR + 1000)
  expect(answer(-24 * HOUR)).toBeWithin(-24 * HOUR - 1000, -24 * HOUR + 1000)
  expect(answer(0)).toBe(0)
})

test('a correction doesn’t waver with the time that answers take', () => {
  const first = answer(HOUR)
  expect(answer(HOUR + 1500)).toBe(first)
  expect(answer(HOUR, { tookMs: 2000 })).toBe(first)
})

test('an answer without a time, or from a cache, says nothing', () => {
  answer(HOUR)
  readProviderClock(new Response(null), 0, THEIRS)
  expect(answer(2 * HOUR, { headers: { Age: '300' } })).toBeWithin(HOUR - 1000, HOUR + 1000)
})

test('a clock that was set is noticed once, and one that goes on is not', () => {
  let [wall, steady] = [Date.now(), performance.now()]
  const later = (wallMs: number, steadyMs: number) =>
    clockHasJumped({ wall: (wall += wallMs), steady: (steady += steadyMs) })
  later(0, 0)
  expect(later(1000, 1000)).toBe(false)
  expect(later(600_000, 599_000)).toBe(false)
  expect(later(HOUR + 1000, 1000)).toBe(true)
  expect(later(1000, 1000)).toBe(false)
  expect(later(-HOUR, 1000)).toBe(true)
})
