import { describe, expect, test } from 'bun:test'

import type { FailureKind } from '#api/networks/core/network.ts'
import { FAILURES } from './failures.ts'
import { type ErrorContext, readGraphError } from './graph.ts'

const NOW = new Date('2030-01-01T12:00:00Z')
const refusal: ErrorContext = {
  provider: 'facebook',
  risky: false,
  status: 400,
  isSigned: false,
  usage: { percent: 0, regainMinutes: 0 },
  retryAfter: null,
  now: NOW,
  redact: text => text,
}
const read = (error: object, about: Partial<ErrorContext> = {}) =>
  readGraphError({ error: { message: '', ...error } }, { ...refusal, ...about })!

/** Code, subcode, kind for a harmless request, kind for a publishing one. */
const KINDS: [number, number | undefined, FailureKind, FailureKind][] = [
  [1, undefined, 'transient', 'unknown'],
  [2, undefined, 'transient', 'unknown'],
  [4, undefined, 'installation', 'installation'],
  [101, undefined, 'installation', 'installation'],
  [2635, undefined, 'installation', 'installation'],
  [17, undefined, 'wait', 'wait'],
  [32, undefined, 'wait', 'wait'],
  [341, undefined, 'wait', 'wait'],
  [613, undefined, 'wait', 'wait'],
  [80001, undefined, 'wait', 'wait'],
  [80002, undefined, 'wait', 'wait'],
  [1390008, undefined, 'wait', 'wait'],
  [3, undefined, 'reconnect', 'reconnect'],
  [10, undefined, 'reconnect', 'reconnect'],
  [200, undefined, 'reconnect', 'reconnect'],
  [299, undefined, 'reconnect', 'reconnect'],
  [300, undefined, 'permanent', 'permanent'],
  [102, undefined, 'reconnect', 'reconnect'],
  [190, undefined, 'reconnect', 'reconnect'],
  [190, 458, 'reconnect', 'reconnect'],
  [190, 463, 'reconnect', 'reconnect'],
  [190, 99, 'reconnect', 'reconnect'],
  [190, 2069032, 'permanent', 'permanent'],
  [200, 2069030, 'permanent', 'permanent'],
  [200, 2069031, 'permanent', 'permanent'],
  [200, 2069033, 'permanent', 'permanent'],
  [104, undefined, 'installation', 'installation'],
  [100, undefined, 'permanent', 'permanent'],
  [100, 33, 'permanent', 'permanent'],
  [197, undefined, 'permanent', 'permanent'],
  [368, undefined, 'permanent', 'permanent'],
  [506, undefined, 'permanent', 'permanent'],
  [352, 2207026, 'permanent', 'permanent'],
  [36000, 2207004, 'permanent', 'permanent'],
  [36003, 2207009, 'permanent', 'permanent'],
  [9, 2207042, 'wait', 'wait'],
  [9007, 2207027, 'transient', 'transient'],
  [24, 2207006, 'transient', 'transient'],
  [24, 2207008, 'transient', 'transient'],
  [9004, 2207052, 'transient', 'transient'],
  [4, 2207051, 'wait', 'unknown'],
  [-1, 2207001, 'transient', 'unknown'],
  [-2, 2207003, 'transient', 'transient'],
  [987654, undefined, 'permanent', 'permanent'],
]

describe('classifying codes', () => {
  test.each(KINDS)(
    '%p/%p: %p, or %p if something may have been published',
    (code, subcode, harmless, risky) => {
      const error = { code, error_subcode: subcode }
      expect(read(error).kind).toBe(harmless)
      expect(read(error, { risky: true }).kind).toBe(risky)
      expect(read(error).message).not.toContain('NAME')
    },
  )
})

test('classifies a wrong proof as an installation error, but only for a signed request', () => {
  const error = { code: 100, type: 'GraphMethodException' }
  expect(read(error, { isSigned: true }).kind).toBe('installation')
  expect(read(error).kind).toBe('permanent')
  expect(read({ ...error, error_subcode: 33 }, { isSigned: true }).kind).toBe('permanent')
})

test('treats any server error after a publishing request as unknown', () => {
  for (const code of [2, 4, 100, 190, 506]) {
    expect(read({ code }, { risky: true, status: 500 }).kind).toBe('unknown')
  }
})

test('treats an error that the provider calls transient as transient, not as a lost sign-in', () => {
  expect(read({ code: 190, is_transient: true }).kind).toBe('transient')
  expect(read({ code: 987654, is_transient: true }).kind).toBe('transient')
  expect(read({ code: 987654, is_transient: true }, { risky: true }).kind).toBe('unknown')
})

test('compares codes as numbers, and ignores codes in the message', () => {
  expect(read({ code: 490 }).kind).toBe('permanent')
  expect(read({ code: 100, message: 'Error 190: session has expired (#190/463)' }).kind).toBe('permanent')
})

test('includes the subcode in the code', () => {
  expect(read({ code: 190, error_subcode: 463 })).toMatchObject({
    code: '190/463',
    message: 'Our sign-in to Facebook has expired. Please reconnect.',
  })
})

describe('choosing the wait', () => {
  const minutesOf = (about: Partial<ErrorContext>, code = 4) =>
    (read({ code }, about).retryAt!.getTime() - NOW.getTime()) / 60_000

  test.each([
    ['uses the provider’s estimate', { usage: { percent: 100, regainMinutes: 17 } }, 17],
    ['uses Retry-After in seconds', { retryAfter: '120' }, 2],
    ['uses Retry-After as a date', { retryAfter: 'Tue, 01 Jan 2030 12:03:00 GMT' }, 3],
    ['waits five minutes by default', {}, 5],
    ['ignores an invalid Retry-After', { retryAfter: 'soon' }, 5],
    ['waits at most a day', { usage: { percent: 100, regainMinutes: 99_999 } }, 1440],
  ])('%s', (_name, about, minutes) => {
    expect(minutesOf(about)).toBeWithin(minutes, minutes + 0.51)
  })

  test('waits at least an hour when the daily quota is used up', () => {
    const full = readGraphError(
      { error: { code: 9, error_subcode: 2207042 } },
      { ...refusal, provider: 'instagram' },
    )!
    expect(full.retryAt!.getTime() - NOW.getTime()).toBeGreaterThanOrEqual(60 * 60_000)
  })
})

test('asks to connect again after a sign-in error in Instagram’s own format', () => {
  const body = {
    error_type: 'OAuthException',
    code: 400,
    error_message: 'This authorization code has been used',
  }
  const error = readGraphError(body, { ...refusal, provider: 'instagram' })!
  expect(error).toMatchObject({ kind: 'permanent', code: 'login/400' })
  expect(error.message).toContain('Please connect again')
})

test('finds no error in a successful response', () => {
  expect(readGraphError({ id: '1' }, refusal)).toBeUndefined()
  expect(readGraphError(undefined, refusal)).toBeUndefined()
})

test('has a full sentence for every code', () => {
  for (const { message } of Object.values(FAILURES)) expect(message).toMatch(/^[A-Z].*\.$/)
})
