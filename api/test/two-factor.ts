import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import { expect } from 'bun:test'

import { PASSWORD, type TestApp } from './app.ts'

export type Person = Awaited<ReturnType<TestApp['signUp']>>
type Body = Record<string, any>

export const STEP_MS = 30_000

export const responseOf = async (pending: Response | Promise<Response>) => {
  const response = await pending
  return { status: response.status, body: (await response.json()) as Body }
}

/** Returns the authenticator app of a secret, which generates codes. */
export const authenticatorOf = ({ clock }: TestApp, secret: string) => {
  const key = decodeBase32IgnorePadding(secret)
  return (around = 0) => generateHOTP(key, BigInt(Math.floor(clock.now().getTime() / STEP_MS) + around), 6)
}

export const start = ({ call }: Pick<Person, 'call'>, json: object = { password: PASSWORD }) =>
  call('users/two-factor/start', { json })

/** Signs up a user with two-factor on. */
export async function twoFactorUser(api: TestApp) {
  const person = await api.signUp()
  const { body } = await responseOf(start(person))
  const code = authenticatorOf(api, body.data.secret)
  const confirmed = await responseOf(person.call('users/two-factor/confirm', { json: { code: code() } }))
  expect(confirmed.status).toBe(200)
  api.clock.advance(STEP_MS)
  return { ...person, code, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

export const logIn = ({ request }: TestApp, { email }: Person, password = PASSWORD) =>
  responseOf(request('users/login', { json: { email, password } }))

export const ticketFor = async (api: TestApp, person: Person) =>
  (await logIn(api, person)).body.ticket as string

export const verify = ({ request }: TestApp, ticket: string, code: string) =>
  responseOf(request('users/verify-two-factor', { json: { ticket, code } }))

export const WRONG = {
  status: 400,
  body: { code: 'invalid', fields: { code: 'Invalid code. Please try again.' } },
}
export const EXPIRED = { status: 401, body: { code: 'unauthenticated' } }
