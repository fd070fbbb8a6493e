import { expect, test } from 'bun:test'

import { COUNTRIES, searchCountries, replaceDialCode, withDialCode } from './phone.ts'

const au = { iso2: 'au', dialCode: '61' }
const names = (typed: string) => searchCountries(typed).map(({ name }) => name)

test('lists about two hundred countries by name', () => {
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
])('lists for %p first %s', (typed, name) => {
  expect(names(typed)[0]).toBe(name)
})

test('finds nothing for an unknown name', () => {
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
  ['412 345 678', '+61 3 9000 0000', '+61 412 345 678'],
  ['412 345 678', '+61 412 345 678', '+61 412 345 678'],
  ['', '+61 4', ''],
  ['0044 7700 900123', '', '+44 7700 900123'],
  ['0011 44 7700 900123', '', '+44 7700 900123'],
  ['0061 0412 345 678', '', '+61 412 345 678'],
  ['tel:+1-702-123-4567', '', '+1-702-123-4567'],
])('turns %p typed over %p into %p in Australia', (typed, before, whole) => {
  expect(withDialCode(typed, before, au)).toBe(whole)
})

test('keeps a zero that belongs to the number', () => {
  expect(withDialCode('06 1234', '', { iso2: 'it', dialCode: '39' })).toBe('+39 06 1234')
})

test('drops the prefix dialled before a country’s code', () => {
  const from = (typed: string, iso2: string, dialCode: string) => withDialCode(typed, '', { iso2, dialCode })
  expect(from('011 61 412 345 678', 'us', '1')).toBe('+61 412 345 678')
  expect(from('0117 496 0000', 'gb', '44')).toBe('+44 117 496 0000')
  expect(from('00 49 30 901820', 'it', '39')).toBe('+49 30 901820')
})

test('keeps the number when the country changes', () => {
  expect(replaceDialCode('61412345678', '61', '64')).toBe('64412345678')
  expect(replaceDialCode('', '61', '64')).toBe('')
})
