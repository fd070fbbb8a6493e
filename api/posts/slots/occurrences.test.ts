import { expect, test } from 'bun:test'

import { occurrencesOf } from './slots.ts'

/** Returns the instants between `from` and `to` of slots at these times on every day of the week. */
function shown(timeZone: string, times: string[], from: string, to: string) {
  const daily = times.flatMap(time => [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, time })))
  return occurrencesOf(daily, timeZone, new Date(from), new Date(to)).map(at => at.toISOString())
}

test('keeps the wall-clock time when clocks change', () => {
  const nineOnMondays = (timeZone: string, from: string, to: string) =>
    occurrencesOf([{ weekday: 1, time: '09:00' }], timeZone, new Date(from), new Date(to)).map(at =>
      at.toISOString(),
    )
  expect(nineOnMondays('Australia/Sydney', '2030-03-31T00:00Z', '2030-04-16T00:00Z')).toEqual([
    '2030-03-31T22:00:00.000Z',
    '2030-04-07T23:00:00.000Z',
    '2030-04-14T23:00:00.000Z',
  ])
  expect(nineOnMondays('Europe/Berlin', '2030-03-20T00:00Z', '2030-04-02T00:00Z')).toEqual([
    '2030-03-25T08:00:00.000Z',
    '2030-04-01T07:00:00.000Z',
  ])
})

test('moves a time that is skipped in spring forward by an hour, and merges it with an existing slot', () => {
  // Sydney skips 02:00–03:00 on 6 October 2030, Berlin on 31 March.
  expect(shown('Australia/Sydney', ['02:30'], '2030-10-04T14:00Z', '2030-10-06T14:00Z')).toEqual([
    '2030-10-04T16:30:00.000Z',
    '2030-10-05T16:30:00.000Z',
  ])
  expect(shown('Europe/Berlin', ['02:30', '03:30'], '2030-03-30T23:00Z', '2030-03-31T22:00Z')).toEqual([
    '2030-03-31T01:30:00.000Z',
  ])
})

test('uses only the first occurrence of a time that occurs twice in autumn', () => {
  // Sydney repeats 02:00–03:00 on 7 April 2030, Berlin on 27 October.
  expect(shown('Australia/Sydney', ['02:30'], '2030-04-06T13:00Z', '2030-04-07T14:00Z')).toEqual([
    '2030-04-06T15:30:00.000Z',
  ])
  expect(shown('Europe/Berlin', ['02:30'], '2030-10-26T22:00Z', '2030-10-27T23:00Z')).toEqual([
    '2030-10-27T00:30:00.000Z',
  ])
})

test('finds a slot that a clock change moves past midnight', () => {
  // Cairo skips 00:00–01:00 on 26 April 2030; Havana on 10 March.
  expect(shown('America/Havana', ['00:30'], '2030-03-10T05:00Z', '2030-03-11T04:00Z')).toEqual([
    '2030-03-10T05:30:00.000Z',
  ])
})

test('includes the start of the window, and excludes its end', () => {
  expect(shown('UTC', ['09:00'], '2030-01-01T09:00Z', '2030-01-03T09:00Z')).toEqual([
    '2030-01-01T09:00:00.000Z',
    '2030-01-02T09:00:00.000Z',
  ])
})
