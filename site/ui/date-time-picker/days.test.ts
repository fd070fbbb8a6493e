import { expect, test } from 'bun:test'

import { timeZone } from '#site/lib/format.ts'
import { addMonths, dayByKey, timesOf, weeksOf, withTimeOf } from './days.ts'

const day = (date: Date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-')

test('shows a month in whole weeks from Monday', () => {
  const weeks = weeksOf(new Date(2026, 10, 21))
  expect(weeks.map(week => week.length)).toEqual([7, 7, 7, 7, 7, 7])
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)].map(date => date && day(date))).toEqual([
    '2026-10-26',
    '2026-12-6',
  ])
})

test('stays within a short month when paging back from a long one', () => {
  expect(day(addMonths(new Date(2026, 2, 31), -1))).toBe('2026-2-28')
})

test('moves by day, week, month and year with the keys', () => {
  const from = new Date(2026, 10, 21)
  const to = (key: string, shift = false) => {
    const date = dayByKey(from, key, shift)
    return date && day(date)
  }
  expect(to('ArrowLeft')).toBe('2026-11-20')
  expect(to('ArrowDown')).toBe('2026-11-28')
  expect(to('Home')).toBe('2026-11-16')
  expect(to('End')).toBe('2026-11-22')
  expect(to('PageDown')).toBe('2026-12-21')
  expect(to('PageUp', true)).toBe('2025-11-21')
  expect(to('x')).toBeUndefined()
})

test('offers only the rest of today, in steps of fifteen minutes', () => {
  const now = new Date(2026, 10, 21, 23, 20)
  expect(timesOf(now, { zone: timeZone(), min: now, step: 15 }).map(time => time.getMinutes())).toEqual([
    30, 45,
  ])
  expect(timesOf(new Date(2026, 10, 22), { zone: timeZone(), min: now, step: 15 })).toHaveLength(96)
})

test('keeps the chosen time when the day changes', () => {
  const now = new Date(2026, 10, 21, 12)
  const choosable = { zone: timeZone(), min: now, step: 15 }
  const kept = withTimeOf(new Date(2026, 10, 25), new Date(2026, 10, 22, 9, 45), choosable)
  expect(kept).toEqual(new Date(2026, 10, 25, 9, 45))
  expect(withTimeOf(now, new Date(2026, 10, 22, 9, 45), choosable)).toEqual(new Date(2026, 10, 21, 12, 15))
})
