import { expect, test } from 'bun:test'

import { sessions, signups, users } from '#api/db/schema/people/auth.ts'
import { newEmail, PASSWORD, signUpForm, testApp, type TestApp } from '#api/test/app.ts'

const register = async ({ request }: TestApp, email: string, changes: object = {}) => {
  const response = await request('users/register', { json: { ...signUpForm(email), ...changes } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const verify = async ({ request }: TestApp, json: { email: string; otp: string; token?: unknown }) => {
  const response = await request('users/verify-otp', { json })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const INVALID = {
  status: 400,
  body: {
    success: false,
    code: 'invalid',
    message: 'Invalid OTP. Please try again.',
    fields: { otp: 'Invalid OTP. Please try again.' },
  },
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('returns a ticket that grants nothing, and creates no user before the code is confirmed', async () => {
  const api = await testApp()
  const { status, body } = await register(api, newEmail())
  expect(status).toBe(201)
  expect(body).toEqual({ success: true, message: 'Registration successful!', token: expect.any(String) })
  expect((await api.request('users/getUserInfo', { json: {}, token: String(body.token) })).status).toBe(401)
  expect(await api.ctx.db.select().from(users)).toEqual([])
})

test('creates the user and signs them in by the mailed code', async () => {
  const api = await testApp()
  const email = newEmail()
  await register(api, email.toUpperCase())
  const { status, body } = await verify(api, { email, otp: await api.mailedCode(email) })
  expect(status).toBe(200)
  expect(body).toEqual({ success: true, message: 'Login successful!', token: expect.any(String) })
  const info = await api.request('users/getUserInfo', { json: {}, token: String(body.token) })
  expect(await info.json()).toEqual({
    success: true,
    userDetails: {
      _id: expect.any(String),
      fullname: 'Pat Lee',
      email,
      role: 'user',
      mobile: '',
      countryCode: '',
      gender: '',
      dob: '',
      address: '',
      bio: '',
      profileImage: [],
      isGoogleAccount: false,
      googleSignIn: 'none',
      deletionAt: null,
      maxAccounts: null,
    },
  })
  expect(await api.ctx.db.select().from(signups)).toEqual([])
})

test('takes an e-mail with letters beyond ASCII in its domain for the same person in any spelling', async () => {
  const api = await testApp()
  const ascii = newEmail().replace(/@.*/, '@xn--bcher-kva.example')
  const email = ascii.replace('xn--bcher-kva', 'BÜCHER')
  expect((await register(api, email)).status).toBe(201)
  const otp = await api.mailedCode(ascii)
  expect((await verify(api, { email: email.replace('Ü', 'U\u0308'), otp })).status).toBe(200)
  const login = async (spelling: string) =>
    (await api.request('users/login', { json: { email: spelling, password: PASSWORD } })).status
  expect([await login(email.toLowerCase()), await login(ascii)]).toEqual([200, 200])
})

test('stores neither password, code nor token in plain text', async () => {
  const api = await testApp()
  const email = newEmail()
  const ticket = (await register(api, email)).body.token
  const pending = JSON.stringify(await api.ctx.db.select().from(signups))
  const code = await api.mailedCode(email)
  const { body } = await verify(api, { email, otp: code })
  const kept =
    pending +
    JSON.stringify([await api.ctx.db.select().from(users), await api.ctx.db.select().from(sessions)])
  for (const secret of [PASSWORD, `"${code}"`, String(ticket), String(body.token)])
    expect(kept).not.toContain(secret)
  expect(kept).toContain('$argon2id$')
})

test('sends the same response for a known e-mail, and mails its owner a notice instead of a code', async () => {
  const api = await testApp()
  const { email } = await api.signUp()
  const unknown = await register(api, newEmail())
  const known = await register(api, email)
  expect(known).toEqual({ ...unknown, body: { ...unknown.body, token: expect.any(String) } })
  expect(String(known.body.token)).toHaveLength(String(unknown.body.token).length)

  const [newest] = await api.mail(email)
  expect(newest?.subject).toBe('You already have a Currawong account')
  expect(newest?.text).not.toMatch(/\b\d{6}\b/)
  const guess = await verify(api, { email, otp: '123456', token: known.body.token })
  expect(guess).toEqual(await verify(api, { email: newEmail(), otp: '123456' }))
})

test('accepts a code once', async () => {
  const api = await testApp()
  const email = newEmail()
  await register(api, email)
  const otp = await api.mailedCode(email)
  expect((await verify(api, { email, otp })).status).toBe(200)
  expect(await verify(api, { email, otp })).toEqual(INVALID)
})

test('creates one user and one session when a code is confirmed concurrently', async () => {
  const api = await testApp()
  const email = newEmail()
  await register(api, email)
  const otp = await api.mailedCode(email)
  const responses = await Promise.all(Array.from({ length: 5 }, () => verify(api, { email, otp })))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(4)
  expect(await api.ctx.db.$count(users)).toBe(1)
  expect(await api.ctx.db.$count(sessions)).toBe(1)
})

test('rejects a code after ten minutes', async () => {
  const api = await testApp()
  const [early, late] = [newEmail(), newEmail()]
  await register(api, early)
  await register(api, late)
  const codes = [await api.mailedCode(early), await api.mailedCode(late)] as const
  api.clock.advance(10 * 60_000 - 1)
  expect((await verify(api, { email: early, otp: codes[0] })).status).toBe(200)
  api.clock.advance(1)
  expect(await verify(api, { email: late, otp: codes[1] })).toEqual(INVALID)
})

test('rejects even the correct code after five wrong attempts, until the code is mailed again', async () => {
  const api = await testApp()
  const email = newEmail()
  await register(api, email)
  const otp = await api.mailedCode(email)
  for (let i = 0; i < 5; i++) expect(await verify(api, { email, otp: wrong(otp) })).toEqual(INVALID)
  expect(await verify(api, { email, otp })).toEqual(INVALID)

  await api.request('users/resend-otp', { json: { email } })
  expect((await verify(api, { email, otp: await api.mailedCode(email) })).status).toBe(200)
})

test('accepts the code with its ticket after wrong attempts without the ticket', async () => {
  const api = await testApp()
  const email = newEmail()
  const token = (await register(api, email)).body.token
  const otp = await api.mailedCode(email)
  for (let i = 0; i < 5; i++)
    expect(await verify(api, { email, otp: wrong(otp), token: '' })).toEqual(INVALID)
  expect(await verify(api, { email, otp })).toEqual(INVALID)
  expect((await verify(api, { email, otp, token })).status).toBe(200)
})

test('counts each of many concurrent wrong attempts', async () => {
  const api = await testApp()
  const email = newEmail()
  await register(api, email)
  const otp = await api.mailedCode(email)
  await Promise.all(Array.from({ length: 5 }, () => verify(api, { email, otp: wrong(otp) })))
  expect(await verify(api, { email, otp })).toEqual(INVALID)
})

test('limits attempts per e-mail and hour, across codes and IP addresses', async () => {
  const api = await testApp()
  const email = newEmail()
  await register(api, email)
  const guess = async (n: number) => {
    if (n % 5 === 0) await api.request('users/resend-otp', { json: { email }, address: `203.0.113.${n}` })
    const json = { email, otp: 'a guess' }
    return (await api.request('users/verify-otp', { json, address: `203.0.113.${n}` })).status
  }
  for (let n = 1; n <= 50; n++) expect(await guess(n)).toBe(400)
  expect(await guess(51)).toBe(429)
  api.clock.advance(60 * 60_000)
  await api.request('users/resend-otp', { json: { email } })
  expect((await verify(api, { email, otp: await api.mailedCode(email) })).status).toBe(200)
})

test('replaces the previous code when another is sent', async () => {
  const api = await testApp()
  const email = newEmail()
  const token = (await register(api, email)).body.token
  const first = await api.mailedCode(email)
  const resent = await api.request('users/resend-otp', { json: { email, token } })
  expect(await resent.json()).toEqual({ success: true, message: 'OTP resent successfully.' })
  const second = await api.mailedCode(email)
  if (first !== second) expect(await verify(api, { email, otp: first })).toEqual(INVALID)
  expect((await verify(api, { email, otp: second })).status).toBe(200)
})

test('does not reveal whether an e-mail has a sign-up when another code is requested', async () => {
  const api = await testApp()
  const pending = newEmail()
  await register(api, pending)
  const { email: known } = await api.signUp()
  const resend = async (email: string) => {
    const response = await api.request('users/resend-otp', { json: { email } })
    return [response.status, await response.json()]
  }
  const stranger = newEmail()
  expect(await resend(pending)).toEqual(await resend(stranger))
  expect(await resend(known)).toEqual(await resend(stranger))
  expect(await api.mail(stranger)).toEqual([])
  expect(await api.mail(known)).toEqual([])
})

test('rejects the code and the ticket of another sign-up', async () => {
  const api = await testApp()
  const [mine, other] = [newEmail(), newEmail()]
  const ticket = (await register(api, mine)).body.token
  const otherTicket = (await register(api, other)).body.token
  const [otp, otherOtp] = [await api.mailedCode(mine), await api.mailedCode(other)]
  if (otp !== otherOtp) expect(await verify(api, { email: mine, otp: otherOtp })).toEqual(INVALID)
  expect(await verify(api, { email: mine, otp, token: otherTicket })).toEqual(INVALID)
  expect((await verify(api, { email: mine, otp, token: ticket })).status).toBe(200)
})

test('keeps the password of a confirmed sign-up when another person signs up with the same e-mail', async () => {
  const api = await testApp()
  const email = newEmail()
  const { body } = await register(api, email)
  const otp = await api.mailedCode(email)
  await register(api, email, { password: 'the intruder', confirmPassword: 'the intruder' })
  expect((await verify(api, { email, otp, token: body.token })).status).toBe(200)
  const login = (password: string) => api.request('users/login', { json: { email, password } })
  expect((await login('the intruder')).status).toBe(403)
  expect((await login(PASSWORD)).status).toBe(200)
})

test('leaves a link in a new user’s name out of the mail with the code', async () => {
  const api = await testApp()
  const email = newEmail()
  await register(api, email, { fullname: 'Win at evil.example' })
  expect(JSON.stringify(await api.mail(email))).not.toContain('evil.example')
})

test('mails no code for a sign-up that is a day old', async () => {
  const api = await testApp()
  const email = newEmail()
  await register(api, email)
  await api.mail(email)
  api.clock.advance(24 * 60 * 60_000)
  await api.request('users/resend-otp', { json: { email } })
  expect(await api.mail(email)).toHaveLength(1)
})

const INVALID_FORMS: [what: string, changes: object, fields: Record<string, string>][] = [
  ['no name', { fullname: ' ' }, { fullname: 'Full Name is required' }],
  ['no e-mail', { email: '' }, { email: 'Email is required' }],
  ['an invalid e-mail', { email: 'pat@' }, { email: 'Email format is invalid' }],
  [
    'no password',
    { password: '', confirmPassword: '' },
    { password: 'Password is required', confirmPassword: 'Please confirm your password' },
  ],
  [
    'a short password',
    { password: '12345', confirmPassword: '12345' },
    { password: 'Password must be at least 6 characters' },
  ],
  [
    'a password of blanks',
    { password: ' \t    ', confirmPassword: ' \t    ' },
    { password: 'Password is required' },
  ],
  ['an unconfirmed password', { confirmPassword: '' }, { confirmPassword: 'Please confirm your password' }],
  [
    'a mismatched confirmation',
    { confirmPassword: 'something else' },
    { confirmPassword: 'Passwords do not match' },
  ],
  [
    'a short password that isn’t repeated, and everything else wrong',
    { fullname: ' ', email: 'pat@', password: '12345', confirmPassword: '123456', agreeToTerms: false },
    {
      fullname: 'Full Name is required',
      email: 'Email format is invalid',
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Passwords do not match',
      agreeToTerms: 'You must agree to the terms',
    },
  ],
  ['terms not agreed to', { agreeToTerms: false }, { agreeToTerms: 'You must agree to the terms' }],
  ['agreement as text', { agreeToTerms: 'yes' }, { agreeToTerms: 'You must agree to the terms' }],
]

test.each(INVALID_FORMS)('rejects a sign-up with %s and stores nothing', async (_, changes, fields) => {
  const api = await testApp()
  const { status, body } = await register(api, newEmail(), changes)
  expect(status).toBe(400)
  expect(body).toMatchObject({ success: false, code: 'invalid' })
  expect(body.fields).toMatchObject(fields)
  expect(await api.ctx.db.$count(signups)).toBe(0)
})
