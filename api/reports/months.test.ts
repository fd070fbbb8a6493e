import { expect, test } from 'bun:test'

import { startOfDay } from '#api/insights/days.ts'
import { boundsOf, weeksOf } from './months.ts'

test('begins a month in the business’s time zone, across the change to daylight saving', () => {
  expect(boundsOf('2026-10', 'Australia/Melbourne')).toEqual({
    from: new Date('2026-09-30T14:00:00Z'),
    to: new Date('2026-10-31T13:00:00Z'),
  })
  expect(startOfDay('2026-01-01', 'Pacific/Kiritimati')).toEqual(new Date('2025-12-31T10:00:00Z'))
  expect(startOfDay('2026-01-01', 'Pacific/Midway')).toEqual(new Date('2026-01-01T11:00:00Z'))
  expect(startOfDay('2026-01-01', 'Asia/Kathmandu')).toEqual(new Date('2025-12-31T18:15:00Z'))
})

test('counts posts and slots by calendar week', () => {
  const slots = new Map([
    [1, 2],
    [7, 1],
  ])
  const postDays = ['2026-11-01', '2026-11-02', '2026-11-08', '2026-11-30']
  expect(weeksOf({ month: '2026-11', postDays, slots })).toEqual([
    { from: '2026-11-01', to: '2026-11-01', posts: 1, slots: 1 },
    { from: '2026-11-02', to: '2026-11-08', posts: 2, slots: 3 },
    { from: '2026-11-09', to: '2026-11-15', posts: 0, slots: 3 },
    { from: '2026-11-16', to: '2026-11-22', posts: 0, slots: 3 },
    { from: '2026-11-23', to: '2026-11-29', posts: 0, slots: 3 },
    { from: '2026-11-30', to: '2026-11-30', posts: 1, slots: 2 },
  ])
  expect(weeksOf({ month: '2026-02', postDays: [], slots: new Map() })[0]?.slots).toBeNull()
})
