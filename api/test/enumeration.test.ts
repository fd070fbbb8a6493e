import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'

import { newEmail, PASSWORD, testApp, type TestApp } from './app.ts'

type Call = (email: string) => [path: string, json: object]

const REGISTER = { fullname: 'Pat', password: PASSWORD, confirmPassword: PASSWORD, agreeToTerms: true }

/** All calls about an e-mail that don't require access to its mailbox. */
const CALLS: Record<string, Call> = {
  register: email => ['users/register', { ...REGISTER, email }],
  login: email => ['users/login', { email, password: 'not this one' }],
  reset: email => ['users/reset-password', { email }],
  resend: email => ['users/resend-otp', { email }],
  'a wrong code': email => ['users/verify-otp', { email, otp: '000000' }],
}

/** Allowed ratio of the shortest times, apart from the noise of the machine. */
const MAX_RATIO = 3
const NOISE_MS = 2
const REPETITIONS = 15
/** A busy machine needs more repetitions until both kinds have been disturbed as little. */
const MAX_REPETITIONS = 150

let api: TestApp
let addresses = 0
const nextAddress = () => `198.18.${addresses >> 8}.${addresses++ & 255}`

beforeAll(async () => {
  api = await testApp()
})

// Resets the limits that the previous test used up.
beforeEach(() => api.clock.advance(60 * 60_000))

async function send(call: Call, email: string) {
  const [path, json] = call(email)
  const start = performance.now()
  const response = await api.request(path, { json, address: nextAddress() })
  const body = (await response.json()) as Record<string, unknown>
  const ms = performance.now() - start
  if ('token' in body) body.token = typeof body.token === 'string' && body.token.length
  return { ms, seen: { status: response.status, type: response.headers.get('Content-Type'), body } }
}

describe.each(Object.entries(CALLS))('%s', (_, call) => {
  test('sends known and unknown e-mails the same response in the same time', async () => {
    // A busy machine only adds to the times, so the shortest are the least disturbed.
    let [known, unknown] = [Infinity, Infinity]
    const isAlike = () => Math.max(known, unknown) < Math.min(known, unknown) * MAX_RATIO + NOISE_MS
    for (let i = 0; i < REPETITIONS || (i < MAX_REPETITIONS && !isAlike()); i++) {
      const { email } = await api.signUp()
      const [knownResponse, unknownResponse] = [await send(call, email), await send(call, newEmail())]
      expect(knownResponse.seen).toEqual(unknownResponse.seen)
      known = Math.min(known, knownResponse.ms)
      unknown = Math.min(unknown, unknownResponse.ms)
    }
    expect(isAlike(), `known ${known} ms, unknown ${unknown} ms`).toBeTrue()
  })
})

test('limits calls for known and unknown e-mails in the same way', async () => {
  const { email } = await api.signUp()
  const stranger = newEmail()
  for (const [name, call] of Object.entries(CALLS)) {
    if (name === 'a wrong code') continue
    const exhaust = async (email: string) => {
      for (let i = 0; i < 20; i++) await send(call, email)
      return (await send(call, email)).seen
    }
    const knownResponse = await exhaust(email)
    expect([name, knownResponse.status]).toEqual([name, 429])
    expect(knownResponse).toEqual(await exhaust(stranger))
  }
})
