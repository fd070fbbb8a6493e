import { afterEach, expect, test } from 'bun:test'

import { spread } from './spread.ts'

const ownZone = process.env.TZ
afterEach(() => {
  process.env.TZ = ownZone ?? 'UTC'
})

const from = (start: string, gapHours: number) =>
  spread(new Date(start), gapHours, 3).map(time => new Date(time * 1000).toISOString().slice(0, 16))

test('keeps the time of day when daylight saving begins between two posts', () => {
  process.env.TZ = 'Australia/Melbourne'
  expect(from('2027-10-02T09:00:00+10:00', 24)).toEqual([
    '2027-10-01T23:00',
    '2027-10-02T22:00',
    '2027-10-03T22:00',
  ])
})

test('counts hours as they pass', () => {
  process.env.TZ = 'Australia/Melbourne'
  expect(from('2027-10-03T01:00:00+10:00', 4)).toEqual([
    '2027-10-02T15:00',
    '2027-10-02T19:00',
    '2027-10-02T23:00',
  ])
})
