import { expect, test } from 'bun:test'

import { commentParts, mentionedIn } from '#shared/posts/mentions.ts'
import { completeMention, suggestionsFor, typedMention } from './comments.ts'

const PEOPLE = ['Mia Wong', 'Sam', 'Sam Smith', 'Zoë O’Neil', 'Mia Wong'].map((name, index) => ({
  _id: String(index),
  name,
}))
const typed = (text: string) => typedMention(text, text.length)
const ids = (found: { _id: string }[]) => found.map(({ _id }) => _id)

test('suggests people by the beginning of any word of their name, without accents', () => {
  expect(ids(suggestionsFor(typed('Ask @sm')?.query ?? '?', PEOPLE))).toEqual(['2'])
  expect(ids(suggestionsFor(typed('@zoe o')?.query ?? '?', PEOPLE))).toEqual(['3'])
  expect(ids(suggestionsFor(typed('@')?.query ?? '?', PEOPLE))).toHaveLength(5)
})

test('suggests nobody within an e-mail address, after a line break or without an @', () => {
  for (const text of ['mia@', 'Mia', '@Sam\nW']) expect(typed(text)).toBeUndefined()
})

test('completes a name where it is being typed, and leaves the rest', () => {
  const text = 'Does @mi, or you, know?'
  const found = typedMention(text, 'Does @mi'.length)
  expect(found && completeMention(text, found, PEOPLE[0]!)).toEqual({
    text: 'Does @Mia Wong, or you, know?',
    caret: 'Does @Mia Wong'.length,
  })
  const end = typed('@sa')
  expect(end && completeMention('@sa', end, PEOPLE[1]!).text).toBe('@Sam ')
})

test('finds the longest matching name, and everybody who has it', () => {
  expect(ids(mentionedIn('@Sam Smith and @Samuel', PEOPLE))).toEqual(['2'])
  expect(ids(mentionedIn('@Mia Wong', PEOPLE))).toEqual(['0', '4'])
})

test('splits a comment at its mentions', () => {
  expect(commentParts('Hi @Sam, see a@Sam Smith', PEOPLE).map(({ text }) => text)).toEqual([
    'Hi ',
    '@Sam',
    ', see a',
    '@Sam Smith',
  ])
})
