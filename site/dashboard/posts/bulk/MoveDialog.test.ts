import { expect, test } from 'bun:test'

import { spread } from './MoveDialog.tsx'

const from = (start: string, gapHours: number) =>
  spread({ start: new Date(start), gapHours, count: 3, zone: 'Australia/Melbourne' }).map(time =>
    new Date(time * 1000).toISOString().slice(0, 16),
  )

test('keeps the time of day when daylight saving begins between two posts', () => {
  expect(from('2027-10-02T09:00:00+10:00', 24)).toEqual([
    '2027-10-01T23:00',
    '2027-10-02T22:00',
    '2027-10-03T22:00',
  ])
})

test('spreads posts by elapsed hours, whatever the clock shows', () => {
  expect(from('2027-10-03T01:00:00+10:00', 4)).toEqual([
    '2027-10-02T15:00',
    '2027-10-02T19:00',
    '2027-10-02T23:00',
  ])
})
