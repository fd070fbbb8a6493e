import { expect, test } from 'bun:test'

import { newEmail, signUpForm, testApp, type TestApp } from '#api/test/app.ts'

const register = async ({ request }: TestApp, email: string) => {
  const json = signUpForm(email)
  return ((await (await request('users/register', { json })).json()) as { token: string }).token
}

const verify = async ({ request }: TestApp, json: Record<string, string>) => {
  const response = await request('users/verify-otp', { json })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const INVALID = 'Invalid OTP. Please try again.'
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('leaves the code valid when somebody without the ticket requests another', async () => {
  const api = await testApp()
  const email = newEmail()
  const token = await register(api, email)
  const otp = await api.mailedCode(email)
  await api.request('users/resend-otp', { json: { email }, address: '203.0.113.9' })
  expect(await api.mailedCode(email)).toBe(otp)
  expect((await verify(api, { email, otp, token })).status).toBe(200)
})

test('explains to the holder of the ticket that a code has expired or had too many attempts', async () => {
  const message = 'That code no longer works. Send a new one.'
  const usedUp = { message, fields: { otp: message } }
  const api = await testApp()
  const [late, tried] = [newEmail(), newEmail()]
  const token = await register(api, tried)
  const otp = await api.mailedCode(tried)
  for (let i = 0; i < 5; i++)
    expect((await verify(api, { email: tried, otp: wrong(otp), token })).body).toMatchObject({
      message: INVALID,
    })
  expect((await verify(api, { email: tried, otp, token })).body).toMatchObject(usedUp)

  const lateToken = await register(api, late)
  const lateOtp = await api.mailedCode(late)
  api.clock.advance(10 * 60_000)
  expect((await verify(api, { email: late, otp: lateOtp, token: lateToken })).body).toMatchObject(usedUp)
})

test('notifies the owner of an account again when a sign-up with their e-mail requests another code', async () => {
  const api = await testApp()
  const { email } = await api.signUp()
  const token = await register(api, email)
  const before = (await api.mail(email)).length
  await api.request('users/resend-otp', { json: { email, token } })
  const mails = await api.mail(email)
  expect(mails).toHaveLength(before + 1)
  expect(mails[0]?.subject).toContain('already have')
})
