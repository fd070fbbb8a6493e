import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { users } from '#api/db/schema/people/auth.ts'
import { signInTickets } from '#api/db/schema/people/two-factor.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { testApp } from '#api/test/app.ts'
import { connectingApp } from '#api/test/connecting.ts'
import {
  responseOf,
  authenticatorOf,
  twoFactorUser,
  logIn,
  EXPIRED,
  start,
  STEP_MS,
  ticketFor,
  verify,
  WRONG,
} from '#api/test/two-factor.ts'

const MINUTE = 60_000

test('returns a ticket for the password, and a session for ticket and code', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const { status, body } = await logIn(api, person)
  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    message: 'Enter the code of your authenticator app.',
    twoFactorRequired: true,
    ticket: expect.any(String),
  })
  expect((await api.request('users/getUserInfo', { json: {}, token: body.ticket })).status).toBe(401)

  const verified = await verify(api, body.ticket, person.code())
  expect(verified).toMatchObject({ status: 200, body: { success: true, message: 'Login successful!' } })
  const entered = await api.request('users/getUserInfo', { json: {}, token: verified.body.token })
  expect(entered.status).toBe(200)
})

test('does not reveal two-factor for a wrong password', async () => {
  const api = await testApp()
  const [guarded, open] = [await twoFactorUser(api), await api.signUp()]
  expect((await logIn(api, guarded, 'not this')).body).toEqual((await logIn(api, open, 'not this')).body)
})

test('accepts a code once, even from concurrent requests', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const tickets = [await ticketFor(api, person), await ticketFor(api, person)]
  const statuses = await Promise.all(tickets.map(ticket => verify(api, ticket, person.code())))
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await verify(api, await ticketFor(api, person), person.code())).toMatchObject(WRONG)
  api.clock.advance(STEP_MS)
  expect((await verify(api, await ticketFor(api, person), person.code())).status).toBe(200)
  expect(await verify(api, await ticketFor(api, person), person.code(-1))).toMatchObject(WRONG)
})

test('rejects the code that turned two-factor on at sign-in', async () => {
  const api = await testApp()
  const person = await api.signUp()
  const { body } = await responseOf(start(person))
  const code = authenticatorOf(api, body.data.secret)
  await person.call('users/two-factor/confirm', { json: { code: code() } })
  expect(await verify(api, await ticketFor(api, person), code())).toMatchObject(WRONG)
  expect((await verify(api, await ticketFor(api, person), code(1))).status).toBe(200)
})

test('accepts a ticket for one session', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const ticket = await ticketFor(api, person)
  expect((await verify(api, ticket, person.code())).status).toBe(200)
  expect(await verify(api, ticket, person.recoveryCodes[0]!)).toMatchObject(EXPIRED)
})

test('accepts codes of the previous and the next half-minute only', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  api.clock.advance(10 * MINUTE)
  expect(await verify(api, await ticketFor(api, person), person.code(-2))).toMatchObject(WRONG)
  expect(await verify(api, await ticketFor(api, person), person.code(2))).toMatchObject(WRONG)
  expect((await verify(api, await ticketFor(api, person), person.code(-1))).status).toBe(200)
  expect((await verify(api, await ticketFor(api, person), person.code(1))).status).toBe(200)
})

test('rejects a ticket after five minutes or five wrong codes', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const old = await ticketFor(api, person)
  api.clock.advance(5 * MINUTE)
  expect(await verify(api, old, person.code())).toMatchObject(EXPIRED)
  const tried = await ticketFor(api, person)
  for (let i = 0; i < 5; i++) expect(await verify(api, tried, '000000')).toMatchObject(WRONG)
  expect(await verify(api, tried, person.code())).toMatchObject(EXPIRED)
  await sweep(api.ctx)
  expect(await api.ctx.db.$count(signInTickets)).toBe(1)
})

test('blocks the second step after ten wrong codes in an hour, across tickets', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  for (let i = 0; i < 10; i++) await verify(api, await ticketFor(api, person), '000000')
  expect((await verify(api, await ticketFor(api, person), person.code())).status).toBe(429)
  api.clock.advance(60 * MINUTE)
  expect((await verify(api, await ticketFor(api, person), person.code())).status).toBe(200)
})

test('accepts a recovery code after ten wrong codes of the app, and counts wrong recovery codes apart', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  for (let i = 0; i < 10; i++) await verify(api, await ticketFor(api, person), '000000')
  const refused = await verify(api, await ticketFor(api, person), person.code())
  expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('recovery code') } })
  const [recovery = '', other = ''] = person.recoveryCodes
  expect((await verify(api, await ticketFor(api, person), recovery)).status).toBe(200)

  for (let i = 0; i < 10; i++)
    expect(await verify(api, await ticketFor(api, person), 'aaaaa-aaaaa')).toMatchObject(WRONG)
  expect((await verify(api, await ticketFor(api, person), other)).status).toBe(429)
  api.clock.advance(60 * MINUTE)
  expect((await verify(api, await ticketFor(api, person), person.code())).status).toBe(200)
  expect((await verify(api, await ticketFor(api, person), other)).status).toBe(200)
})

test('accepts a recovery code from an address that has used up its attempts with codes of the app', async () => {
  const api = await testApp()
  const [person, other] = [await twoFactorUser(api), await twoFactorUser(api)]
  for (let i = 0; i < 60; i++) await verify(api, 'a'.repeat(52), '000000')
  expect((await verify(api, await ticketFor(api, other), other.code())).status).toBe(429)
  expect((await verify(api, await ticketFor(api, person), person.recoveryCodes[0]!)).status).toBe(200)
})

test('rejects an unknown ticket like an expired one', async () => {
  const api = await testApp()
  expect(await verify(api, 'a'.repeat(52), '123456')).toMatchObject(EXPIRED)
})

test('accepts a recovery code once, in any notation, and notifies the owner', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  expect(new Set(person.recoveryCodes).size).toBe(10)
  const [first, second] = person.recoveryCodes as [string, string]
  expect((await verify(api, await ticketFor(api, person), first)).status).toBe(200)
  expect(await verify(api, await ticketFor(api, person), first)).toMatchObject(WRONG)
  const written = ` ${second.toUpperCase().replace('-', ' ')} `
  expect((await verify(api, await ticketFor(api, person), written)).status).toBe(200)
  const [mail] = await api.mail(person.email)
  expect(mail).toMatchObject({ subject: 'A recovery code was used to sign in' })
  expect(mail?.text).toContain('signed in to your account with a recovery code. 8 are left')
})

test('keeps two-factor on after a password change, and invalidates earlier tickets', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const early = await ticketFor(api, person)
  await api.request('users/reset-password', { json: { email: person.email } })
  const [mail] = await api.mail(person.email)
  const token = /reset-password\/(\w+)/.exec(mail!.text)![1]!
  const newPassword = 'N3w password!'
  expect((await api.request('users/reset-password', { json: { token, newPassword } })).status).toBe(200)
  expect(await verify(api, early, person.code())).toMatchObject(EXPIRED)
  expect((await logIn(api, person, newPassword)).body.twoFactorRequired).toBe(true)
})

test('rejects the ticket of a user who is being deleted', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const ticket = await ticketFor(api, person)
  await api.ctx.db.update(users).set({ deletionStartedAt: api.ctx.now() }).where(eq(users.id, person.userId))
  expect(await verify(api, ticket, person.code())).toMatchObject(EXPIRED)
})

test('requires the code after signing in with Google, too', async () => {
  const api = await connectingApp()
  const person = await twoFactorUser(api)
  const { credential } = await api.world<{ credential: string }>('login', {
    provider: 'google-signin',
    clientId: api.ctx.config.google.clientId,
    email: person.email,
  })
  const signedIn = await responseOf(
    api.request('users/auth/google-login', { json: { tokenData: credential } }),
  )
  expect(signedIn.body).toMatchObject({ success: true, twoFactorRequired: true })
  expect((await verify(api, signedIn.body.ticket, person.recoveryCodes[0]!)).status).toBe(200)
})
