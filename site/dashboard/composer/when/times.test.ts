import { expect, test } from 'bun:test'

import { nextOf, nextTimeOfDay, tomorrowMorning } from './times.ts'

/** A Saturday. */
const now = new Date(2026, 10, 21, 15, 30)

test('finds tomorrow morning over the end of a month', () => {
  expect(tomorrowMorning(new Date(2026, 10, 30, 23, 59))).toEqual(new Date(2026, 11, 1, 9))
})

test('finds the next time of a weekly slot, a week later if it has passed today', () => {
  expect(nextOf({ weekday: 3, hour: 15 }, now)).toEqual(new Date(2026, 10, 25, 15))
  expect(nextOf({ weekday: 6, hour: 18 }, now)).toEqual(new Date(2026, 10, 21, 18))
  expect(nextOf({ weekday: 6, hour: 15 }, now)).toEqual(new Date(2026, 10, 28, 15))
})

test('proposes the last time of day again, tomorrow if it has passed', () => {
  expect(nextTimeOfDay(21 * 60 + 30, now)).toEqual(new Date(2026, 10, 21, 21, 30))
  expect(nextTimeOfDay(9 * 60, now)).toEqual(new Date(2026, 10, 22, 9))
})
