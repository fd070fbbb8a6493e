import { afterAll, beforeAll, expect, setSystemTime, test } from 'bun:test'

import { formatAsOfIn, formatDueIn, formatMomentIn } from './zone.ts'

const NOON = '2026-11-30T12:00:00Z'
const device = Intl.DateTimeFormat().resolvedOptions().timeZone

// Another day than that of the tested times, which are written without a date on their own day.
beforeAll(() => setSystemTime(new Date('2026-11-20T12:00:00Z')))
afterAll(() => setSystemTime())

test('names the business’s time zone only where the device’s time differs', () => {
  expect(formatDueIn(device, NOON)).toMatch(/^Mon 30 Nov, \d{1,2}:\d\d [ap]m$/)
  expect(formatDueIn('Pacific/Auckland', NOON)).toMatch(/^Tue 1 Dec, 1:00 am (NZDT|GMT\+13)$/)
  expect(formatAsOfIn('Pacific/Auckland', NOON)).toMatch(/^as of Tue 1 Dec, 1:00 am (NZDT|GMT\+13)$/)
  expect(formatMomentIn('Pacific/Auckland', NOON)).toMatch(/^Tue 1 Dec 2026, 1:00 am (NZDT|GMT\+13)$/)
})
