import { expect, test } from 'bun:test'

import type { FailureKind } from '#api/networks/core/network.ts'
import { readWordPressError } from './errors.ts'

const now = new Date('2026-11-21T12:00:00Z')
const read = (status: number, code?: string, headers = {}, risky = true) =>
  readWordPressError(code === undefined ? undefined : { code, message: 'Why', data: { status } }, {
    response: new Response(null, { status, headers }),
    risky,
    now,
  })

test.each<[number, string | undefined, FailureKind]>([
  [401, 'rest_not_logged_in', 'reconnect'],
  [401, 'rest_cannot_create', 'reconnect'],
  [401, undefined, 'reconnect'],
  [403, 'rest_cannot_publish', 'reconnect'],
  [403, 'rest_cannot_edit', 'reconnect'],
  [403, 'rest_forbidden_context', 'reconnect'],
  [403, 'blocked_by_plugin', 'permanent'],
  [403, undefined, 'unknown'],
  [400, 'rest_invalid_param', 'permanent'],
  [404, 'rest_post_invalid_id', 'permanent'],
  [404, 'rest_no_route', 'permanent'],
  [404, undefined, 'unknown'],
  [410, 'rest_already_trashed', 'permanent'],
  [413, undefined, 'permanent'],
  [413, 'too_large', 'permanent'],
  [400, 'rest_upload_no_data', 'permanent'],
  [429, 'too_many_requests', 'wait'],
  [429, undefined, 'wait'],
  [500, 'rest_upload_unknown_error', 'permanent'],
  [500, 'internal_server_error', 'unknown'],
  [501, 'rest_trash_not_supported', 'permanent'],
  [503, undefined, 'unknown'],
])('%d %p is %s', (status, code, kind) => expect(read(status, code).kind).toBe(kind))

test.each([
  [401, 'Please reconnect it'],
  [403, 'as an author, an editor'],
])('asks to reconnect where a parameter is refused with %d', (status, message) => {
  const details = { status: { code: 'rest_forbidden_status', message: 'No', data: { status } } }
  const json = { code: 'rest_invalid_param', message: 'No', data: { status: 400, params: {}, details } }
  expect(
    readWordPressError(json, { response: new Response(null, { status: 400 }), risky: false, now }),
  ).toMatchObject({ kind: 'reconnect', message: expect.stringContaining(message) })
})

test('lets a failed call that publishes nothing be repeated', () => {
  for (const [status, code] of [
    [500, 'internal_server_error'],
    [503, undefined],
    [403, undefined],
  ] as const)
    expect(read(status, code, {}, false).kind).toBe('transient')
})

test('waits as long as the website asks', () => {
  expect(+read(429, undefined, { 'Retry-After': '600' }).retryAt! - +now).toBeWithin(600_000, 606_000)
  expect(+read(429).retryAt! - +now).toBeWithin(300_000, 306_000)
})

test('bounds what a website says', () => {
  const error = readWordPressError(
    { code: 'x', message: 'long '.repeat(1000) },
    { response: new Response(null, { status: 400 }), risky: false, now },
  )
  expect(error.message.length).toBeLessThan(300)
  expect(read(400, 'x'.repeat(100)).code).toBe('http/400')
})
