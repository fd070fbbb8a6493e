import { expect, test } from 'bun:test'

import { formatRate, formatSlot } from './posting-labels.ts'

test('phrases a posting rate as people say it', () => {
  const rate = (weeks: number[]) =>
    formatRate({ weeks, perWeek: weeks.reduce((sum, week) => sum + week, 0) / weeks.length })
  expect(rate([1, 0, 0, 0])).toBe('Once in 4 weeks')
  expect(rate([1, 0, 1, 0])).toBe('2 times in 4 weeks')
  expect(rate([1, 1, 1, 1])).toBe('Once a week')
  expect(rate([4, 3, 3, 4])).toBe('3.5 times a week')
  expect(formatRate({ weeks: [0, 0, 0, 0], perWeek: null })).toBeUndefined()
})

test('names a slot by weekday and 12-hour time', () => {
  expect(formatSlot({ weekday: 3, hour: 15 })).toBe('Wednesdays at 3 pm')
  expect(formatSlot({ weekday: 0, hour: 0 })).toBe('Sundays at 12 am')
  expect(formatSlot({ weekday: 6, hour: 12 })).toBe('Saturdays at 12 pm')
})
