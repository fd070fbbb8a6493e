import { expect, test } from 'bun:test'
import fc from 'fast-check'

import { graphemePrefix, excerpt, quoted, truncateAtWord, withoutMarks } from './graphemes.ts'

const FAMILY = '👨‍👩‍👧‍👦'

test.each([
  [`12${FAMILY}`, 13, `12${FAMILY}`],
  [`12${FAMILY}`, 12, '12'],
  ['naïve cafe\u0301s', 10, 'naïve caf'],
  ['🇦🇺🇳🇿🇬🇧', 11, '🇦🇺🇳🇿'],
  ['🇦🇺🇳🇿🇬🇧', 7, '🇦🇺'],
  ['Go 🏴󠁧󠁢󠁥󠁮󠁧󠁿!', 10, 'Go '],
  ['👍🏽👍🏽', 6, '👍🏽'],
  ['1️⃣2️⃣', 4, '1️⃣'],
  ['', 5, ''],
])('cuts %j to %i units between graphemes', (text, max, kept) => expect(graphemePrefix(text, max)).toBe(kept))

test('cuts a letter with hundreds of marks, but never a surrogate pair', () => {
  expect(graphemePrefix(`a${'\u0301'.repeat(500)}`, 100)).toHaveLength(100)
  expect(graphemePrefix(`a${'\u{E0041}'.repeat(500)}`, 100)).toHaveLength(99)
})

test('returns a well-formed prefix within the limit, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(70), (text, max) => {
      const kept = graphemePrefix(text, max)
      expect(text.startsWith(kept) && kept.length <= max && kept.isWellFormed() === text.isWellFormed()).toBe(
        true,
      )
    }),
    { numRuns: 500 },
  )
})

test('puts an excerpt on one line, and ends a cut one with an ellipsis', () => {
  expect(excerpt(' Fresh\u00A0bread\n\nand\u2003cake ', 20)).toBe('Fresh bread and cake')
  expect(excerpt('Fresh bread and cake', 19)).toBe('Fresh bread and ca…')
  expect(excerpt(`Bread ${FAMILY} and cake`, 12)).toBe('Bread…')
  expect(excerpt('Fresh bread. And cake', 13)).toBe('Fresh bread…')
})

test('quotes a text without its own full stop, and keeps an ellipsis', () => {
  expect(['Closed for the ride.', 'Wait...', 'Really?', ''].map(quoted)).toEqual([
    '“Closed for the ride”',
    '“Wait...”',
    '“Really?”',
    '“”',
  ])
})

test.each([
  ['Short', 10, 'Short'],
  ['The crumb is still asleep', 20, 'The crumb is still…'],
  ['The crumb is still', 14, 'The crumb is…'],
  ['Donaudampfschiff', 8, 'Donauda…'],
  ['Ring any time. We answer.', 15, 'Ring any time…'],
  ['Ring any time... Really.', 17, 'Ring any time…'],
])('cuts %j to %i between words', (text, max, cut) => {
  expect(truncateAtWord(text, max)).toBe(cut)
})

test.each([
  ['## Burst pipes\n> “Fast”', 'Burst pipes\n“Fast”'],
  ['**Open** *late*: [call **us**](https://a.example/x)', 'Open late: call us'],
  ['(**Open**), ***late***!', '(Open), late!'],
  ['5 * 3 * 2, 5*3*2, #pipes, [a](b)', '5 * 3 * 2, 5*3*2, #pipes, [a](b)'],
])('removes the Markdown of %j', (text, plain) => {
  expect(withoutMarks(text)).toBe(plain)
})
