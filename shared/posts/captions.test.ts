import { expect, test } from 'bun:test'

import { messageLength } from '#shared/networks.ts'
import { messageProblem, countTags, cutToLimit } from './captions.ts'
import { similarity } from './texts/similarity.ts'

test('cuts a text without splitting a character, however many code points it has', () => {
  const family = '👨‍👩‍👧‍👦'
  expect(messageLength(family)).toBe(7)
  expect(cutToLimit(`12${family}`, 9)).toBe(`12${family}`)
  expect(cutToLimit(`12${family}`, 8)).toBe('12')
  expect(cutToLimit('naïve cafe\u0301s', 10)).toBe('naïve caf')
  expect(cutToLimit('one two', 4)).toBe('one')
})

test('counts hashtags and mentions in any alphabet, and ignores e-mail addresses', () => {
  expect(countTags('#Kaffee #咖啡 and #caf\u00e9_1 @pat pat@example.com')).toEqual({
    hashtags: 3,
    mentions: 1,
  })
  expect(messageProblem('instagram', '@a '.repeat(21))).toBe(
    'Instagram takes up to 20 mentions in a caption. Please remove some.',
  )
  expect(messageProblem('facebook', '#a '.repeat(31))).toBeUndefined()
})

const POST = 'Our spring sale starts on Saturday: everything in the garden shed is 20% off until noon.'

test('finds texts similar despite other case, punctuation or one changed word', () => {
  expect(similarity(POST, POST.toUpperCase().replaceAll(/[:.%]/g, '!'))).toBe(1)
  expect(similarity(POST, POST.replace('noon', 'one'))).toBeGreaterThan(0.8)
})

test('finds different, empty and very short texts dissimilar', () => {
  expect(similarity(POST, 'We are hiring a plumber’s apprentice. Write to us by Friday.')).toBeLessThan(0.2)
  expect(similarity('', '')).toBe(0)
  expect(similarity('Open now', 'Open today')).toBe(0)
  expect(similarity('Open now', 'open now!')).toBe(1)
})
