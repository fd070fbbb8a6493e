import { expect, test } from 'bun:test'

import {
  dayKey,
  daysLater,
  daysOf,
  firstTimeOn,
  onDay,
  addQuarters,
  readDay,
  stepped,
  windowOf,
} from './days.ts'

/** Runs in a zone with clock changes: on 4 October 2026 two o’clock becomes three, on 5 April three becomes two. */
function inMelbourne(run: () => void) {
  const before = process.env.TZ
  process.env.TZ = 'Australia/Melbourne'
  try {
    run()
  } finally {
    process.env.TZ = before ?? 'UTC'
  }
}

test('keeps a post’s time of day when it moves across a clock change', () =>
  inMelbourne(() => {
    const before = new Date(2026, 9, 3, 9, 30)
    const after = daysLater(before, 1)
    expect([after.getDate(), after.getHours(), after.getMinutes()]).toEqual([4, 9, 30])
    expect(+after - +before).toBe(23 * 60 * 60_000)
    expect(onDay(new Date(2026, 9, 4), new Date(2026, 9, 3, 2, 30)).getHours()).toBe(3)
  }))

test('steps by quarters of an hour of elapsed time', () =>
  inMelbourne(() => {
    const last = new Date(2026, 9, 4, 1, 45)
    const next = addQuarters(last, 1)
    expect([next.getHours(), next.getMinutes(), +next - +last]).toEqual([3, 0, 15 * 60_000])
    expect(addQuarters(new Date(2026, 9, 1, 9, 7), 1).getMinutes()).toBe(15)
    expect(addQuarters(new Date(2026, 9, 1, 9, 7), -1).getMinutes()).toBe(0)
  }))

test('shows a month in whole weeks from Monday, a week as seven days, and a list as the month alone', () =>
  inMelbourne(() => {
    const on = new Date(2026, 9, 4)
    const month = daysOf('month', on).map(dayKey)
    expect([month[0], month.at(-1), month.length]).toEqual(['2026-09-28', '2026-11-01', 35])
    expect(daysOf('week', on).map(dayKey)).toContain('2026-10-04')
    expect(windowOf('week', on)).toEqual({ from: new Date(2026, 8, 28), to: new Date(2026, 9, 5) })
    expect(daysOf('list', on).map(dayKey)).toHaveLength(31)
    expect(dayKey(stepped('month', new Date(2026, 0, 31), 1))).toBe('2026-02-28')
  }))

test('ignores a URL with an invalid day', () => {
  expect(readDay('2026-02-30')).toBeUndefined()
  expect(readDay('today')).toBeUndefined()
  expect(dayKey(readDay('2026-02-28')!)).toBe('2026-02-28')
})

test('suggests the morning of a later day, an hour from now today, and nothing in the past', () =>
  inMelbourne(() => {
    const now = new Date(2026, 9, 14, 10, 7)
    expect(firstTimeOn(new Date(2026, 9, 15), now)).toEqual(new Date(2026, 9, 15, 9))
    expect(firstTimeOn(new Date(2026, 9, 14), now)).toEqual(new Date(2026, 9, 14, 11))
    expect(firstTimeOn(new Date(2026, 9, 13), now)).toBeUndefined()
    expect(firstTimeOn(new Date(2026, 9, 14), new Date(2026, 9, 14, 23, 30))).toBeUndefined()
  }))
