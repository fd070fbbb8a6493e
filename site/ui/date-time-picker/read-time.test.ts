import { expect, test } from 'bun:test'

import { readTime } from './read-time.ts'

test.each([
  ['5:30 pm', '17:30'],
  ['5.30PM', '17:30'],
  ['530 p.m.', '17:30'],
  ['1730', '17:30'],
  ['17:30', '17:30'],
  ['9 am', '9:00'],
  ['12am', '0:00'],
  ['12 pm', '12:00'],
])('reads %s as %s', (text, time) => {
  const [hours, minutes] = time.split(':').map(Number)
  expect(readTime(text)).toBe(hours! * 60 + minutes!)
})

test.each(['', '5', '25:00', '9:75', '13 pm', '0 am', 'noonish'])('doesn’t guess what %p means', text => {
  expect(readTime(text)).toBeUndefined()
})
