import { expect, test } from 'bun:test'

import { requestReset } from '#api/auth/password-changes.ts'
import { activity } from '#api/db/schema/businesses/activity.ts'
import { requests } from '#api/db/schema/businesses/requests.ts'
import { emailChanges, passwordResets, users } from '#api/db/schema/people/auth.ts'
import { newEmail, PASSWORD, testApp, type TestApp } from '#api/test/app.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { responseOf, ticketFor, twoFactorUser, verify } from '#api/test/two-factor.ts'

type Person = Pick<Awaited<ReturnType<TestApp['signUp']>>, 'call'>

const PATH = 'users/email-change'
const MINUTE = 60_000
const INVALID = 'Invalid OTP. Please try again.'
const USED_UP = 'That code no longer works. Send a new one.'
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

const ask = ({ call }: Person, email: string, json: object = { password: PASSWORD }) =>
  responseOf(call(PATH, { json: { email, ...json } }))
const confirm = ({ call }: Person, otp: string) => responseOf(call(`${PATH}/confirm`, { json: { otp } }))
const pendingOf = async ({ call }: Person) => (await responseOf(call(PATH))).body.data
const emailOf = async ({ call }: Person) =>
  (await responseOf(call('users/getUserInfo', { json: {} }))).body.userDetails.email as string

async function change(api: TestApp, person: Person, email = newEmail()) {
  expect((await ask(person, email)).status).toBe(200)
  expect((await confirm(person, await api.mailedCode(email))).body).toMatchObject({ success: true })
  return email
}

const logIn = async ({ request }: TestApp, email: string, password = PASSWORD) =>
  (await request('users/login', { json: { email, password } })).status

test('changes the e-mail only once the code that was mailed to it is entered', async () => {
  const api = await testApp()
  const pat = await api.signUp()
  const email = newEmail()
  const { status, body } = await ask(pat, email.toUpperCase())
  expect(status).toBe(200)
  expect(body.data).toEqual({ email, expiresAt: expect.any(String) })
  expect(await pendingOf(pat)).toEqual(body.data)
  const code = await api.mailedCode(email)
  expect([await emailOf(pat), await logIn(api, email)]).toEqual([pat.email, 401])

  expect((await confirm(pat, wrong(code))).body.fields).toEqual({ otp: INVALID })
  expect((await confirm(pat, code)).status).toBe(200)
  expect(await emailOf(pat)).toBe(email)
  expect([await logIn(api, email), await logIn(api, pat.email)]).toEqual([200, 401])
  expect(await pendingOf(pat)).toBeNull()
  expect((await confirm(pat, code)).body.fields).toEqual({ otp: USED_UP })
})

test('tells the present address who is to replace it and what to do about it, before and after', async () => {
  const api = await testApp()
  const pat = await api.signUp()
  const email = newEmail()
  await ask(pat, email)
  const [notice] = await api.mail(pat.email)
  expect(notice?.subject).toBe('Your Currawong email is about to change')
  expect(notice?.text).toContain(email)
  expect(notice?.text).toContain('If this wasn’t you, ask for a new password')
  const code = await api.mailedCode(email)
  expect(notice?.text).not.toContain(code)
  await confirm(pat, code)
  expect((await api.mail(pat.email))[0]?.subject).toBe('Your Currawong email was changed')
})

test('responds the same for a taken address, and mails its owner a notice instead of a code', async () => {
  const api = await testApp()
  const [pat, kim, sam] = [await api.signUp(), await api.signUp({ fullname: 'Kim' }), await api.signUp()]
  const free = await ask(sam, newEmail())
  const taken = await ask(pat, kim.email)
  expect(taken).toEqual({
    ...free,
    body: { ...free.body, data: { ...free.body.data, email: kim.email } },
  })
  const mails = await api.mail(kim.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['This email already has a Currawong account'])
  expect(mails[0]?.text).not.toMatch(/\b\d{6}\b/)
  expect((await api.mail(pat.email))[0]?.subject).toBe('Your Currawong email is about to change')
  expect((await confirm(pat, '123456')).body).toEqual((await confirm(sam, '123456')).body)
  await responseOf(pat.call(`${PATH}/resend`, { json: {} }))
  expect((await api.mail(kim.email)).map(({ subject }) => subject)).toHaveLength(2)
})

test('leaves the e-mail to whoever confirms it first', async () => {
  const api = await testApp()
  const [pat, kim] = [await api.signUp(), await api.signUp()]
  const email = newEmail()
  await ask(pat, email)
  const first = await api.mailedCode(email)
  await ask(kim, email)
  expect((await confirm(kim, await api.mailedCode(email))).status).toBe(200)
  expect((await confirm(pat, first)).body.fields).toEqual({ otp: INVALID })
  expect([await emailOf(pat), await emailOf(kim)]).toEqual([pat.email, email])
})

test('rejects a request without the right password, and one for the present address', async () => {
  const api = await testApp()
  const pat = await api.signUp()
  expect((await ask(pat, newEmail(), {})).body.fields).toEqual({ password: 'Please enter your password.' })
  expect((await ask(pat, newEmail(), { password: 'x' })).body.fields).toEqual({
    password: 'This is not your password.',
  })
  expect((await ask(pat, pat.email)).body.fields).toEqual({ email: 'This is your email already.' })
  expect((await ask(pat, 'pat@')).body.fields).toEqual({ email: 'Email format is invalid' })
  expect(await pendingOf(pat)).toBeNull()
  expect(await api.mail(pat.email)).toEqual([])
})

test('requires a code from the app while two-factor is on', async () => {
  const api = await testApp()
  const pat = await twoFactorUser(api)
  const email = newEmail()
  expect((await ask(pat, email)).body.fields).toHaveProperty('code')
  expect((await ask(pat, email, { password: PASSWORD, code: pat.code() })).status).toBe(200)
})

test('accepts a recent sign-in with Google instead of a password, and keeps the Google account linked', async () => {
  const api = await connectingApp()
  const clientId = api.ctx.config.google.clientId
  const { credential, person } = await api.world<{ credential: string; person: string }>('login', {
    provider: 'google-signin',
    clientId,
  })
  const signIn = async (tokenData: string) => {
    const { body } = await responseOf(api.request('users/auth/google-login', { json: { tokenData } }))
    const call: Person['call'] = (path, init) => api.request(path, { token: body.token as string, ...init })
    return { call }
  }
  const gia = await signIn(credential)
  const address = await emailOf(gia)
  api.clock.advance(10 * MINUTE)
  const email = newEmail()
  expect((await ask(gia, email, {})).status).toBe(200)
  expect((await api.mail(address))[0]?.text).toContain('If this wasn’t you, sign in with Google')
  expect((await confirm(gia, await api.mailedCode(email))).status).toBe(200)
  api.clock.advance(1)
  expect((await ask(gia, newEmail(), {})).body.fields).toEqual({
    password: 'Please sign out, then sign in with Google again. Then change your email within 10 minutes.',
  })

  const again = await api.world<{ credential: string }>('login', {
    provider: 'google-signin',
    clientId,
    person,
  })
  expect(await emailOf(await signIn(again.credential))).toBe(email)
  expect(await api.ctx.db.$count(users)).toBe(1)
})

test('ends all other sessions, unfinished sign-ins and reset links, but not this session', async () => {
  const api = await testApp()
  const pat = await twoFactorUser(api)
  const ticket = await ticketFor(api, pat)
  const other = await ticketFor(api, pat)
  api.clock.advance(30_000)
  const { body } = await verify(api, other, pat.code())
  await api.request('users/reset-password', { json: { email: pat.email } })
  expect(await api.ctx.db.$count(passwordResets)).toBe(1)
  api.clock.advance(30_000)
  const email = newEmail()
  await ask(pat, email, { password: PASSWORD, code: pat.code() })
  await confirm(pat, await api.mailedCode(email))
  expect(await emailOf(pat)).toBe(email)
  expect((await api.request('users/getUserInfo', { json: {}, token: body.token })).status).toBe(401)
  api.clock.advance(30_000)
  expect((await verify(api, ticket, pat.code())).status).toBe(401)
  expect(await api.ctx.db.$count(passwordResets)).toBe(0)
})

test('accepts no code after a password reset or a change of the password', async () => {
  const api = await testApp()
  const [pat, kim] = [await api.signUp(), await api.signUp()]
  const [forPat, forKim] = [newEmail(), newEmail()]
  await ask(pat, forPat)
  await api.request('users/reset-password', { json: { email: pat.email } })
  const [mail] = await api.mail(pat.email)
  const token = /reset-password\/(\w+)/.exec(mail?.text ?? '')?.[1]
  const newPassword = 'Fresh#Tap9'
  expect((await api.request('users/reset-password', { json: { token, newPassword } })).status).toBe(200)
  const login = await responseOf(
    api.request('users/login', { json: { email: pat.email, password: newPassword } }),
  )
  const again: Person = { call: (path, init) => api.request(path, { token: login.body.token, ...init }) }
  expect((await confirm(again, await api.mailedCode(forPat))).body.fields).toEqual({ otp: USED_UP })
  expect(await emailOf(again)).toBe(pat.email)

  await ask(kim, forKim)
  await kim.call('users/updatePassword', { method: 'PUT', json: { oldPassword: PASSWORD, newPassword } })
  expect((await confirm(kim, await api.mailedCode(forKim))).body.fields).toEqual({ otp: USED_UP })
})

test('withdraws a request, and replaces it by the next', async () => {
  const api = await testApp()
  const pat = await api.signUp()
  const [first, second] = [newEmail(), newEmail()]
  await ask(pat, first)
  const code = await api.mailedCode(first)
  await ask(pat, second)
  expect((await pendingOf(pat)).email).toBe(second)
  expect((await confirm(pat, code)).body.fields).toEqual({ otp: INVALID })
  expect((await responseOf(pat.call(PATH, { method: 'DELETE' }))).status).toBe(200)
  expect(await pendingOf(pat)).toBeNull()
  expect((await confirm(pat, await api.mailedCode(second))).body.fields).toEqual({ otp: USED_UP })
  expect((await responseOf(pat.call(`${PATH}/resend`, { json: {} }))).status).toBe(404)
})

test('accepts a code for ten minutes and five attempts; another one can be mailed for a day', async () => {
  const api = await testApp()
  const pat = await api.signUp()
  const email = newEmail()
  await ask(pat, email)
  const code = await api.mailedCode(email)
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await confirm(pat, wrong(code))).body.fields).toEqual({ otp: INVALID })
  expect((await confirm(pat, code)).body.fields).toEqual({ otp: USED_UP })

  api.clock.advance(23 * 60 * MINUTE)
  expect((await responseOf(pat.call(`${PATH}/resend`, { json: {} }))).status).toBe(200)
  const second = await api.mailedCode(email)
  expect(second).not.toBe(code)
  api.clock.advance(10 * MINUTE)
  expect((await confirm(pat, second)).body.fields).toEqual({ otp: USED_UP })
  api.clock.advance(50 * MINUTE)
  expect(await pendingOf(pat)).toBeNull()
})

test('limits requests of one person to ten an hour', async () => {
  const api = await testApp()
  const pat = await api.signUp()
  for (let turn = 0; turn < 10; turn++) expect((await ask(pat, newEmail())).status).toBe(200)
  expect((await ask(pat, newEmail())).status).toBe(429)
  expect(await api.ctx.db.$count(emailChanges)).toBe(1)
})

test('lets only one of two concurrent confirmations change the e-mail', async () => {
  const api = await testApp()
  const pat = await api.signUp()
  const email = newEmail()
  await ask(pat, email)
  const code = await api.mailedCode(email)
  const both = await Promise.all([confirm(pat, code), confirm(pat, code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect((await api.mail(pat.email)).filter(({ subject }) => subject.includes('was changed'))).toHaveLength(1)
})

test('mails no reset link to the former address while the e-mail changes', async () => {
  const api = await testApp()
  const pat = await api.signUp()
  const racing = beforeNextWrite(api.ctx, () => change(api, pat))
  await requestReset({ ...racing, address: '203.0.113.7', userAgent: '' }, { email: pat.email })
  expect(await api.ctx.db.$count(passwordResets)).toBe(0)
})

test('keeps requests of the former address the person’s, and replies to the new one', async () => {
  const api = await testApp()
  const [pat, ada] = [await api.signUp(), await api.admin()]
  const form = { fullname: 'Pat Lee', email: pat.email, service: 'other', message: 'Hello' }
  await api.request('users/saveContactRequest', { json: form })
  await api.request('users/saveContactRequest', { json: { ...form, email: 'else@example.com' } })
  const email = await change(api, pat)
  const rows = await api.ctx.db.select().from(requests)
  expect(rows.map(({ userId, content }) => [userId, content.email]).toSorted()).toEqual(
    [
      [pat.userId, email],
      [null, 'else@example.com'],
    ].toSorted(),
  )
  const mine = rows.find(({ userId }) => userId === pat.userId)
  const reply = { subject: 'Re: Hello', text: 'Good morning', version: mine?.version }
  const replied = await ada.call(`admin/supportRequests/${mine?.id}/replies`, { json: reply })
  expect(replied.status).toBe(200)
  expect((await api.mail(email))[0]?.subject).toBe('Re: Hello')
})

test('leaves invitations valid without revealing the new address to the inviter', async () => {
  const api = await testApp()
  const [pat, eve] = [await api.signUp(), await api.signUp({ fullname: 'Eve' })]
  const business = await responseOf(eve.call('users/saveUserDomain', { json: { businessName: 'Eve’s' } }))
  const path = `businesses/${business.body.data._id}`
  await eve.call(`${path}/members`, { json: { email: pat.email, role: 'author' } })
  const [invitation] = await api.mail(pat.email)
  const email = await change(api, pat)
  const seen = JSON.stringify([
    (await responseOf(eve.call(`${path}/members`))).body,
    (await responseOf(eve.call(`${path}/activity`))).body,
  ])
  expect(seen).toContain(pat.email)
  for (const unknown of [email, 'Pat Lee']) expect(seen).not.toContain(unknown)

  const token = /invite\/(\w+)/.exec(invitation?.text ?? '')?.[1]
  expect((await pat.call(`invitations/${token}/accept`, { json: {} })).status).toBe(200)
  const { body } = await responseOf(eve.call(`${path}/members`))
  expect(JSON.stringify(body)).toContain(email)
  expect((await api.ctx.db.select().from(activity)).map(row => row.email)).not.toContain(pat.email)
})

test('lets somebody else sign up with the former address', async () => {
  const api = await testApp()
  const pat = await api.signUp()
  await change(api, pat)
  const next = await api.signUp({ email: pat.email })
  expect(await api.ctx.db.$count(users)).toBe(2)
  expect(await emailOf(next)).toBe(pat.email)
})
