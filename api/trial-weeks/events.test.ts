import { expect, test } from 'bun:test'

import type { Trade } from '#shared/trades/trades.ts'
import { WEEKS } from '#shared/trades/weeks.ts'
import { eventText, seasonOn } from './events.ts'

const date = (text: string) => Temporal.PlainDate.from(text)
const MELBOURNE = { timeZone: 'Australia/Melbourne', country: 'Australia' }

test.each([
  ['2030-01-15', 'Australia/Melbourne', 'summer'],
  ['2030-03-01', 'Pacific/Auckland', 'autumn'],
  ['2030-08-31', 'Australia/Brisbane', 'winter'],
  ['2030-12-01', 'Australia/Melbourne', 'summer'],
  ['2030-12-01', 'UTC', 'summer'],
  ['2030-12-01', 'Europe/Dublin', 'winter'],
  ['2030-05-31', 'America/New_York', 'spring'],
])('counts %s in %s as %s, for an Australian agency', (day, timeZone, season) => {
  expect(seasonOn(date(day), { timeZone, country: 'Australia' })).toBe(season as never)
})

test.each([
  ['florist', '2030-05-01', 'Mother’s Day is on Sunday 12 May'],
  ['restaurant', '2030-08-26', 'Father’s Day is on Sunday 1 September'],
  ['florist', '2030-02-05', 'Valentine’s Day is on Thursday 14 February'],
  ['mechanic', '2030-04-12', 'It begins before Sunday 21 April'],
  ['vet', '2027-03-20', 'Easter is on Sunday 28 March'],
  ['plumber', '2030-12-05', 'before Wednesday 25 December'],
  ['accountant', '2030-06-20', 'The financial year ends on Sunday 30 June'],
  ['hair', '2030-10-28', 'Cup Day is on Tuesday 5 November'],
  ['gym', '2030-10-01', 'Clocks go forward on Sunday 6 October'],
  ['electrician', '2030-04-02', 'Clocks go back on Sunday 7 April'],
] as const)('reminds the customers of a %s on %s of the day that is near', (trade, day, text) => {
  expect(eventText(WEEKS[trade], date(day), MELBOURNE)).toContain(text)
})

test('speaks of the season where no such day is near, or the place has none', () => {
  const textOf = (trade: Trade, day: string, place = MELBOURNE) => eventText(WEEKS[trade], date(day), place)
  const { summer, winter, spring } = WEEKS.florist.event
  expect(textOf('florist', '2030-07-10')).toBe(winter)
  expect(textOf('florist', '2030-05-01', { timeZone: 'Europe/Dublin', country: 'Ireland' })).toBe(spring)
  expect(textOf('florist', '2030-07-10', { timeZone: 'Europe/Dublin', country: 'Ireland' })).toBe(summer)
  expect(textOf('dentist', '2030-12-20')).toBe(WEEKS.dentist.event.summer)
  // Brisbane doesn’t change its clocks, and has no Cup Day.
  const brisbane = { timeZone: 'Australia/Brisbane', country: 'Australia' }
  expect(textOf('gym', '2030-10-01', brisbane)).toBe(WEEKS.gym.event.spring)
  expect(textOf('hair', '2030-10-28', brisbane)).toBe(WEEKS.hair.event.spring)
})
