import { expect, test } from 'bun:test'

import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { dayKey, readDay, daysLater, onDay } from '#site/ui/date-time-picker/days.ts'
import {
  addQuarters,
  daysOf,
  earlierDays,
  firstTimeOn,
  monthOf,
  periodOf,
  dayOfNextPeriod,
  titleOf,
  type View,
  windowOf,
  emptyPeriodMessage,
  emptyDayMessage,
} from './days.ts'

/** A zone with clock changes: on 4 October 2026 two o’clock becomes three, on 5 April three becomes two. */
const MELBOURNE = 'Australia/Melbourne'

const day = (key: string) => readDay(key)!
const at = (key: string, hour: number, minute = 0) =>
  instantIn(MELBOURNE, { day: key, minutes: hour * 60 + minute })
const shown = (instant: Date) => {
  const { day, minutes } = clockIn(MELBOURNE, instant)
  return `${day} ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
const keys = (weeks: Date[][]) => weeks.map(week => `${dayKey(week[0]!)}–${dayKey(week.at(-1)!)}`)

test('keeps a post’s time of day when it moves across a clock change', () => {
  const before = at('2026-10-03', 9, 30)
  const after = daysLater(MELBOURNE, before, 1)
  expect(shown(after)).toBe('2026-10-04 9:30')
  expect(+after - +before).toBe(23 * 60 * 60_000)
  expect(shown(onDay(MELBOURNE, day('2026-10-04'), at('2026-10-03', 2, 30)))).toBe('2026-10-04 3:30')
})

test('takes the first of two occurrences of an hour, whatever the device’s zone', () => {
  expect(at('2026-04-05', 2, 30).toISOString()).toBe('2026-04-04T15:30:00.000Z')
  expect(at('2026-04-05', 3).toISOString()).toBe('2026-04-04T17:00:00.000Z')
  expect(shown(new Date('2026-04-04T16:30:00Z'))).toBe('2026-04-05 2:30')
})

test('steps by quarters of an hour of elapsed time', () => {
  const last = at('2026-10-04', 1, 45)
  const next = addQuarters(last, 1)
  expect([shown(next), +next - +last]).toEqual(['2026-10-04 3:00', 15 * 60_000])
  expect(shown(addQuarters(at('2026-10-01', 9, 7), 1))).toBe('2026-10-01 9:15')
  expect(shown(addQuarters(at('2026-10-01', 9, 7), -1))).toBe('2026-10-01 9:00')
})

test('shows a month in whole weeks from Monday, a week as seven days, and a list as the month alone', () => {
  const [on, today] = [day('2026-10-04'), day('2026-07-01')]
  const month = daysOf('month', on, today).map(dayKey)
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-09-28', '2026-11-01', 35])
  const week = daysOf('week', on, today)
  expect(week.map(dayKey)).toContain('2026-10-04')
  expect(windowOf(week, MELBOURNE)).toEqual({ from: at('2026-09-28', 0), to: at('2026-10-05', 0) })
  expect(daysOf('list', on, today).map(dayKey)).toHaveLength(31)
})

test('steps to the same day of another week, and to the first of another month or to today', () => {
  const to = (view: View, on: string, steps: 1 | -1) =>
    dayKey(dayOfNextPeriod(view, day(on), steps, day('2026-02-11')))
  expect(to('week', '2026-01-28', 1)).toBe('2026-02-04')
  expect([to('month', '2026-02-11', 1), to('list', '2026-02-11', -1)]).toEqual(['2026-03-01', '2026-01-01'])
  expect([to('month', '2026-01-31', 1), to('month', '2026-03-30', -1)]).toEqual(['2026-02-11', '2026-02-11'])
})

test('starts the current month at this week, shows five weeks, and separates its past weeks', () => {
  const { past, weeks } = monthOf(day('2026-11-01'), day('2026-11-25'))
  expect(keys(past)).toEqual([
    '2026-10-26–2026-11-01',
    '2026-11-02–2026-11-08',
    '2026-11-09–2026-11-15',
    '2026-11-16–2026-11-22',
  ])
  expect(keys(weeks)).toHaveLength(5)
  expect(keys(weeks)[0]).toBe('2026-11-23–2026-11-29')
  expect(keys(weeks).at(-1)).toBe('2026-12-21–2026-12-27')
  expect(monthOf(day('2026-12-01'), day('2026-11-25')).past).toEqual([])
})

test('lists the current month to the end of its last week, and folds the days before today, or before an earlier day that was opened', () => {
  const [on, today] = [day('2026-11-25'), day('2026-11-25')]
  const days = daysOf('list', on, today)
  expect([days[0], days.at(-1)].map(each => dayKey(each!))).toEqual(['2026-11-01', '2026-12-27'])
  const folded = earlierDays('list', on, days, today)
  expect([folded[0], folded.at(-1)].map(each => dayKey(each!))).toEqual(['2026-11-01', '2026-11-24'])
  const opened = day('2026-11-10')
  expect(dayKey(earlierDays('list', opened, days, today).at(-1)!)).toBe('2026-11-09')
  expect(earlierDays('list', day('2026-11-01'), days, today)).toEqual([])
})

test('folds the past weeks of the current month, unless a day among them was opened', () => {
  const today = day('2026-11-25')
  const folded = (on: Date) => earlierDays('month', on, daysOf('month', on, today), today).map(dayKey)
  expect([folded(today)[0], folded(today).at(-1)]).toEqual(['2026-10-26', '2026-11-22'])
  expect(folded(day('2026-11-23'))).toHaveLength(28)
  expect(folded(day('2026-11-20'))).toEqual([])
  expect(folded(day('2026-12-01'))).toEqual([])
  expect(earlierDays('week', today, daysOf('week', today, today), today)).toEqual([])
})

test('compares a month or a week with today’s', () => {
  const today = day('2026-11-29')
  const periods = (view: View, ...keys: string[]) => keys.map(key => periodOf(view, day(key), today))
  expect(periods('month', '2026-10-31', '2026-11-01', '2026-12-01')).toEqual(['past', 'current', 'future'])
  expect(periods('week', '2026-11-22', '2026-11-23', '2026-11-30')).toEqual(['past', 'current', 'future'])
})

test('ignores a URL with an invalid day', () => {
  expect(readDay('2026-02-30')).toBeUndefined()
  expect(readDay('today')).toBeUndefined()
  expect(dayKey(readDay('2026-02-28')!)).toBe('2026-02-28')
})

test('suggests the morning of a later day, an hour from now today, and nothing in the past', () => {
  const now = at('2026-10-14', 10, 7)
  const suggested = (key: string, from = now) => {
    const time = firstTimeOn(MELBOURNE, day(key), from)
    return time && shown(time)
  }
  expect(suggested('2026-10-15')).toBe('2026-10-15 9:00')
  expect(suggested('2026-10-14')).toBe('2026-10-14 11:00')
  expect(suggested('2026-10-13')).toBeUndefined()
  expect(suggested('2026-10-14', at('2026-10-14', 23, 30))).toBeUndefined()
})

const WEEK: [Date, Date] = [new Date(2026, 10, 23), new Date(2026, 10, 29)]
const MONTH: [Date, Date] = [new Date(2026, 9, 1), new Date(2026, 9, 1)]

test('describes an empty month or week that is over, current or to come', () => {
  expect(emptyPeriodMessage('month', MONTH, 'past')).toBe('There were no posts in October 2026.')
  expect(emptyPeriodMessage('month', MONTH, 'current')).toBe(
    'Nothing is planned for the rest of October 2026.',
  )
  expect(emptyPeriodMessage('list', MONTH, 'future')).toBe('Nothing is planned for October 2026.')
  expect(emptyPeriodMessage('week', WEEK, 'past')).toMatch(/^There were no posts on 23.29 November 2026\.$/)
  expect(emptyPeriodMessage('week', WEEK, 'current')).toBe('Nothing is planned for the rest of this week.')
})

test('says of a past day that it had no posts', () => {
  const today = new Date(2026, 10, 26)
  expect(emptyDayMessage(new Date(2026, 10, 25), today)).toBe('There were no posts on this day.')
  expect(emptyDayMessage(today, today)).toBe('Nothing is planned for this day.')
})

test('continues the current week on a phone once it is nearly over', () => {
  const daysFrom = (on: Date, today: Date, isWide = false) => {
    const days = daysOf('week', on, today, isWide)
    return [days.length, dayKey(days[0]!)]
  }
  const [thursday, friday, sunday] = [26, 27, 29].map(day => new Date(2026, 10, day)) as [Date, Date, Date]
  expect(daysFrom(thursday, thursday)).toEqual([7, '2026-11-23'])
  expect(daysFrom(friday, friday)).toEqual([14, '2026-11-23'])
  expect(daysFrom(sunday, sunday)).toEqual([14, '2026-11-23'])
  expect(daysFrom(sunday, sunday, true)).toEqual([7, '2026-11-23'])
  expect(daysFrom(new Date(2026, 11, 1), sunday)).toEqual([7, '2026-11-30'])
})

test('names the month whose whole weeks are shown, and several only if it shows several', () => {
  const title = (from: string, to: string) => titleOf('month', [day(from), day(to)])
  expect(title('2026-11-30', '2027-01-03')).toBe('December 2026')
  expect(title('2026-11-01', '2026-11-30')).toBe('November 2026')
  expect(title('2026-11-16', '2026-12-20')).toMatch(/^November\s–\sDecember 2026$/)
  const listed: [Date, Date] = [day('2026-11-30'), day('2027-01-03')]
  expect(titleOf('list', listed)).toMatch(/^November 2026\s–\sJanuary 2027$/)
})
