import { expect, test } from 'bun:test'

import { openingHour } from './opening-hour.ts'

const ZONE = 'Australia/Melbourne'
const post = (time: string, isProblem = false) => ({ at: new Date(`2026-11-24T${time}:00+11:00`), isProblem })

test('opens a week at seven or at an earlier post, unless that one needs attention', () => {
  expect(openingHour([], [], ZONE)).toBe(7)
  expect(openingHour([post('09:00'), post('12:15')], [], ZONE)).toBe(7)
  expect(openingHour([post('06:45'), post('09:00')], [], ZONE)).toBe(6)
  expect(openingHour([post('01:28', true), post('09:00')], [], ZONE)).toBe(7)
})

test('opens a week at a free slot before seven', () => {
  expect(openingHour([post('09:00')], [post('05:30').at], ZONE)).toBe(5)
})
