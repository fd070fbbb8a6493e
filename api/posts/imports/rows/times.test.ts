import { expect, test } from 'bun:test'

import { guessDateOrder, readTime } from './times.ts'

const sydney = { timeZone: 'Australia/Sydney', dateOrder: 'dmy' } as const
const iso = (date: string, time = '', rules: Parameters<typeof readTime>[1] = sydney) =>
  new Date(readTime({ date, time }, rules) * 1000).toISOString()

test.each([
  ['2030-02-01', '09:30'],
  ['2030-02-01 09:30', ''],
  ['2030-02-01T09:30:00', ''],
  ['1/2/2030', '9:30 am'],
  ['01.02.30', '9.30'],
  ['1 February 2030 at 9:30am', ''],
  ['Fri, 1 Feb 2030', '9:30AM'],
  ['February 1, 2030', '09:30:00'],
  ['2030-01-31T22:30:00Z', ''],
  ['2030-02-01T09:30:00+11:00', ''],
])('reads %s %s as half past nine in Sydney', (date, time) => {
  expect(iso(date, time)).toBe('2030-01-31T22:30:00.000Z')
})

test('reads 12-hour times', () => {
  const hours = ['12 am', '12:05 am', '1pm', '12 pm', '11:59 p.m.'].map(time =>
    iso('2030-07-01', time, { ...sydney, timeZone: 'UTC' }).slice(11, 16),
  )
  expect(hours).toEqual(['00:00', '00:05', '13:00', '12:00', '23:59'])
})

test('uses the first occurrence of a time that occurs twice when the clocks go back', () => {
  expect(iso('2030-04-07', '02:30')).toBe('2030-04-06T15:30:00.000Z')
})

test('infers the order of day and month from an unambiguous date', () => {
  expect(guessDateOrder(['01/02/2030', '02/13/2030 09:00'])).toBe('mdy')
  expect(guessDateOrder(['01/02/2030', '13/02/2030'])).toBe('dmy')
  expect(guessDateOrder(['01/02/2030'])).toBe('dmy')
})

test.each([
  ['1'.repeat(1_000_000), ''],
  ['2030-02-01', `1${' '.repeat(1_000_000)}x`],
])('rejects a cell of a million characters at once', (date, time) => {
  expect(() => iso(date, time)).toThrow(/^We can’t read the (date|time) “.{100}…?”/)
  expect(guessDateOrder([date])).toBe('dmy')
})
