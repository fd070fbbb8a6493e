import { expect, test } from 'bun:test'

import { type EmojiGroup, groupsFor } from './emoji.ts'

const GROUPS: EmojiGroup[] = [
  [
    'Food',
    [
      ['🍰', 'shortcake cake sweet', 'shortcake'],
      ['🥐', 'croissant bread', 'croissant'],
    ],
  ],
  ['Places', [['🏠', 'house home', 'house']]],
]
const shown = (search: string, recent: string[] = []) =>
  groupsFor(GROUPS, search, recent).map(([name, emoji]) => [name, emoji.map(([picture]) => picture).join('')])

test('finds emoji by the beginnings of their words', () => {
  expect(shown('ca')).toEqual([['Found', '🍰']])
  expect(shown(' Sweet  SHORT ')).toEqual([['Found', '🍰']])
  expect(shown('ake')).toEqual([['Nothing found', '']])
})

test('shows recent emoji first, without unknown ones', () => {
  expect(shown('')).toEqual([
    ['Food', '🍰🥐'],
    ['Places', '🏠'],
  ])
  expect(shown('', ['🏠', '?'])).toEqual([
    ['Recent', '🏠'],
    ['Food', '🍰🥐'],
    ['Places', '🏠'],
  ])
})
