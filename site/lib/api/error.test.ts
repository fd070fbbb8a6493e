import { expect, test } from 'bun:test'

import { messageOf, toApiError, withReason } from './error.ts'

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

test('gives advice once, where it is more exact', () => {
  const failed = 'Failed to delete the post. Please try again.'
  const because = (message: string) =>
    withReason(failed, toApiError(JSON.stringify({ success: false, code: 'upstream', message })))
  expect(because('Facebook didn’t answer. Please try again in a minute.')).toBe(
    'Failed to delete the post. Facebook didn’t answer. Please try again in a minute.',
  )
  expect(because('Facebook no longer has this post.')).toBe(`${failed} Facebook no longer has this post.`)
  expect(withReason(failed, toApiError('<h1>Bad gateway</h1>', 502))).toBe(failed)
  expect(messageOf(toApiError('<h1>Bad gateway</h1>', 502), 'Not saved.')).toBe('Not saved.')
})
