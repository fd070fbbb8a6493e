import { expect, test } from 'bun:test'

import { dayOfMonthOf, planRhythm, RHYTHM_MESSAGES, seriesDays, seriesProblem } from './rhythm.ts'
import { MAX_SERIES, describeRhythm, SERIES_MESSAGES } from './series.ts'

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

test('accepts from two posts to a year of weekly ones', () => {
  const weekly = (until: string) => ({ every: 'week', interval: 1, until }) as const
  const problem = (until: string) => seriesProblem(weekly(until), seriesDays('2026-01-01', weekly(until)))
  expect(problem('')).toBe(SERIES_MESSAGES.noUntil)
  expect(problem('2026-01-07')).toBe(RHYTHM_MESSAGES.once)
  expect(problem('2025-06-01')).toBe(RHYTHM_MESSAGES.once)
  expect(problem('2026-01-08')).toBeUndefined()
  expect(problem('2026-12-31')).toBeUndefined()
  expect(problem('2027-01-07')).toBe(RHYTHM_MESSAGES.tooMany)
  expect(seriesDays('2026-01-01', { every: 'week', interval: 1, until: '9999-12-31' })).toHaveLength(
    MAX_SERIES + 1,
  )
})

test('describes the rhythm', () => {
  expect(describeRhythm({ every: 'week', interval: 1 })).toBe('every week')
  expect(describeRhythm({ every: 'month', interval: 2 })).toBe('every 2 months')
})

test('rejects more texts than posts', () => {
  const weekly = { every: 'week', interval: 1, until: '2026-01-15' } as const
  const days = seriesDays('2026-01-01', weekly)
  expect(seriesProblem(weekly, days, 3)).toBeUndefined()
  expect(seriesProblem(weekly, days, 4)).toBe(RHYTHM_MESSAGES.moreTexts)
})

test('keeps posts on days of the new rhythm, moves unchanged ones to free days and cancels the rest', () => {
  const post = (day: string, differs = false) => ({ _id: day, day, text: 0, differs })
  const later = [post('a1'), post('a2', true), post('a3'), post('a4'), post('a5')]
  const series = { text: 0, texts: [0], later }
  expect(planRhythm({ ...series, days: ['a0', 'a3', 'b1', 'b2', 'b3', 'b4'] })).toEqual({
    stays: [{ _id: 'a3', turn: 1, text: 0 }],
    moved: [
      { _id: 'a1', turn: 2, text: 0 },
      { _id: 'a4', turn: 3, text: 0 },
      { _id: 'a5', turn: 4, text: 0 },
    ],
    cancelled: [later[1]!],
    drafts: [later[1]!],
    added: [{ turn: 5, text: 0 }],
  })
  const ended = planRhythm({ ...series, days: ['a0'] })
  expect([ended.cancelled, ended.drafts]).toEqual([later, [later[1]!]])
})

test('continues the rotation of texts after the post from which the rhythm changes', () => {
  const later = [2, 0, 1, 2, 0].map((text, index) => ({ _id: `a${index + 1}`, day: `a${index + 1}`, text }))
  const series = { text: 1, texts: [0, 1, 2], later }
  expect(planRhythm({ ...series, days: ['a0', 'a2', 'a4', 'b1', 'b2'] })).toEqual({
    stays: [],
    moved: [
      { _id: 'a1', turn: 1, text: 2 },
      { _id: 'a2', turn: 2, text: 0 },
      { _id: 'a3', turn: 3, text: 1 },
      { _id: 'a4', turn: 4, text: 2 },
    ],
    cancelled: [later[4]!],
    drafts: [],
    added: [],
  })
  const ended = planRhythm({ ...series, days: ['a0'] })
  expect([ended.cancelled, ended.drafts]).toEqual([later, [later[0]!, later[1]!]])
})

test('keeps a post that was changed alone on its day, and counts it in the rotation', () => {
  const own = { _id: 'own', day: 'a1', text: 1, differs: true }
  const plan = planRhythm({ days: ['a0', 'a1', 'a2', 'a3'], text: 0, texts: [0, 1], later: [own] })
  expect(plan).toMatchObject({ stays: [{ _id: 'own', turn: 1 }], cancelled: [] })
  expect(plan.added).toEqual([
    { turn: 2, text: 0 },
    { turn: 3, text: 1 },
  ])
})

test('derives the day of the month from later posts if the first month is too short for it', () => {
  expect(dayOfMonthOf('2027-02-28', ['2027-03-31', '2027-04-30'])).toBe(31)
  expect(dayOfMonthOf('2027-02-27', ['2027-03-31'])).toBe(27)
  expect(dayOfMonthOf('2027-04-30', [])).toBe(30)
})
