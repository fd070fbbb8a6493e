import { expect, test } from 'bun:test'

import { nextOf, nextTimeOfDay, shortTime, tomorrowMorning } from './times.ts'

const PERTH = 'Australia/Perth'
/** A Saturday in Perth, and still Friday in Chicago. */
const now = new Date('2026-11-21T13:30:00+08:00')
const perth = (wall: string) => new Date(`${wall}:00+08:00`)

test('finds tomorrow morning in the business’s time zone, across the end of a month', () => {
  expect(tomorrowMorning(PERTH, perth('2026-11-30T23:59'))).toEqual(perth('2026-12-01T09:00'))
  expect(tomorrowMorning('America/Chicago', perth('2026-12-01T10:00'))).toEqual(perth('2026-12-01T23:00'))
})

test('keeps nine o’clock on the day that daylight saving begins', () => {
  const eve = new Date('2026-10-03T20:00:00+10:00')
  expect(tomorrowMorning('Australia/Melbourne', eve)).toEqual(new Date('2026-10-04T09:00:00+11:00'))
})

test('finds the next time of a weekly slot, a week later if it has passed today', () => {
  expect(nextOf(PERTH, { weekday: 3, hour: 15 }, now)).toEqual(perth('2026-11-25T15:00'))
  expect(nextOf(PERTH, { weekday: 6, hour: 18 }, now)).toEqual(perth('2026-11-21T18:00'))
  expect(nextOf(PERTH, { weekday: 6, hour: 13 }, now)).toEqual(perth('2026-11-28T13:00'))
})

test('proposes the last time of day again, tomorrow if it has passed', () => {
  expect(nextTimeOfDay(PERTH, 21 * 60 + 30, now)).toEqual(perth('2026-11-21T21:30'))
  expect(nextTimeOfDay(PERTH, 9 * 60, now)).toEqual(perth('2026-11-22T09:00'))
})

test('names a time by its weekday, or by its date once the weekday would be ambiguous', () => {
  const short = (wall: string) => shortTime(PERTH, perth(wall), now)
  expect(short('2026-11-21T18:00')).toBe('today 6:00 pm')
  expect(short('2026-11-26T12:15')).toBe('Thu 12:15 pm')
  expect(short('2026-11-27T13:00')).toBe('Fri 1:00 pm')
  expect(short('2026-11-28T13:00')).toBe('Sat 28 Nov, 1:00 pm')
  expect(short('2026-12-03T12:15')).toBe('Thu 3 Dec, 12:15 pm')
})
