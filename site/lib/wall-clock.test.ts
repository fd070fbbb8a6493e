import { expect, test } from 'bun:test'

import { clockIn } from './wall-clock.ts'

const HOUR_MS = 3_600_000

test.each([
  'UTC',
  'Australia/Melbourne',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Africa/Casablanca',
  'Pacific/Apia',
])('agrees with Intl about the time in %s at each half hour of two years', zone => {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const wrong: string[] = []
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += HOUR_MS / 2) {
    const instant = new Date(at)
    const { day, minutes } = clockIn(zone, instant)
    const [year, month, date] = day.split('-')
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    if (parts.format(instant) !== `${date}/${month}/${year}, ${time}`) wrong.push(instant.toISOString())
  }
  expect(wrong).toEqual([])
})
