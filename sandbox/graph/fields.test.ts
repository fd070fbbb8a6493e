import { expect, test } from 'bun:test'

import { parseFields, pick } from './fields.ts'

test('parses nested fields with arguments and spaces', () => {
  const parsed = parseFields(
    'id, likes.summary(true).limit(0),attachments{media{image},subattachments.limit(20){target}}',
  )
  expect(parsed.map(({ name }) => name)).toEqual(['id', 'likes', 'attachments'])
  expect(parsed[1]?.args).toEqual({ summary: 'true', limit: '0' })
  expect(parsed[2]?.fields?.[1]).toMatchObject({ name: 'subattachments', args: { limit: '20' } })
})

test('reduces a value, or each item of an edge, to the requested sub-fields', () => {
  const value = {
    data: [{ id: '1', media: { image: { src: 'x' }, source: 'y' } }],
    summary: { total_count: 1 },
  }
  expect(pick(value, parseFields('media{image}'))).toEqual({
    data: [{ media: { image: { src: 'x' } } }],
    summary: { total_count: 1 },
  })
})
