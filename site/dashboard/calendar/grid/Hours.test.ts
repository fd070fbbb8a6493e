import { expect, test } from 'bun:test'

import { openingHour } from './Hours.tsx'

const post = (hour: number, isProblem = false) => [`2026-11-24 ${hour}`, [{ isProblem }]] as const
const opening = (posts: ReturnType<typeof post>[], slots: string[] = []) =>
  openingHour(new Map(posts), new Map(slots.map(cell => [cell, []])))

test('opens a week at seven or at an earlier post, unless that one needs attention', () => {
  expect(opening([])).toBe(7)
  expect(opening([post(9), post(12)])).toBe(7)
  expect(opening([post(6), post(9)])).toBe(6)
  expect(opening([post(1, true), post(9)])).toBe(7)
})

test('opens a week at a free slot before seven', () => {
  expect(opening([post(9)], ['2026-11-25 5'])).toBe(5)
})
