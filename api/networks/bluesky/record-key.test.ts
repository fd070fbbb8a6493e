import { expect, test } from 'bun:test'

import { commentKey, recordKey } from './record-key.ts'

const TID = /^[234567abcdefghij][234567a-z]{12}$/
const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz'
const millisecondsOf = (key: string) =>
  Number([...key].reduce((bits, letter) => bits * 32n + BigInt(ALPHABET.indexOf(letter)), 0n) >> 10n) / 1000

test('derives the same key each time, of the day on which the delivery was created', () => {
  const id = Bun.randomUUIDv7()
  const key = recordKey(id)
  expect(key).toMatch(TID)
  expect(recordKey(id)).toBe(key)
  expect(new Date(millisecondsOf(key)).toISOString().slice(0, 10)).toBe(new Date().toISOString().slice(0, 10))
  expect(commentKey(key)).toMatch(TID)
  expect(commentKey(key)).not.toBe(key)
})

test('derives different keys for deliveries of the same moment', () => {
  const ids = Array.from({ length: 20_000 }, () => Bun.randomUUIDv7())
  expect(new Set(ids.map(recordKey)).size).toBe(ids.length)
})
