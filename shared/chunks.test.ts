import { expect, test } from 'bun:test'

import { chunksOf } from './chunks.ts'

test.each([0, 1, 500, 501, 1000])('splits %p rows into chunks, each row in one of them', count => {
  const rows = Array.from({ length: count }, (_, index) => index)
  const parts = chunksOf(rows)
  expect(parts.flat()).toEqual(rows)
  expect(parts.every(({ length }) => length > 0 && length <= 500)).toBe(true)
})
