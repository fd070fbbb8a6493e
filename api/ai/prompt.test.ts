import { expect, test } from 'bun:test'

import { shortestTime } from '#api/test/clock.ts'
import { requestedLength, buildPrompt } from './prompt.ts'

test.each([
  ['a post about bread', undefined],
  ['bread in 50 words', '50 words'],
  ['bread, 40-60 words please', '40-60 words'],
  ['bread, between 40 to 60 Words', '40-60 words'],
  ['a 280-character caption', '280 characters'],
  ['at most 1,000 chars', '1000 characters'],
  ['one word, 0 words', undefined],
  ['9000 characters', '2200 characters'],
  ['5 wordings of it', undefined],
  ['bread,50 words', '50 words'],
])('parses %j as a request for the length %p', (text, length) => {
  expect(requestedLength(text, 2200)?.text).toBe(length)
})

test('sizes the token limit by the requested length, up to the model’s maximum', () => {
  const tokens = (prompt: string) => buildPrompt({ prompt, networks: ['facebook'] }).maxTokens
  expect(tokens('Bread in 4000 words')).toBeGreaterThan(tokens('Bread') + 7000)
  expect(tokens('Bread in 60000 characters')).toBe(16_384)
})

test.each([
  ['digits', '1'.repeat(10_000)],
  ['digits and commas', '1,'.repeat(5000)],
  ['digits before spaces', `${'1'.repeat(5000)}${' '.repeat(5000)}`],
  ['open marks', '</about '.repeat(1250)],
])('reads a text of nothing but %s in linear time', async (_, prompt) => {
  expect(await shortestTime(() => buildPrompt({ prompt, networks: ['facebook'] }))).toBeLessThan(100)
})

test('lets AI format a text that only goes to networks which show it', () => {
  const rulesFor = (...networks: ('facebook' | 'wordpress')[]) =>
    buildPrompt({ prompt: 'Pipes', networks }).system
  expect(rulesFor('wordpress')).toContain('## ')
  for (const networks of [['facebook'], ['facebook', 'wordpress']] as const)
    expect(rulesFor(...networks)).toEndWith('no Markdown.')
})
