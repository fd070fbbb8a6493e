import { expect, test } from 'bun:test'

import { chosenPeriod, comparedDays, lastPeriod } from './period.ts'

const at = (day: string) => new Date(`${day}T02:00:00Z`)
const compared = (today: string, from: string, to: string) =>
  comparedDays(chosenPeriod(at(today), { from, to, timeZone: 'Australia/Melbourne' }))

test('compares chosen days with as many directly before', () => {
  expect(compared('2026-11-29', '2026-11-10', '2026-11-16')?.before).toEqual({
    from: '2026-11-03',
    to: '2026-11-09',
  })
  expect(compared('2026-11-29', '2026-10-01', '2026-10-31')?.before).toEqual({
    from: '2026-08-31',
    to: '2026-09-30',
  })
})

test('compares a month that hasn’t ended with the same days of the month before, if that has as many', () => {
  expect(compared('2026-11-29', '2026-11-01', '2026-11-30')).toEqual({
    finished: { from: '2026-11-01', to: '2026-11-28' },
    before: { from: '2026-10-01', to: '2026-10-28' },
  })
  expect(compared('2027-03-31', '2027-03-01', '2027-03-31')).toEqual({
    finished: { from: '2027-03-01', to: '2027-03-30' },
    before: { from: '2027-01-30', to: '2027-02-28' },
  })
  expect(compared('2026-11-01', '2026-11-01', '2026-11-30')).toBeNull()
})

test('counts posts for as long in the days before, by the business’s days', () => {
  const { posts, postsBefore } = chosenPeriod(at('2026-11-29'), {
    from: '2026-11-01',
    to: '2026-11-30',
    timeZone: 'Australia/Melbourne',
  })
  expect(posts.from).toEqual(new Date('2026-10-31T13:00:00Z'))
  expect(postsBefore.from).toEqual(new Date('2026-09-30T14:00:00Z'))
  expect(+postsBefore.until - +postsBefore.from).toBe(+at('2026-11-29') - +posts.from)
})

test('compares the last days with as many before, without today', () => {
  expect(comparedDays(lastPeriod(at('2026-11-29'), 7))).toEqual({
    finished: { from: '2026-11-22', to: '2026-11-28' },
    before: { from: '2026-11-15', to: '2026-11-21' },
  })
})
