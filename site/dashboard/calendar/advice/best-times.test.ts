import { expect, test } from 'bun:test'

import '#site/test/browser.ts'
import { hourKey, isBestHourAhead } from './best-times.ts'

const ZONE = 'Australia/Melbourne'
const MONDAY = new Date(2026, 10, 23)
const week = Array.from({ length: 7 }, (_, index) => new Date(2026, 10, 23 + index))

test('explains the stars only in a week that still has one', () => {
  const best = new Set([hourKey(1, 12)])
  const isShown = (now: string, days = week) => isBestHourAhead(best, days, ZONE, new Date(now))
  expect(isShown('2026-11-23T12:30:00+11:00')).toBe(true)
  expect(isShown('2026-11-23T13:00:00+11:00')).toBe(false)
  expect(isShown('2026-11-23T09:00:00+11:00', [MONDAY])).toBe(true)
  expect(isShown('2026-11-23T09:00:00+11:00', week.slice(1))).toBe(false)
  expect(isBestHourAhead(new Set(), week, ZONE, MONDAY)).toBe(false)
})
