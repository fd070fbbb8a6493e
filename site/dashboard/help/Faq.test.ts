import { expect, test } from 'bun:test'

import { FAQ, FAQ_CATEGORIES, searchFaq } from './Faq.tsx'

test('has eight entries in all categories', () => {
  expect(FAQ).toHaveLength(8)
  expect(new Set(FAQ.map(({ category }) => category))).toEqual(new Set(FAQ_CATEGORIES))
})

test('finds each word in questions, answers and categories, ignoring case and accents', () => {
  const ids = (query: string) => searchFaq(query).map(({ id }) => id)
  expect(ids('')).toHaveLength(8)
  expect(ids('  BILLING ')).toEqual([8])
  expect(ids('lighthouse')).toEqual([7])
  expect(ids('first post out')).toEqual([1])
  expect(ids("can't reach a network")).toEqual([3])
  expect(ids('calendar')).toEqual([3])
  expect(ids('move a post')).toEqual([3])
  expect(ids('submarine')).toEqual([])
})
