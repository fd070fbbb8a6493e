import { expect, test } from 'bun:test'

import { zoneName } from '#shared/date-formats.ts'
import '#site/test/browser.ts'
import {
  describeTimeZone,
  formatBytes,
  formatClock,
  formatDay,
  formatDayTime,
  formatExact,
  formatHour,
  formatPicked,
  formatRelative,
  setLanguage,
} from './format.ts'

const at = new Date('2026-11-21T04:15:00Z')

test('formats a chosen time as the composer shows it, in its time zone', () => {
  expect(formatPicked(at, 'Australia/Melbourne')).toBe('November 21, 2026 3:15 PM')
  expect(formatPicked(at, 'America/New_York')).toBe('November 20, 2026 11:15 PM')
})

test('names the day and the zone of an exact time', () => {
  expect(formatExact(at, 'Australia/Melbourne')).toBe('Saturday 21 November 2026 at 3:15 pm AEDT')
  expect(describeTimeZone(at, 'Australia/Melbourne')).toBe('Melbourne time (AEDT)')
  expect(describeTimeZone(new Date('2026-07-01T00:00:00Z'), 'Australia/Melbourne')).toBe(
    'Melbourne time (AEST)',
  )
})

test.each([
  ['en', 'Sat 21 Nov, 3:15 pm', 'November 21, 2026 3:15 PM', 'Saturday 21 November 2026 at 3:15 pm AEDT'],
  ['de', 'Sat 21.11.2026, 15:15', 'Sat 21.11.2026, 15:15', 'Saturday 21.11.2026 at 15:15 AEDT'],
  ['fr', 'Sat 21/11/2026, 15:15', 'Sat 21/11/2026, 15:15', 'Saturday 21/11/2026 at 15:15 AEDT'],
] as const)(
  'writes moments in English words, and in the digits and clock of %s',
  (language, due, picked, exact) => {
    try {
      setLanguage(language)
      const zone = 'Australia/Melbourne'
      expect([formatDayTime(at, zone), formatPicked(at, zone), formatExact(at, zone)]).toEqual([
        due,
        picked,
        exact,
      ])
      expect(formatRelative(new Date(+at + 300_000), at)).toBe('in 5 minutes')
      expect(formatDay('2026-11-21')).not.toEndWith('.')
    } finally {
      setLanguage('en')
    }
  },
)

test('names time zones by their abbreviations, wherever English has one', () => {
  const named = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Perth', 'Asia/Tokyo']
  expect(named.map(zone => zoneName(at, zone))).toEqual(['CET', 'EST', 'IST', 'AWST', 'GMT+9'])
})

test('formats a time of day like the time of an instant', () => {
  expect(['00:00', '09:05', '17:30'].map(formatClock)).toEqual(['12:00 am', '9:05 am', '5:30 pm'])
})

test('formats a whole hour like other times, in the language of the dates', () => {
  expect([0, 9, 12, 15].map(formatHour)).toEqual(['12 am', '9 am', '12 pm', '3 pm'])
  try {
    setLanguage('fr')
    expect([12, 15].map(formatHour)).toEqual(['12:00', '15:00'])
  } finally {
    setLanguage('en')
  }
})

test('formats times near now relative to now', () => {
  const from = (seconds: number) => formatRelative(new Date(at.getTime() + seconds * 1000), at)
  expect(from(3)).toBe('now')
  expect(from(300)).toBe('in 5 minutes')
  expect(from(-7200)).toBe('2 hours ago')
  expect(from(86_400)).toBe('tomorrow')
  expect(from(11 * 86_400)).toBe('in 11 days')
  expect(from(-14 * 86_400)).toBe('2 weeks ago')
})

test('counts days by the calendar of the zone', () => {
  const night = new Date('2026-11-24T14:50:00Z')
  const from = (instant: string) => formatRelative(instant, night, 'Australia/Melbourne')
  // It is Wednesday, 1:50 am in Melbourne.
  expect(from('2026-11-23T08:39:00Z')).toBe('2 days ago')
  expect(from('2026-11-29T06:30:00Z')).toBe('in 4 days')
  expect(from('2026-11-24T08:39:00Z')).toBe('6 hours ago')
  expect(from('2026-11-25T20:30:00Z')).toBe('tomorrow')
  expect(formatRelative('2026-11-23T08:39:00Z', night, 'UTC')).toBe('yesterday')
})

test('formats sizes in the unit that fits', () => {
  expect(formatBytes(900)).toBe('900 B')
  expect(formatBytes(4.2 * 1024 ** 2)).toBe('4.2 MB')
})
