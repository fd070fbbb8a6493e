import { expect, test } from 'bun:test'

import { possessive, withApostrophes } from './possessive.ts'

test.each([
  ['Harbour Bakehouse', 'Harbour Bakehouse’s'],
  ["Nola's Flowers", 'Nola’s Flowers’'],
  ['Sparks & Sons', 'Sparks & Sons’'],
  ["The Smiths'", 'The Smiths’'],
  ['BLINDS', 'BLINDS’'],
])('writes what belongs to %s as %s', (name, written) => {
  expect(possessive(name)).toBe(written)
})

test('leaves quotation marks alone', () => {
  expect(withApostrophes("'Hello' from Pat's")).toBe("'Hello' from Pat’s")
})
