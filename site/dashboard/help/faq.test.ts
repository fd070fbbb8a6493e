import { expect, test } from 'bun:test'

import { FAQ, FAQ_CATEGORIES, searchFaq } from './faq.ts'

test('there are eight entries, over every category', () => {
  expect(FAQ).toHaveLength(8)
  expect(new Set(FAQ.map(({ category }) => category))).toEqual(new Set(FAQ_CATEGORIES))
})

test('a search looks through questions, answers and categories, however they are written', () => {
  const ids = (words: string) => searchFaq(words).map(({ id }) => id)
  expect(ids('')).toHaveLength(8)
  expect(ids('  BILLING ')).toEqual([8])
  expect(ids('lighthouse')).toEqual([7])
  expect(ids('first post out')).toEqual([1])
  expect(ids("can't be reached")).toEqual([3])
  expect(ids('submarine')).toEqual([])
})
