import { expect, test } from 'bun:test'

import { toApiError } from './api-error.ts'

test('a proxy that refuses a large request is reported in words', () => {
  const page = '<html><head><title>413 Request Entity Too Large</title></head></html>'
  expect(toApiError(page, 413)).toMatchObject({
    code: 'too_large',
    message: 'This is too large for this server. Please try a smaller file.',
  })
  expect(toApiError(page, 502)).toMatchObject({ code: 'internal' })
})

test('the api’s own words about a large file win', () => {
  const body = JSON.stringify({
    success: false,
    code: 'too_large',
    message: 'Images can be up to 30 MB each.',
  })
  expect(toApiError(body, 413).message).toBe('Images can be up to 30 MB each.')
})
