import { expect, test } from 'bun:test'

import { parseFields, pick } from './fields.ts'

test('fields nest, take arguments and may be spaced', () => {
  const parsed = parseFields(
    'id, likes.summary(true).limit(0),attachments{media{image},subattachments.limit(20){target}}',
  )
  expect(parsed.map(({ name }) => name)).toEqual(['id', 'likes', 'attachments'])
  expect(parsed[1]?.args).toEqual({ summary: 'true', limit: '0' })
  expect(parsed[2]?.fields?.[1]).toMatchObject({ name: 'subattachments', args: { limit: '20' } })
})

test('a value is cut down to the sub-fields asked for, item by item in an edge', () => {
  const value = {
    data: [{ id: '1', media: { image: { src: 'x' }, source: 'y' } }],
    summary: { total_count: 1 },
  }
  expect(pick(value, parseFields('media{image}'))).toEqual({
    data: [{ media: { image: { src: 'x' } } }],
    summary: { total_count: 1 },
  })
})
