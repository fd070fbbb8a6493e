import { expect, test } from 'bun:test'

import { similarity } from '#shared/text/similarity.ts'
import { countTags, messageProblem } from './captions.ts'

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
