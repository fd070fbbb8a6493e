import { expect, test } from 'bun:test'

import { fitInput } from './fit-input.ts'

test('keeps a text that fits', () => {
  expect(fitInput('👍👍👍', 6, 3)).toEqual({ text: '👍👍👍', caret: 6, cut: 0 })
})

test('cuts a pasted text exactly at the limit, counting an emoji as one character', () => {
  const { text, cut } = fitInput('👍'.repeat(2005), 4010, 2000)
  expect([[...text].length, cut]).toEqual([2000, 5])
})

test('cuts the new input, not the text after it', () => {
  expect(fitInput('Tap [pasted]fixed', 12, 12)).toEqual({ text: 'Tap [pafixed', caret: 7, cut: 5 })
})
