import { expect, test } from 'bun:test'

import { toApiError } from './error.ts'

test('shows a message when a proxy rejects a large request', () => {
  const page = '<html><head><title>413 Request Entity Too Large</title></head></html>'
  expect(toApiError(page, 413)).toMatchObject({
    code: 'too_large',
    message: 'This is too large for this server. Please try a smaller file.',
  })
  expect(toApiError(page, 502)).toMatchObject({ code: 'internal' })
})

test('prefers the api’s own message about a large file', () => {
  const body = JSON.stringify({
    success: false,
    code: 'too_large',
    message: 'Images can be up to 30 MB each.',
  })
  expect(toApiError(body, 413).message).toBe('Images can be up to 30 MB each.')
})
