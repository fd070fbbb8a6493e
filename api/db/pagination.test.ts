import { expect, test } from 'bun:test'

import { pageOf, readCursor } from './pagination.ts'

const row = (id: string) => ({ at: new Date(1000), id })

test('resumes after the last row of a page', () => {
  const { page, nextCursor } = pageOf([row('a'), row('b_/:'), row('c')], 2, position => position)
  expect(page).toEqual([row('a'), row('b_/:')])
  expect(readCursor(String(nextCursor))).toEqual(row('b_/:'))
})

test('has no next page when all rows fit', () => {
  expect(pageOf([row('a'), row('b')], 2, position => position).nextCursor).toBeNull()
  expect(pageOf([], 2, position => position)).toEqual({ page: [], nextCursor: null })
})

test.each(['x', '1000', '1000_', '_a', '-1_a'])('rejects the cursor %p', cursor => {
  expect(() => readCursor(cursor)).toThrow('does not exist')
})
