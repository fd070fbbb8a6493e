import { expect, test } from 'bun:test'

import { clockIn } from '#site/lib/wall-clock.ts'
import { timesOf } from './days.ts'

/** Zone, day, number of quarter hours on it, and a wall-clock time with its instant. */
const days = [
  ['Europe/London', [2027, 2, 28], 92, '09:00', '2027-03-28T08:00:00.000Z'],
  ['Europe/London', [2027, 9, 31], 96, '01:30', '2027-10-31T00:30:00.000Z'],
  ['America/New_York', [2027, 2, 14], 92, '09:00', '2027-03-14T13:00:00.000Z'],
  ['America/New_York', [2027, 10, 7], 96, '01:30', '2027-11-07T05:30:00.000Z'],
  ['Asia/Kolkata', [2027, 2, 28], 96, '09:00', '2027-03-28T03:30:00.000Z'],
  ['Australia/Melbourne', [2027, 9, 3], 92, '09:00', '2027-10-02T22:00:00.000Z'],
  ['Australia/Melbourne', [2027, 3, 4], 96, '02:30', '2027-04-03T15:30:00.000Z'],
] as const

test.each(days)(
  'in %s on %p, offers the times of the wall clock',
  (timeZone, [year, month, date], count, wall, instant) => {
    const times = timesOf(new Date(year, month, date), {
      zone: timeZone,
      min: new Date(2026, 0, 1),
      step: 15,
    })
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    const shown = times.map(time => clock.format(time))
    expect(shown).toHaveLength(count)
    expect(new Set(shown).size).toBe(count)
    expect(shown).toEqual(shown.toSorted())
    expect(times[shown.indexOf(wall)]?.toISOString()).toBe(instant)
  },
)

test('omits the hour that the start of daylight saving skips', () => {
  const zone = 'Australia/Melbourne'
  const times = timesOf(new Date(2027, 9, 3), { zone, min: new Date(2026, 0, 1), step: 15 })
  expect(times.filter(time => clockIn(zone, time).minutes === 2 * 60)).toEqual([])
})
