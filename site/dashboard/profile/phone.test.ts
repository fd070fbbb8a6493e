import { expect, test } from 'bun:test'

import { COUNTRIES, searchCountries, underCountry, withDialCode } from './phone.ts'

const au = { iso2: 'au', dialCode: '61' }
const names = (typed: string) => searchCountries(typed).map(({ name }) => name)

test('about two hundred countries are listed by their names', () => {
  expect(COUNTRIES.length).toBeGreaterThan(200)
  expect(COUNTRIES.map(({ name }) => name)).toContain('New Zealand')
})

test.each([
  ['zeal', 'New Zealand'],
  ['ZEAL', 'New Zealand'],
  ['aust', 'Australia'],
  ['cote', 'Côte d’Ivoire'],
  ['gb', 'United Kingdom'],
  ['+61', 'Australia'],
  ['61', 'Australia'],
])('%p finds %s first', (typed, name) => {
  expect(names(typed)[0]).toBe(name)
})

test('nothing is found for what no country is called', () => {
  expect(names('zzz')).toEqual([])
})

test.each([
  ['0412 345 678', '', '+61 412 345 678'],
  ['(03) 9000 0000', '', '+61 3) 9000 0000'],
  ['4', '', '+61 4'],
  ['61412345678', '', '61412345678'],
  ['+61 0412', '+61 041', '+61 412'],
  ['+61 412 ', '+61 412', '+61 412 '],
  ['+1415', '+141', '+1415'],
  ['61 4', '+61 4', '61 4'],
  ['', '+61 4', ''],
])('%p typed over %p becomes %p in Australia', (typed, before, whole) => {
  expect(withDialCode(typed, before, au)).toBe(whole)
})

test('where the zero belongs to the number it stays', () => {
  expect(withDialCode('06 1234', '', { iso2: 'it', dialCode: '39' })).toBe('+39 06 1234')
})

test('another country keeps the number', () => {
  expect(underCountry('61412345678', '61', '64')).toBe('64412345678')
  expect(underCountry('', '61', '64')).toBe('')
})
