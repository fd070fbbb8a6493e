import { expect, test } from 'bun:test'
import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import { eq } from 'drizzle-orm'

import { users } from '#api/auth/table.ts'
import { sweepJob } from '#api/jobs/sweep.ts'
import { PASSWORD, testApp, type TestApp } from '#api/test/app.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { unlock } from './set-up.ts'
import { authenticators, recoveryCodes, signInTickets } from './table.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
type Body = Record<string, any>

const STEP_MS = 30_000
const MINUTE = 60_000

const answer = async (asked: Response | Promise<Response>) => {
  const response = await asked
  return { status: response.status, body: (await response.json()) as Body }
}

/** What the app on somebody's phone shows. */
const appOf = ({ clock }: TestApp, secret: string) => {
  const key = decodeBase32IgnorePadding(secret)
  return (around = 0) => generateHOTP(key, BigInt(Math.floor(clock.now().getTime() / STEP_MS) + around), 6)
}

const start = ({ call }: Pick<Person, 'call'>, json: object = { password: PASSWORD }) =>
  call('users/two-factor/start', { json })

/** Somebody with two-factor on. */
async function careful(api: TestApp) {
  const person = await api.signUp()
  const { body } = await answer(start(person))
  const code = appOf(api, body.data.secret)
  const confirmed = await answer(person.call('users/two-factor/confirm', { json: { code: code() } }))
  expect(confirmed.status).toBe(200)
  api.clock.advance(STEP_MS)
  return { ...person, code, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

const logIn = ({ request }: TestApp, { email }: Person, password = PASSWORD) =>
  answer(request('users/login', { json: { email, password } }))

const ticketFor = async (api: TestApp, person: Person) => (await logIn(api, person)).body.ticket as string

const verify = ({ request }: TestApp, ticket: string, code: string) =>
  answer(request('users/verify-two-factor', { json: { ticket, code } }))

const WRONG = {
  status: 400,
  body: { code: 'invalid', fields: { code: 'Invalid code. Please try again.' } },
}
const OVER = { status: 401, body: { code: 'unauthenticated' } }

test('nothing is asked for before a code of the app has come back', async () => {
  const api = await testApp()
  const person = await api.signUp()
  const { body } = await answer(start(person))
  expect(body.data.address).toStartWith('otpauth://totp/Currawong:')
  expect(body.data.address).toContain(`secret=${body.data.secret}`)
  expect((await logIn(api, person)).body.token).toBeString()
  const code = appOf(api, body.data.secret)
  expect(await answer(person.call('users/two-factor/confirm', { json: { code: code(5) } }))).toMatchObject(
    WRONG,
  )
  expect((await logIn(api, person)).body.token).toBeString()
})

test('an open browser alone can’t turn two-factor on: it wants the password', async () => {
  const api = await testApp()
  const person = await api.signUp()
  expect(await answer(start(person, {}))).toMatchObject({
    status: 400,
    body: { fields: { password: 'Please enter your password.' } },
  })
  expect(await answer(start(person, { password: 'not this' }))).toMatchObject({
    status: 400,
    body: { fields: { password: 'This is not your password.' } },
  })
  expect(await api.ctx.db.$count(authenticators)).toBe(0)
  expect((await start(person)).status).toBe(200)
})

test('passwords can’t be tried at it', async () => {
  const api = await testApp()
  const person = await api.signUp()
  for (let i = 0; i < 10; i++) await start(person, { password: `not this ${i}` })
  expect((await start(person)).status).toBe(429)
})

test('who has no password turns it on within ten minutes of signing in with Google', async () => {
  const api = await connectingApp()
  const { credential } = await api.world<{ credential: string }>('login', {
    provider: 'google-signin',
    clientId: api.ctx.config.google.clientId,
  })
  const { body } = await answer(api.request('users/auth/google-login', { json: { tokenData: credential } }))
  const call: Person['call'] = (path, init) => api.request(path, { token: body.token as string, ...init })
  api.clock.advance(10 * MINUTE)
  expect((await start({ call }, {})).status).toBe(200)
  api.clock.advance(1)
  expect(await answer(start({ call }, {}))).toMatchObject({
    status: 400,
    body: {
      message: 'Please log out and sign in with Google again. Then turn this on within 10 minutes.',
    },
  })
})

test('with two-factor on a password leads to a ticket, and ticket and code to a session', async () => {
  const api = await testApp()
  const person = await careful(api)
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

test('a wrong password tells nothing of two-factor', async () => {
  const api = await testApp()
  const [guarded, open] = [await careful(api), await api.signUp()]
  expect((await logIn(api, guarded, 'not this')).body).toEqual((await logIn(api, open, 'not this')).body)
})

test('a code is taken once, also of two that bring it at once', async () => {
  const api = await testApp()
  const person = await careful(api)
  const tickets = [await ticketFor(api, person), await ticketFor(api, person)]
  const statuses = await Promise.all(tickets.map(ticket => verify(api, ticket, person.code())))
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await verify(api, await ticketFor(api, person), person.code())).toMatchObject(WRONG)
  api.clock.advance(STEP_MS)
  expect((await verify(api, await ticketFor(api, person), person.code())).status).toBe(200)
  expect(await verify(api, await ticketFor(api, person), person.code(-1))).toMatchObject(WRONG)
})

test('a ticket opens one session', async () => {
  const api = await testApp()
  const person = await careful(api)
  const ticket = await ticketFor(api, person)
  expect((await verify(api, ticket, person.code())).status).toBe(200)
  expect(await verify(api, ticket, person.recoveryCodes[0]!)).toMatchObject(OVER)
})

test('the half-minute before and after count too, others don’t', async () => {
  const api = await testApp()
  const person = await careful(api)
  api.clock.advance(10 * MINUTE)
  expect(await verify(api, await ticketFor(api, person), person.code(-2))).toMatchObject(WRONG)
  expect(await verify(api, await ticketFor(api, person), person.code(2))).toMatchObject(WRONG)
  expect((await verify(api, await ticketFor(api, person), person.code(-1))).status).toBe(200)
  expect((await verify(api, await ticketFor(api, person), person.code(1))).status).toBe(200)
})

test('a ticket is over after five minutes, and after five wrong codes', async () => {
  const api = await testApp()
  const person = await careful(api)
  const old = await ticketFor(api, person)
  api.clock.advance(5 * MINUTE)
  expect(await verify(api, old, person.code())).toMatchObject(OVER)
  const tried = await ticketFor(api, person)
  for (let i = 0; i < 5; i++) expect(await verify(api, tried, '000000')).toMatchObject(WRONG)
  expect(await verify(api, tried, person.code())).toMatchObject(OVER)
  await sweepJob.run(api.ctx)
  expect(await api.ctx.db.$count(signInTickets)).toBe(1)
})

test('ten wrong codes in an hour close the second step, with whatever ticket', async () => {
  const api = await testApp()
  const person = await careful(api)
  for (let i = 0; i < 10; i++) await verify(api, await ticketFor(api, person), '000000')
  expect((await verify(api, await ticketFor(api, person), person.code())).status).toBe(429)
  api.clock.advance(60 * MINUTE)
  expect((await verify(api, await ticketFor(api, person), person.code())).status).toBe(200)
})

test('nobody’s ticket is refused like an old one', async () => {
  const api = await testApp()
  expect(await verify(api, 'a'.repeat(52), '123456')).toMatchObject(OVER)
})

test('a recovery code opens once, however it is written, and its owner is told', async () => {
  const api = await testApp()
  const person = await careful(api)
  expect(new Set(person.recoveryCodes).size).toBe(10)
  const [first, second] = person.recoveryCodes as [string, string]
  expect((await verify(api, await ticketFor(api, person), first)).status).toBe(200)
  expect(await verify(api, await ticketFor(api, person), first)).toMatchObject(WRONG)
  const written = ` ${second.toUpperCase().replace('-', ' ')} `
  expect((await verify(api, await ticketFor(api, person), written)).status).toBe(200)
  const [mail] = await api.mail(person.email)
  expect(mail).toMatchObject({ subject: 'A recovery code was used to sign in' })
  expect(mail?.text).toContain('8 are left')
})

test('neither the secret nor a recovery code can be read in the database', async () => {
  const api = await testApp()
  const person = await api.signUp()
  const { body } = await answer(start(person))
  const code = appOf(api, body.data.secret)
  const { body: confirmed } = await answer(
    person.call('users/two-factor/confirm', { json: { code: code() } }),
  )
  const rows = JSON.stringify([
    await api.ctx.db.select().from(authenticators),
    await api.ctx.db.select().from(recoveryCodes),
  ])
  for (const secret of [body.data.secret, ...confirmed.recoveryCodes])
    expect(rows).not.toContain(secret.replace('-', ''))
})

test('a new password leaves two-factor on, and ends the tickets of the old one', async () => {
  const api = await testApp()
  const person = await careful(api)
  const early = await ticketFor(api, person)
  await api.request('users/reset-password', { json: { email: person.email } })
  const [mail] = await api.mail(person.email)
  const token = /reset-password\/(\w+)/.exec(mail!.text)![1]!
  const newPassword = 'N3w password!'
  expect((await api.request('users/reset-password', { json: { token, newPassword } })).status).toBe(200)
  expect(await verify(api, early, person.code())).toMatchObject(OVER)
  expect((await logIn(api, person, newPassword)).body.twoFactorRequired).toBe(true)
})

test('turning it off wants the password or a code, and is told by mail', async () => {
  const api = await testApp()
  const person = await careful(api)
  const turnOff = (json: object) => answer(person.call('users/two-factor/disable', { json }))
  expect(await turnOff({})).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
  expect(await turnOff({ password: 'not this' })).toMatchObject({
    status: 400,
    body: { fields: { password: 'This is not your password.' } },
  })
  expect(await turnOff({ code: '000000' })).toMatchObject(WRONG)
  expect((await logIn(api, person)).body.twoFactorRequired).toBe(true)
  expect((await turnOff({ password: PASSWORD })).status).toBe(200)
  expect((await logIn(api, person)).body.token).toBeString()
  expect(await api.ctx.db.$count(recoveryCodes)).toBe(0)
  const subjects = (await api.mail(person.email)).map(({ subject }) => subject)
  expect(subjects.slice(0, 2)).toEqual(['Two-factor sign-in is off', 'Two-factor sign-in is on'])
})

test('new recovery codes end the old ones', async () => {
  const api = await testApp()
  const person = await careful(api)
  const renewed = await answer(
    person.call('users/two-factor/recovery-codes', { json: { code: person.code() } }),
  )
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect(await verify(api, await ticketFor(api, person), person.recoveryCodes[0]!)).toMatchObject(WRONG)
  const fresh = renewed.body.recoveryCodes[0] as string
  expect((await verify(api, await ticketFor(api, person), fresh)).status).toBe(200)
  expect((await answer(person.call('users/two-factor'))).body.data).toEqual({
    enabled: true,
    recoveryCodesLeft: 9,
  })
})

test('two-factor that is on can’t be set up over by whoever sits at an open session', async () => {
  const api = await testApp()
  const person = await careful(api)
  expect((await start(person)).status).toBe(409)
  expect(
    (await answer(person.call('users/two-factor/confirm', { json: { code: person.code() } }))).status,
  ).toBe(400)
})

test('of two that confirm at once, one is told codes that work', async () => {
  const api = await testApp()
  const person = await api.signUp()
  const { body } = await answer(start(person))
  const code = appOf(api, body.data.secret)()
  const both = await Promise.all(
    [1, 2].map(() => answer(person.call('users/two-factor/confirm', { json: { code } }))),
  )
  const told = both.filter(({ status }) => status === 200)
  expect(told).toHaveLength(1)
  expect(await api.ctx.db.$count(recoveryCodes)).toBe(10)
  const recovery = told[0]!.body.recoveryCodes[0] as string
  expect((await verify(api, await ticketFor(api, person), recovery)).status).toBe(200)
})

test('who is being deleted gets no session by a ticket', async () => {
  const api = await testApp()
  const person = await careful(api)
  const ticket = await ticketFor(api, person)
  await api.ctx.db.update(users).set({ deletionStartedAt: api.ctx.now() }).where(eq(users.id, person.userId))
  expect(await verify(api, ticket, person.code())).toMatchObject(OVER)
})

test('an operator can let in who has lost phone and codes, and the owner is told', async () => {
  const api = await testApp()
  const person = await careful(api)
  expect(await unlock(api.ctx, person.email.toUpperCase())).toBe(true)
  expect((await logIn(api, person)).body.token).toBeString()
  expect((await api.mail(person.email))[0]?.subject).toBe('Two-factor sign-in is off')
  expect(await unlock(api.ctx, person.email)).toBe(false)
  expect(await unlock(api.ctx, 'nobody@example.com')).toBe(false)
})

test('who signs in with Google is asked for the code, too', async () => {
  const api = await connectingApp()
  const person = await careful(api)
  const { credential } = await api.world<{ credential: string }>('login', {
    provider: 'google-signin',
    clientId: api.ctx.config.google.clientId,
    email: person.email,
  })
  const signedIn = await answer(api.request('users/auth/google-login', { json: { tokenData: credential } }))
  expect(signedIn.body).toMatchObject({ success: true, twoFactorRequired: true })
  expect((await verify(api, signedIn.body.ticket, person.recoveryCodes[0]!)).status).toBe(200)
})
