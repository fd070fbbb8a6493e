import { expect, test } from 'bun:test'

import { readInstant, readTime } from './TimePanel.tsx'

test.each([
  ['5:30 pm', '17:30'],
  ['5.30PM', '17:30'],
  ['530 p.m.', '17:30'],
  ['1730', '17:30'],
  ['8', '8:00'],
  ['15', '15:00'],
  ['17:30', '17:30'],
  ['9 am', '9:00'],
  ['12am', '0:00'],
  ['12 pm', '12:00'],
])('reads %s as %s', (text, time) => {
  const [hours, minutes] = time.split(':').map(Number)
  expect(readTime(text)).toBe(hours! * 60 + minutes!)
})

test.each(['', '25', '25:00', '9:75', '13 pm', '0 am', '12m', 'noonish'])(
  'doesn’t guess what %p means',
  text => {
    expect(readTime(text)).toBeUndefined()
  },
)

const FIRST_OF_MAY = {
  day: new Date(2027, 4, 1),
  min: new Date('2027-05-01T08:00:00Z'),
  zone: 'Europe/London',
}

test('takes a typed time in the zone of the business', () => {
  expect(readInstant('5:30 pm', FIRST_OF_MAY)).toEqual(new Date('2027-05-01T16:30:00Z'))
})

test('names the time that has passed, so that a missing pm is noticed', () => {
  expect(readInstant('530', FIRST_OF_MAY)).toBe('5:30 am has passed.')
})

test('rejects a time that daylight saving skips', () => {
  const day = {
    day: new Date(2026, 9, 4),
    min: new Date('2026-10-01T00:00:00Z'),
    zone: 'Australia/Melbourne',
  }
  expect(readInstant('2:30 am', day)).toBe('The clocks skip this time on that day.')
  expect(readInstant('3:00 am', day)).toEqual(new Date('2026-10-03T16:00:00Z'))
})
