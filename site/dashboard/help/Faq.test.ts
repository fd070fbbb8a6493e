import { expect, test } from 'bun:test'

import { searchFaq } from './Faq.tsx'

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

test('says how many files and characters each network takes', () => {
  const [posting] = searchFaq('post, and how much')
  expect(posting?.answer).toContain('Instagram takes pictures and videos together and 2,200 characters')
  expect(posting?.answer).toContain('Bluesky takes 4 pictures or one video and 300 characters')
})
