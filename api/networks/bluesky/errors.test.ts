import { expect, test } from 'bun:test'

import type { FailureKind } from '#api/networks/core/network.ts'
import { readXrpcError } from './errors.ts'

const now = new Date('2026-11-21T12:00:00Z')
const read = (status: number, error?: string, headers = {}, risky = true) =>
  readXrpcError(error === undefined ? undefined : { error, message: 'Why' }, {
    response: new Response(null, { status, headers }),
    risky,
    now,
  })

test.each<[number, string | undefined, FailureKind]>([
  [400, 'ExpiredToken', 'reconnect'],
  [400, 'InvalidToken', 'reconnect'],
  [401, 'AuthMissing', 'reconnect'],
  [401, 'AuthenticationRequired', 'reconnect'],
  [401, 'use_dpop_nonce', 'transient'],
  [401, 'invalid_dpop_proof', 'transient'],
  [401, 'AccountTakedown', 'reconnect'],
  [403, 'AccountNotFound', 'reconnect'],
  [400, 'InvalidRequest', 'permanent'],
  [400, 'RecordNotFound', 'permanent'],
  [413, 'PayloadTooLarge', 'permanent'],
  [413, undefined, 'permanent'],
  [400, 'BlobNotFound', 'transient'],
  [429, 'RateLimitExceeded', 'wait'],
  [500, 'InternalServerError', 'unknown'],
  [502, 'UpstreamFailure', 'unknown'],
  [502, undefined, 'unknown'],
  [404, undefined, 'unknown'],
])('%d %p is %s', (status, error, kind) => expect(read(status, error).kind).toBe(kind))

test('a failed call that publishes nothing can be repeated', () => {
  expect(read(500, 'InternalServerError', {}, false).kind).toBe('transient')
})

test('waits until the limit is reset', () => {
  const reset = String(+now / 1000 + 600)
  const { retryAt } = read(429, 'RateLimitExceeded', { 'RateLimit-Reset': reset })
  expect(+retryAt! - +now).toBeWithin(600_000, 606_000)
  expect(+read(429, 'RateLimitExceeded').retryAt! - +now).toBeWithin(300_000, 306_000)
})
