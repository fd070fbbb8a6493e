import { expect, test } from 'bun:test'

import { specialDay } from './special-days.ts'

const MELBOURNE = 'Australia/Melbourne'

test.each([
  [2026, 4, 3, 'Good Friday'],
  [2026, 4, 5, 'Easter Sunday'],
  [2027, 3, 29, 'Easter Monday'],
  [2038, 4, 25, 'Anzac Day'],
  [2026, 2, 17, 'Shrove Tuesday'],
  [2026, 5, 10, 'Mother’s Day'],
  [2026, 9, 6, 'Father’s Day'],
  [2026, 11, 3, 'Melbourne Cup'],
  [2026, 11, 27, 'Black Friday'],
  [2024, 11, 29, 'Black Friday'],
  [2026, 12, 25, 'Christmas Day'],
  [2026, 11, 20, undefined],
  [2026, 5, 3, undefined],
])('names %i-%i-%i %p', (year, month, day, name) => {
  expect(specialDay(new Date(year, month - 1, day), MELBOURNE)).toBe(name)
})

test('marks the days that many countries share for businesses elsewhere, and no Australian ones', () => {
  expect(specialDay(new Date(2026, 11, 25), 'Europe/Paris')).toBe('Christmas Day')
  expect(specialDay(new Date(2026, 4, 10), 'Europe/Paris')).toBeUndefined()
  expect(specialDay(new Date(2026, 3, 25), 'Europe/Paris')).toBeUndefined()
})
