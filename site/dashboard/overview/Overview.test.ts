import { expect, test } from 'bun:test'

import { changeOf } from './StatCards.tsx'

const NOW = new Date('2026-11-21T12:00:00Z')

test('compares over thirty days, or since a later first day', () => {
  const figure = { value: 290, change: 40, since: '2026-10-22' }
  expect(changeOf(figure, NOW)).toEqual({ direction: 'up', text: '+40 in 30 days' })
  expect(changeOf({ ...figure, change: -3 }, NOW)).toEqual({ direction: 'down', text: '−3 in 30 days' })
  expect(changeOf({ ...figure, since: '2026-11-12' }, NOW)).toEqual({
    direction: 'up',
    text: '+40 since 12 November',
  })
  expect(changeOf({ ...figure, change: 0 }, NOW)).toEqual({
    direction: 'same',
    text: 'No change in 30 days',
  })
})

test('shows no change without an earlier figure', () => {
  expect(changeOf({ value: 290, change: null, since: null }, NOW)).toBeUndefined()
})
