import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'

import { newEmail, PASSWORD, testApp, type TestApp } from './app.ts'

type Ask = (email: string) => [path: string, json: object]

const REGISTER = { fullname: 'Pat', password: PASSWORD, confirmPassword: PASSWORD, agreeToTerms: true }

/** Everything that somebody can ask about an e-mail without having it. */
const QUESTIONS: Record<string, Ask> = {
  register: email => ['users/register', { ...REGISTER, email }],
  login: email => ['users/login', { email, password: 'not this one' }],
  reset: email => ['users/reset-password', { email }],
  resend: email => ['users/resend-otp', { email }],
  'a wrong code': email => ['users/verify-otp', { email, otp: '000000' }],
}

/** The time class: the medians may differ by so many times, and by a little that is the machine’s. */
const MAX_TIMES = 3
const NOISE_MS = 2
const TIMES = 15

let api: TestApp
let addresses = 0

beforeAll(async () => {
  api = await testApp()
})

/** So that no limit of the test before answers in place of the call. */
beforeEach(() => api.clock.advance(60 * 60_000))

async function ask(question: Ask, email: string) {
  const [path, json] = question(email)
  const start = performance.now()
  const response = await api.request(path, { json, address: `198.51.100.${addresses++}` })
  const body = (await response.json()) as Record<string, unknown>
  const ms = performance.now() - start
  if ('token' in body) body.token = typeof body.token === 'string' && body.token.length
  return { ms, answer: { status: response.status, type: response.headers.get('Content-Type'), body } }
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

describe.each(Object.entries(QUESTIONS))('%s', (_, question) => {
  test('answers alike, and as quickly, for an e-mail that is known and one that isn’t', async () => {
    const known: number[] = []
    const unknown: number[] = []
    for (let i = 0; i < TIMES; i++) {
      const { email } = await api.signUp()
      const [theirs, strangers] = [await ask(question, email), await ask(question, newEmail())]
      expect(theirs.answer).toEqual(strangers.answer)
      known.push(theirs.ms)
      unknown.push(strangers.ms)
    }
    const [quick, slow] = [median(known), median(unknown)].toSorted((a, b) => a - b) as [number, number]
    expect(slow).toBeLessThan(quick * MAX_TIMES + NOISE_MS)
  }, 30_000)
})

test('a closed question stays closed alike for known and unknown e-mails', async () => {
  const { email } = await api.signUp()
  const stranger = newEmail()
  for (const [name, question] of Object.entries(QUESTIONS)) {
    if (name === 'a wrong code') continue
    const last = async (email: string) => {
      for (let i = 0; i < 20; i++) await ask(question, email)
      return (await ask(question, email)).answer
    }
    const theirs = await last(email)
    expect([name, theirs.status]).toEqual([name, 429])
    expect(theirs).toEqual(await last(stranger))
  }
})
