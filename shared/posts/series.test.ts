import { expect, test } from 'bun:test'

import { MAX_SERIES, rhythmOf, SERIES_MESSAGES, seriesDays, seriesProblem } from './series.ts'

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
