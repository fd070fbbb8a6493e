import { expect, test } from 'bun:test'

import {
  dayOfMonthOf,
  MAX_SERIES,
  planRhythm,
  rhythmOf,
  SERIES_MESSAGES,
  seriesDays,
  seriesProblem,
} from './series.ts'

test('repeats weekly and in longer intervals until a day, that day included', () => {
  const weekly = { every: 'week', interval: 1 } as const
  expect(seriesDays('2026-11-30', { ...weekly, until: '2026-12-14' })).toEqual([
    '2026-11-30',
    '2026-12-07',
    '2026-12-14',
  ])
  expect(seriesDays('2026-12-28', { ...weekly, interval: 2, until: '2027-01-24' })).toEqual([
    '2026-12-28',
    '2027-01-11',
  ])
})

test('repeats monthly on the same date, or on the last day of a shorter month', () => {
  expect(seriesDays('2027-10-31', { every: 'month', interval: 1, until: '2028-03-31' })).toEqual([
    '2027-10-31',
    '2027-11-30',
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
  ])
  expect(seriesDays('2026-11-15', { every: 'month', interval: 3, until: '2027-05-15' })).toEqual([
    '2026-11-15',
    '2027-02-15',
    '2027-05-15',
  ])
})

test('takes two posts to a year of weekly ones', () => {
  const weekly = (until: string) => ({ every: 'week', interval: 1, until }) as const
  const problem = (until: string) => seriesProblem(weekly(until), seriesDays('2026-01-01', weekly(until)))
  expect(problem('')).toBe(SERIES_MESSAGES.noUntil)
  expect(problem('2026-01-07')).toBe(SERIES_MESSAGES.once)
  expect(problem('2025-06-01')).toBe(SERIES_MESSAGES.once)
  expect(problem('2026-01-08')).toBeUndefined()
  expect(problem('2026-12-31')).toBeUndefined()
  expect(problem('2027-01-07')).toBe(SERIES_MESSAGES.tooMany)
  expect(seriesDays('2026-01-01', { every: 'week', interval: 1, until: '9999-12-31' })).toHaveLength(
    MAX_SERIES + 1,
  )
})

test('names the rhythm', () => {
  expect(rhythmOf({ every: 'week', interval: 1 })).toBe('every week')
  expect(rhythmOf({ every: 'month', interval: 2 })).toBe('every 2 months')
})

test('plans another rhythm: posts stay on its days, the alike ones move to free days, and the rest end', () => {
  const post = (day: string, differs = false) => ({ _id: day, day, differs })
  const later = [post('a1'), post('a2', true), post('a3'), post('a4'), post('a5')]
  expect(planRhythm(['a3', 'b1', 'b2', 'b3', 'b4'], later)).toEqual({
    stays: [{ _id: 'a3', day: 'a3' }],
    moved: [
      { _id: 'a1', day: 'b1' },
      { _id: 'a4', day: 'b2' },
      { _id: 'a5', day: 'b3' },
    ],
    cancelled: [{ _id: 'a2', day: 'a2' }],
    added: ['b4'],
  })
  expect(planRhythm([], later).cancelled).toHaveLength(5)
})

test('knows the date of monthly posts from a month that is too short for it', () => {
  expect(dayOfMonthOf('2027-02-28', ['2027-03-31', '2027-04-30'])).toBe(31)
  expect(dayOfMonthOf('2027-02-27', ['2027-03-31'])).toBe(27)
  expect(dayOfMonthOf('2027-04-30', [])).toBe(30)
})
