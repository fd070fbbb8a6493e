import { expect, test } from 'bun:test'
import * as v from 'valibot'

import { TimeZone } from './time-zone.ts'
import { currentZoneName, timeZoneNames } from './zone-names.ts'

/** Names that Chromium 156 lists (`Intl.supportedValuesOf`) and the tz database has renamed since. It doesn't list UTC. */
const OF_CHROMIUM = [
  'Africa/Asmera',
  'America/Buenos_Aires',
  'America/Catamarca',
  'America/Coral_Harbour',
  'America/Cordoba',
  'America/Godthab',
  'America/Indianapolis',
  'America/Jujuy',
  'America/Louisville',
  'America/Mendoza',
  'Asia/Calcutta',
  'Asia/Katmandu',
  'Asia/Rangoon',
  'Asia/Saigon',
  'Atlantic/Faeroe',
  'Europe/Kiev',
  'Pacific/Enderbury',
  'Pacific/Ponape',
  'Pacific/Truk',
]
const CURRENT = Intl.supportedValuesOf('timeZone')

test('offers today’s names of the tz database instead of those that a browser keeps', () => {
  const names = timeZoneNames(['Australia/Sydney', ...OF_CHROMIUM])
  expect(names).toHaveLength(OF_CHROMIUM.length + 2)
  expect(names).toContainValues(['Europe/Kyiv', 'Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'UTC'])
  expect(names.filter(name => !CURRENT.includes(name))).toEqual([])
  expect(timeZoneNames()).toEqual(CURRENT.toSorted())
})

test.each(OF_CHROMIUM)('%s is the same zone by its new name', old => {
  const at = (zone: string) => Temporal.Instant.from('2030-07-01T00:00Z').toZonedDateTimeISO(zone)
  expect(at(old).equals(at(currentZoneName(old)))).toBe(true)
})

test('accepts today’s names, and former ones that a business may have stored', () => {
  for (const name of [...CURRENT, ...OF_CHROMIUM, 'UTC', 'Etc/UTC'])
    expect([name, v.is(TimeZone, name)]).toEqual([name, true])
  for (const name of ['', 'Kyiv', 'Europe/Nowhere', 'Europe/Kyiv\n', '__proto__', 'constructor'])
    expect([name, v.is(TimeZone, name)]).toEqual([name, false])
  expect(currentZoneName('constructor')).toBe('constructor')
})
