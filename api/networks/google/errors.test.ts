import { expect, test } from 'bun:test'

import { isForbidden } from '#api/networks/codes.ts'
import { readGoogleError } from './errors.ts'

const NOW = new Date('2030-01-01T12:00:00Z')

const refusal = (status: number, json: unknown, { risky = true, headers = {} } = {}) =>
  readGoogleError(json, { response: new Response(null, { status, headers }), risky, now: NOW })

const api = (status: string, details: object[] = [], errors?: object[]) => ({
  error: { status, message: 'No', details, ...(errors && { errors }) },
})
const info = (reason: string) => [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }]

test.each([
  [401, api('UNAUTHENTICATED', info('ACCESS_TOKEN_EXPIRED')), 'reconnect', 'google/UNAUTHENTICATED'],
  [403, api('PERMISSION_DENIED'), 'reconnect', 'google/PERMISSION_DENIED'],
  [
    403,
    api('PERMISSION_DENIED', info('ACCESS_TOKEN_SCOPE_INSUFFICIENT')),
    'reconnect',
    'google/PERMISSION_DENIED',
  ],
  [403, api('PERMISSION_DENIED', info('SERVICE_DISABLED')), 'installation', 'google/SERVICE_DISABLED'],
  [403, api('PERMISSION_DENIED', info('CONSUMER_SUSPENDED')), 'installation', 'google/CONSUMER_SUSPENDED'],
  [403, api('PERMISSION_DENIED', info('RATE_LIMIT_EXCEEDED')), 'wait', 'google/RATE_LIMIT_EXCEEDED'],
  [
    403,
    api('', [], [{ domain: 'usageLimits', reason: 'userRateLimitExceeded' }]),
    'wait',
    'google/userRateLimitExceeded',
  ],
  [403, api('', [], [{ domain: 'usageLimits', reason: 'quotaExceeded' }]), 'wait', 'google/quotaExceeded'],
  [404, api('NOT_FOUND'), 'permanent', 'google/NOT_FOUND'],
  [409, api('ABORTED'), 'transient', 'google/ABORTED'],
  [429, api('RESOURCE_EXHAUSTED'), 'wait', 'google/RESOURCE_EXHAUSTED'],
  [429, undefined, 'wait', 'google/429'],
  [500, api('INTERNAL'), 'unknown', 'google/INTERNAL'],
  [504, api('DEADLINE_EXCEEDED'), 'unknown', 'google/DEADLINE_EXCEEDED'],
  [502, undefined, 'unknown', 'http/502'],
  [400, { error: 'invalid_grant' }, 'reconnect', 'google/invalid_grant'],
  [401, { error: 'invalid_client' }, 'installation', 'google/invalid_client'],
  [403, { error: 'rate_limit_exceeded' }, 'wait', 'google/rate_limit_exceeded'],
  [400, { error: 'temporarily_unavailable' }, 'unknown', 'google/temporarily_unavailable'],
] as const)('classifies %d %j from Google as %s', (status, json, kind, code) => {
  expect(refusal(status, json)).toMatchObject({ kind, code })
})

test('doesn’t take a rate limit for a missing permission, although both are PERMISSION_DENIED', () => {
  expect(isForbidden(refusal(403, api('PERMISSION_DENIED')))).toBe(true)
  expect(isForbidden(refusal(403, api('PERMISSION_DENIED', info('RATE_LIMIT_EXCEEDED'))))).toBe(false)
})

test('treats an inconclusive response to a harmless request as transient', () => {
  expect(refusal(500, api('INTERNAL'), { risky: false }).kind).toBe('transient')
  expect(refusal(400, { error: 'temporarily_unavailable' }, { risky: false }).kind).toBe('transient')
})

test.each([
  ['Retry-After', { headers: { 'Retry-After': '120' } }, [], 120],
  ['RetryInfo', {}, [{ retryDelay: '20s' }], 20],
  ['neither', {}, [], 60],
  ['a time beyond a day', { headers: { 'Retry-After': '864000' } }, [], 24 * 60 * 60],
])('waits as long as a limit with %s requires, plus some seconds', (_, options, details, seconds) => {
  const { retryAt } = refusal(429, api('RESOURCE_EXHAUSTED', details), options)
  const waited = (+retryAt! - +NOW) / 1000
  expect(waited).toBeGreaterThanOrEqual(seconds)
  expect(waited).toBeLessThanOrEqual(seconds + 5)
})

test('retries when Google could not fetch a picture, but not after another field error', () => {
  const refused = (field: string) =>
    refusal(400, {
      error: {
        status: 'INVALID_ARGUMENT',
        details: [{ errorDetails: [{ code: 3, field, message: 'No.' }] }],
      },
    })
  expect(refused('media.source_url')).toMatchObject({ kind: 'transient', code: 'google/INVALID_ARGUMENT' })
  expect(refused('summary')).toMatchObject({ kind: 'permanent', message: 'Google refused this: No.' })
})

test('ignores codes in the text of a message', () => {
  expect(
    refusal(400, { error: { status: 'INVALID_ARGUMENT', message: '401 UNAUTHENTICATED quotaExceeded' } }),
  ).toMatchObject({
    kind: 'permanent',
    code: 'google/INVALID_ARGUMENT',
  })
})
