import { afterEach, expect, test } from 'bun:test'

import { clockAheadMs, clockHasJumped, measureClock } from './provider-clock.ts'

const THEIRS = Date.parse('2026-11-21T12:00:00Z')
const HOUR = 60 * 60_000

function receive(aheadMs: number, { tookMs = 200, headers = {} } = {}) {
  const sentAt = THEIRS + aheadMs
  const date = new Date(THEIRS).toUTCString()
  measureClock(new Response(null, { headers: { Date: date, ...headers } }), tookMs, sentAt + tookMs)
  return clockAheadMs()
}

afterEach(() => void receive(0))

test('ignores a small difference between the clocks', () => {
  for (const aheadMs of [0, 900, -5000, 8000]) expect(receive(aheadMs)).toBe(0)
  expect(receive(-15_000, { tookMs: 20_000 })).toBe(0)
})

test('corrects a clock that is wrong by an hour or a day, until it is set right', () => {
  expect(receive(HOUR)).toBeWithin(HOUR - 1000, HOUR + 1000)
  expect(receive(-24 * HOUR)).toBeWithin(-24 * HOUR - 1000, -24 * HOUR + 1000)
  expect(receive(0)).toBe(0)
})

test('keeps the correction stable when response times vary', () => {
  const first = receive(HOUR)
  expect(receive(HOUR + 1500)).toBe(first)
  expect(receive(HOUR, { tookMs: 2000 })).toBe(first)
})

test('ignores responses without a date or from a cache', () => {
  receive(HOUR)
  measureClock(new Response(null), 0, THEIRS)
  expect(receive(2 * HOUR, { headers: { Age: '300' } })).toBeWithin(HOUR - 1000, HOUR + 1000)
})

test('detects a clock jump once', () => {
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
