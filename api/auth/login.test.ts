import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { users } from '#api/db/schema/people/auth.ts'
import { newEmail, PASSWORD, signUpForm, testApp, type TestApp } from '#api/test/app.ts'

const login = async ({ request }: TestApp, email: string, password = PASSWORD) => {
  const response = await request('users/login', { json: { email, password } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const register = ({ request }: TestApp, email: string, password?: string) =>
  request('users/register', { json: signUpForm(email, password) })

const REFUSED = {
  status: 401,
  body: { success: false, code: 'unauthenticated', message: 'Invalid email or password.' },
}

test('logs in with e-mail and password, ignoring case in the e-mail', async () => {
  const api = await testApp()
  const { email } = await api.signUp()
  const { status, body } = await login(api, ` ${email.toUpperCase()} `)
  expect(status).toBe(200)
  expect(body).toEqual({ success: true, message: 'Login successful!', token: expect.any(String) })
  expect((await api.request('users/getUserInfo', { json: {}, token: String(body.token) })).status).toBe(200)
})

test('rejects a wrong password, an unknown e-mail and a user without a password alike', async () => {
  const api = await testApp()
  const { email } = await api.signUp()
  const { email: google } = await api.signUp()
  await api.ctx.db.update(users).set({ passwordHash: null }).where(eq(users.email, google))
  expect(await login(api, email, 'not this')).toEqual(REFUSED)
  expect(await login(api, newEmail())).toEqual(REFUSED)
  expect(await login(api, google)).toEqual(REFUSED)
})

test('mails a new code to somebody who logs in with the password of their pending sign-up, and rejects any other password as for an unknown e-mail', async () => {
  const api = await testApp()
  const email = newEmail()
  await register(api, email)
  expect(await login(api, email, 'not this')).toEqual(REFUSED)
  expect(await api.mail(email)).toHaveLength(1)

  const { status, body } = await login(api, email)
  expect([status, body.code, body.token]).toEqual([403, 'email_unverified', undefined])
  expect(await api.mail(email)).toHaveLength(2)
  const verified = await api.request('users/verify-otp', {
    json: { email, otp: await api.mailedCode(email) },
  })
  expect(verified.status).toBe(200)
})

test('accepts the code mailed by a login in another window, in either window', async () => {
  const api = await testApp()
  for (const where of ['here', 'there'] as const) {
    const email = newEmail()
    const here = ((await (await register(api, email)).json()) as { token: string }).token
    await api.mailedCode(email)
    const there = (await login(api, email)).body.ticket
    const json = { email, otp: await api.mailedCode(email), token: { here, there }[where] }
    expect([where, (await api.request('users/verify-otp', { json })).status]).toEqual([where, 200])
  }
})

test('confirms the sign-up that has the password of the login, even if others sign up with the same e-mail', async () => {
  const api = await testApp()
  const email = newEmail()
  const signUp = (password: string) => register(api, email, password)
  await signUp(PASSWORD)
  const { body } = await login(api, email)
  const otp = await api.mailedCode(email)
  await signUp('the intruder')
  const intruders = await api.mailedCode(email)
  const verify = (code: string) =>
    api.request('users/verify-otp', { json: { email, otp: code, token: body.ticket } })
  if (intruders !== otp) expect((await verify(intruders)).status).toBe(400)
  expect((await verify(otp)).status).toBe(200)
  expect((await login(api, email, 'the intruder')).status).toBe(403)
  expect((await login(api, email)).status).toBe(200)
})

test('confirms a sign-up even after a stranger signs up with the same e-mail', async () => {
  const api = await testApp()
  const email = newEmail()
  const signUp = (password: string) => register(api, email, password)
  await signUp(PASSWORD)
  await signUp('the intruder')
  await api.mail(email)
  const { status, body } = await login(api, email)
  expect([status, body.code]).toEqual([403, 'email_unverified'])
  const json = { email, otp: await api.mailedCode(email), token: body.ticket }
  expect((await api.request('users/verify-otp', { json })).status).toBe(200)
  expect((await login(api, email)).status).toBe(200)
})

test('rejects the code of another sign-up once the e-mail has an account', async () => {
  const api = await testApp()
  const email = newEmail()
  const signUp = async (password: string) => {
    const { token } = (await (await register(api, email, password)).json()) as { token: string }
    return { email, token, otp: await api.mailedCode(email) }
  }
  const [intruders, own] = [await signUp('the intruder'), await signUp(PASSWORD)]
  expect((await api.request('users/verify-otp', { json: own })).status).toBe(200)
  expect((await api.request('users/verify-otp', { json: intruders })).status).toBe(400)
  expect(await api.ctx.db.$count(users)).toBe(1)
})

test('mails a notice of the existing account to somebody who logs in with the password of their second sign-up', async () => {
  const api = await testApp()
  const { email, userId } = await api.signUp()
  const password = 'the second one'
  const { token } = (await (await register(api, email, password)).json()) as { token: string }
  const { status, body } = await login(api, email, password)
  expect([status, body.code, body.ticket]).toEqual([403, 'email_unverified', token])
  const mails = (await api.mail(email)).slice(0, 2)
  for (const { subject, text } of mails) {
    expect(subject).toBe('You already have a Currawong account')
    expect(text).not.toMatch(/\b\d{6}\b/)
  }
  expect(await api.ctx.db.select({ id: users.id }).from(users)).toEqual([{ id: userId }])
  expect((await login(api, email)).status).toBe(200)
})

test('keeps spaces in passwords', async () => {
  const api = await testApp()
  const { email } = await api.signUp({ password: ' spaced out ' })
  expect((await login(api, email, 'spaced out')).status).toBe(401)
  expect((await login(api, email, ' spaced out ')).status).toBe(200)
})

test.each([
  ['', '', { email: 'Email is required', password: 'Password is required' }],
  ['pat', 'x', { email: 'Email format is invalid' }],
])('names the missing fields of a login with %p and %p', async (email, password, fields) => {
  expect(await login(await testApp(), email, password)).toMatchObject({ status: 400, body: { fields } })
})

test('blocks an e-mail after ten wrong passwords, even an unknown one, and says for how long', async () => {
  const api = await testApp()
  const { email } = await api.signUp()
  const stranger = newEmail()
  for (let i = 0; i < 10; i++) await login(api, email, 'not this')
  for (let i = 0; i < 10; i++) await login(api, stranger, 'not this')
  const response = await api.request('users/login', { json: { email, password: PASSWORD } })
  expect(response.status).toBe(429)
  expect(response.headers.get('Retry-After')).toBe('900')
  const body = await response.json()
  expect(body).toEqual({
    success: false,
    code: 'rate_limited',
    message: 'Too many attempts. Please try again in 15 minutes.',
  })
  expect((await login(api, stranger)).body).toEqual(body as Record<string, unknown>)
  api.clock.advance(15 * 60_000)
  expect((await login(api, email)).status).toBe(200)
})

test('does not count successful logins', async () => {
  const api = await testApp()
  const { email } = await api.signUp()
  for (let i = 0; i < 31; i++) expect((await login(api, email)).status).toBe(200)
})

test('limits codes mailed by logins like codes that are requested', async () => {
  const api = await testApp()
  const email = newEmail()
  await register(api, email)
  for (let i = 0; i < 5; i++) await login(api, email)
  expect(await api.mail(email)).toHaveLength(6)
  const { status, body } = await login(api, email)
  expect([status, body.code]).toEqual([403, 'email_unverified'])
  expect(body.message).toContain('the last code that we sent you')
  expect(await api.mail(email)).toHaveLength(6)
})
