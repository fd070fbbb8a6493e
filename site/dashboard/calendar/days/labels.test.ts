import { expect, test } from 'bun:test'

import { nothingIn, nothingOn } from './labels.ts'

const WEEK: [Date, Date] = [new Date(2026, 10, 23), new Date(2026, 10, 29)]
const MONTH: [Date, Date] = [new Date(2026, 9, 1), new Date(2026, 9, 1)]

test('describes an empty month or week that is over, current or to come', () => {
  expect(nothingIn('month', MONTH, 'past')).toBe('There were no posts in October 2026.')
  expect(nothingIn('month', MONTH, 'current')).toBe('Nothing is planned for the rest of October 2026.')
  expect(nothingIn('list', MONTH, 'future')).toBe('Nothing is planned for October 2026.')
  expect(nothingIn('week', WEEK, 'past')).toMatch(/^There were no posts on 23.29 November 2026\.$/)
  expect(nothingIn('week', WEEK, 'current')).toBe('Nothing is planned for the rest of this week.')
})

test('says of a past day that it had no posts', () => {
  const today = new Date(2026, 10, 26)
  expect(nothingOn(new Date(2026, 10, 25), today)).toBe('There were no posts on this day.')
  expect(nothingOn(today, today)).toBe('Nothing is planned for this day.')
})
