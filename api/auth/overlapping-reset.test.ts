import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import { expect, test } from 'bun:test'

import { PASSWORD, testApp, type TestApp } from '#api/test/app.ts'
import { connectingApp } from '#api/test/connecting.ts'

const NEW_PASSWORD = 'Better&longer1'
const STEP_MS = 30_000

type Person = Awaited<ReturnType<TestApp['signUp']>>
type Body = Record<string, any>

const post = async ({ request }: TestApp, path: string, json: object) => {
  const response = await request(`users/${path}`, { json })
  return { status: response.status, body: (await response.json()) as Body }
}

/** Requests a reset link and returns its token. */
async function resetOf(api: TestApp, { email }: Person) {
  await post(api, 'reset-password', { email })
  const [mail] = await api.mail(email)
  const token = /\/reset-password\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  return () => post(api, 'reset-password', { token, newPassword: NEW_PASSWORD })
}

const opens = async ({ request }: TestApp, token: string) =>
  (await request('users/getUserInfo', { json: {}, token })).status === 200

test('keeps no session with the old password from logins that overlap a reset', async () => {
  const api = await testApp()
  const person = await api.signUp()
  const reset = await resetOf(api, person)
  const login = () => post(api, 'login', { email: person.email, password: PASSWORD })
  const before = Array.from({ length: 4 }, login)
  const set = reset()
  const logins = await Promise.all([...before, ...Array.from({ length: 4 }, login)])
  expect((await set).status).toBe(200)
  for (const { status, body } of logins) {
    expect([200, 401]).toContain(status)
    if (body.token) expect(await opens(api, body.token)).toBe(false)
  }
})

test('ends a pending second step with Google when the password changes', async () => {
  const api = await connectingApp()
  const person = await api.signUp()
  const started = await person.call('users/two-factor/start', { json: { password: PASSWORD } })
  const key = decodeBase32IgnorePadding(((await started.json()) as Body).data.secret)
  const code = () => generateHOTP(key, BigInt(Math.floor(api.clock.now().getTime() / STEP_MS)), 6)
  await person.call('users/two-factor/confirm', { json: { code: code() } })
  api.clock.advance(STEP_MS)
  const query = { provider: 'google-signin', clientId: api.ctx.config.google.clientId }
  const known = await api.world<{ person: string }>('login', { ...query, email: person.email })
  const withGoogle = async (nonce: string): Promise<string> => {
    const again = { ...query, person: known.person, email: person.email, nonce }
    const { credential } = await api.world<{ credential: string }>('login', again)
    return (await post(api, 'auth/google-login', { tokenData: credential, nonce })).body.ticket
  }
  const early = await withGoogle('early')
  expect((await (await resetOf(api, person))()).status).toBe(200)
  expect((await post(api, 'verify-two-factor', { ticket: early, code: code() })).status).toBe(401)

  api.clock.advance(STEP_MS)
  const late = await withGoogle('late')
  expect((await post(api, 'verify-two-factor', { ticket: late, code: code() })).status).toBe(200)
})
