import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { passwordResets, users } from '#api/db/schema/people/auth.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { newEmail, signUpForm, testApp, type TestApp } from '#api/test/app.ts'

const NEW_PASSWORD = 'Better&longer1'
const SENT = { status: 200, body: { success: true, message: 'Password reset email sent successfully!' } }
const SET = { status: 200, body: { success: true, message: 'Password has been reset successfully' } }
const DEAD = 'This reset link has expired or was used already. Please ask for a new one.'
const REFUSED = {
  status: 400,
  body: { success: false, code: 'invalid', message: DEAD, fields: { token: DEAD } },
}

const reset = async ({ request }: TestApp, json: object) => {
  const response = await request('users/reset-password', { json })
  return { status: response.status, body: (await response.json()) as Record<string, any> }
}

/** Returns the token of the latest mailed link. */
async function mailedToken(api: TestApp, email: string): Promise<string> {
  const [mail] = await api.mail(email)
  return /http:\/\/currawong\.test\/reset-password\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function requestLink(api: TestApp) {
  const person = await api.signUp()
  expect(await reset(api, { email: person.email.toUpperCase() })).toEqual(SENT)
  return { ...person, resetToken: await mailedToken(api, person.email) }
}

const login = async ({ request }: TestApp, email: string, password: string) =>
  (await request('users/login', { json: { email, password } })).status

test('sets a new password by a mailed link, ends all sessions and notifies the owner', async () => {
  const api = await testApp()
  const { email, password, resetToken, call } = await requestLink(api)
  expect(await reset(api, { token: resetToken, newPassword: NEW_PASSWORD })).toEqual(SET)
  expect(await login(api, email, password)).toBe(401)
  expect(await login(api, email, NEW_PASSWORD)).toBe(200)
  expect((await call('users/getUserInfo', { json: {} })).status).toBe(401)
  expect((await api.mail(email))[0]?.subject).toBe('Your Currawong password was changed')
})

test('accepts a link once, even from concurrent requests', async () => {
  const api = await testApp()
  const { email, resetToken } = await requestLink(api)
  const responses = await Promise.all(
    ['One&longer1', 'Two&longer2', 'Three&longer3'].map(newPassword =>
      reset(api, { token: resetToken, newPassword }),
    ),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect(await reset(api, { token: resetToken, newPassword: NEW_PASSWORD })).toEqual(REFUSED)
  expect((await api.mail(email)).filter(({ subject }) => subject.includes('was changed'))).toHaveLength(1)
})

test('accepts a link for half an hour', async () => {
  const api = await testApp()
  const { resetToken } = await requestLink(api)
  api.clock.advance(30 * 60_000)
  expect(await reset(api, { token: resetToken, newPassword: NEW_PASSWORD })).toEqual(REFUSED)
  await sweep(api.ctx)
  expect(await api.ctx.db.$count(passwordResets)).toBe(0)
})

test('invalidates a user’s other links when one is used', async () => {
  const api = await testApp()
  const { email, resetToken } = await requestLink(api)
  const other = await requestLink(api)
  await reset(api, { email })
  const second = await mailedToken(api, email)
  expect(second).not.toBe(resetToken)
  expect(await reset(api, { token: resetToken, newPassword: NEW_PASSWORD })).toEqual(SET)
  expect(await reset(api, { token: second, newPassword: NEW_PASSWORD })).toEqual(REFUSED)
  expect((await other.call('users/getUserInfo', { json: {} })).status).toBe(200)
  expect(await reset(api, { token: other.resetToken, newPassword: NEW_PASSWORD })).toEqual(SET)
})

test('stores no usable link', async () => {
  const api = await testApp()
  const { resetToken } = await requestLink(api)
  expect(resetToken).toMatch(/^[a-z0-9]{52}$/)
  expect(JSON.stringify(await api.ctx.db.select().from(passwordResets))).not.toContain(resetToken)
})

test('mails users who sign in with Google that they have no password to reset', async () => {
  const api = await testApp()
  const { email } = await api.signUp()
  await api.ctx.db.update(users).set({ passwordHash: null }).where(eq(users.email, email))
  expect(await reset(api, { email })).toEqual(SENT)
  expect((await api.mail(email))[0]?.subject).toBe('You sign in to Currawong with Google')
  expect(await api.ctx.db.$count(passwordResets)).toBe(0)
})

test('sends the same response for an unknown e-mail, and mails nothing', async () => {
  const api = await testApp()
  const stranger = newEmail()
  expect(await reset(api, { email: stranger })).toEqual(SENT)
  expect(await api.mail(stranger)).toEqual([])
})

test.each(['Sh0rt&x', 'nouppercase1&', 'NOLOWERCASE1&', 'NoDigits&&', 'NoSpecial11'])(
  'rejects the new password %s and keeps the link valid',
  async newPassword => {
    const api = await testApp()
    const { resetToken } = await requestLink(api)
    const message = 'Password does not meet complexity requirements.'
    expect(await reset(api, { token: resetToken, newPassword })).toMatchObject({
      status: 400,
      body: { message, fields: { newPassword: message } },
    })
    expect(await reset(api, { token: resetToken, newPassword: NEW_PASSWORD })).toEqual(SET)
  },
)

test.each([
  [{}, 'email', 'Email is required'],
  [{ email: 'pat' }, 'email', 'Email format is invalid'],
  [{ token: 'x' }, 'newPassword', 'Password is required'],
  [
    { newPassword: NEW_PASSWORD },
    'token',
    'This reset link is incomplete. Please open it from the email again.',
  ],
])('names the missing fields of a reset with %p', async (json, field, message) => {
  expect(await reset(await testApp(), json)).toMatchObject({
    status: 400,
    body: { fields: { [field]: message } },
  })
})

test('asks somebody whose sign-up was never confirmed to sign up again', async () => {
  const api = await testApp()
  const email = newEmail()
  await api.request('users/register', { json: signUpForm(email) })
  const response = await api.request('users/reset-password', { json: { email } })
  expect(await response.json()).toEqual({ success: true, message: 'Password reset email sent successfully!' })
  const mails = await api.mail(email)
  expect(mails.map(({ subject }) => subject)).toContain('Finish signing up to Currawong')
})
