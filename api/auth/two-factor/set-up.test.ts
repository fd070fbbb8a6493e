import { expect, test } from 'bun:test'

import { authenticators, recoveryCodes } from '#api/db/schema/people/two-factor.ts'
import { PASSWORD, testApp } from '#api/test/app.ts'
import { connectingApp } from '#api/test/connecting.ts'
import {
  responseOf,
  authenticatorOf,
  twoFactorUser,
  logIn,
  start,
  ticketFor,
  verify,
  WRONG,
  type Person,
} from '#api/test/two-factor.ts'
import { turnOffForUser } from './set-up.ts'

const MINUTE = 60_000

test('requires no second factor before set-up is confirmed by a code', async () => {
  const api = await testApp()
  const person = await api.signUp()
  const { body } = await responseOf(start(person))
  expect(body.data.address).toStartWith('otpauth://totp/Currawong:')
  expect(body.data.address).toContain(`secret=${body.data.secret}`)
  expect((await logIn(api, person)).body.token).toBeString()
  const code = authenticatorOf(api, body.data.secret)
  expect(
    await responseOf(person.call('users/two-factor/confirm', { json: { code: code(5) } })),
  ).toMatchObject(WRONG)
  expect((await logIn(api, person)).body.token).toBeString()
})

test('requires the password to turn two-factor on', async () => {
  const api = await testApp()
  const person = await api.signUp()
  expect(await responseOf(start(person, {}))).toMatchObject({
    status: 400,
    body: { fields: { password: 'Please enter your password.' } },
  })
  expect(await responseOf(start(person, { password: 'not this' }))).toMatchObject({
    status: 400,
    body: { fields: { password: 'This is not your password.' } },
  })
  expect(await api.ctx.db.$count(authenticators)).toBe(0)
  expect((await start(person)).status).toBe(200)
})

test('limits guesses of the password', async () => {
  const api = await testApp()
  const person = await api.signUp()
  for (let i = 0; i < 10; i++) await start(person, { password: `not this ${i}` })
  expect((await start(person)).status).toBe(429)
})

test('lets a user without a password turn it on within ten minutes of signing in with Google', async () => {
  const api = await connectingApp()
  const { credential } = await api.world<{ credential: string }>('login', {
    provider: 'google-signin',
    clientId: api.ctx.config.google.clientId,
  })
  const { body } = await responseOf(
    api.request('users/auth/google-login', { json: { tokenData: credential } }),
  )
  const call: Person['call'] = (path, init) => api.request(path, { token: body.token as string, ...init })
  api.clock.advance(10 * MINUTE)
  expect((await start({ call }, {})).status).toBe(200)
  api.clock.advance(1)
  expect(await responseOf(start({ call }, {}))).toMatchObject({
    status: 400,
    body: {
      message: 'Please sign out, then sign in with Google again. Then turn this on within 10 minutes.',
    },
  })
})

test('returns working recovery codes to one of two concurrent confirmations', async () => {
  const api = await testApp()
  const person = await api.signUp()
  const { body } = await responseOf(start(person))
  const code = authenticatorOf(api, body.data.secret)()
  const both = await Promise.all(
    [1, 2].map(() => responseOf(person.call('users/two-factor/confirm', { json: { code } }))),
  )
  const successful = both.filter(({ status }) => status === 200)
  expect(successful).toHaveLength(1)
  expect(await api.ctx.db.$count(recoveryCodes)).toBe(10)
  const recovery = successful[0]!.body.recoveryCodes[0] as string
  expect((await verify(api, await ticketFor(api, person), recovery)).status).toBe(200)
})

test('stores the secret encrypted and recovery codes hashed', async () => {
  const api = await testApp()
  const person = await api.signUp()
  const { body } = await responseOf(start(person))
  const code = authenticatorOf(api, body.data.secret)
  const { body: confirmed } = await responseOf(
    person.call('users/two-factor/confirm', { json: { code: code() } }),
  )
  const rows = JSON.stringify([
    await api.ctx.db.select().from(authenticators),
    await api.ctx.db.select().from(recoveryCodes),
  ])
  for (const secret of [body.data.secret, ...confirmed.recoveryCodes])
    expect(rows).not.toContain(secret.replace('-', ''))
})

test('rejects a new set-up while two-factor is on', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  expect((await start(person)).status).toBe(409)
  expect(
    (await responseOf(person.call('users/two-factor/confirm', { json: { code: person.code() } }))).status,
  ).toBe(400)
})

const MISSING = {
  status: 400,
  body: { fields: { code: 'Please enter a code from your authenticator app, or a recovery code.' } },
}

test('requires a code to turn two-factor off, and notifies the owner by mail', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const turnOff = (json: object) => responseOf(person.call('users/two-factor/disable', { json }))
  expect(await turnOff({})).toMatchObject(MISSING)
  expect(await turnOff({ password: PASSWORD })).toMatchObject(MISSING)
  expect(await turnOff({ password: PASSWORD, code: '000000' })).toMatchObject(WRONG)
  expect((await logIn(api, person)).body.twoFactorRequired).toBe(true)
  expect((await turnOff({ code: person.code() })).status).toBe(200)
  expect((await logIn(api, person)).body.token).toBeString()
  expect(await api.ctx.db.$count(recoveryCodes)).toBe(0)
  const renewal = person.call('users/two-factor/recovery-codes', { json: { code: person.code() } })
  expect(await responseOf(renewal)).toMatchObject({
    status: 409,
    body: { message: 'Two-factor sign-in is off, so it has no recovery codes. Turn it on to get some.' },
  })
  const subjects = (await api.mail(person.email)).map(({ subject }) => subject)
  expect(subjects.slice(0, 2)).toEqual(['Two-factor sign-in is off', 'Two-factor sign-in is on'])
})

test('refuses new recovery codes for the password alone', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const renew = (json: object) => responseOf(person.call('users/two-factor/recovery-codes', { json }))
  expect(await renew({ password: PASSWORD })).toMatchObject(MISSING)
  expect((await verify(api, await ticketFor(api, person), person.recoveryCodes[0]!)).status).toBe(200)
})

test('requires the old password and a code to change the password while two-factor is on', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const change = (json: object) =>
    responseOf(
      person.call('users/updatePassword', {
        method: 'PUT',
        json: { oldPassword: PASSWORD, newPassword: 'Fresh#Tap9', ...json },
      }),
    )
  expect(await change({})).toMatchObject(MISSING)
  expect(await change({ code: '000000' })).toMatchObject(WRONG)
  const recovery = person.recoveryCodes[0]!
  const wrongPassword = await change({ oldPassword: 'not this', code: recovery })
  expect(wrongPassword.body.fields).toEqual({ oldPassword: 'Your old password is incorrect.' })
  expect((await logIn(api, person)).status).toBe(200)
  expect((await change({ code: recovery })).status).toBe(200)
  expect((await logIn(api, person)).status).toBe(401)
  expect((await logIn(api, person, 'Fresh#Tap9')).body.twoFactorRequired).toBe(true)
  expect(await verify(api, (await logIn(api, person, 'Fresh#Tap9')).body.ticket, recovery)).toMatchObject(
    WRONG,
  )
})

test.each(['users/two-factor/disable', 'users/two-factor/recovery-codes', 'users/updatePassword'])(
  'blocks %s and the second step of signing in after ten wrong codes',
  async path => {
    const api = await testApp()
    const person = await twoFactorUser(api)
    const disable = (code: string) =>
      person.call(path, {
        ...(path === 'users/updatePassword' && { method: 'PUT' }),
        json: { oldPassword: PASSWORD, newPassword: 'Fresh#Tap9', code },
      })
    for (let n = 0; n < 10; n++) expect((await disable('000000')).status).toBe(400)
    expect((await disable(person.code())).status).toBe(429)
    expect((await verify(api, await ticketFor(api, person), person.code())).status).toBe(429)
  },
)

test('invalidates old recovery codes when new ones are issued', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const renewed = await responseOf(
    person.call('users/two-factor/recovery-codes', { json: { code: person.code() } }),
  )
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect(await verify(api, await ticketFor(api, person), person.recoveryCodes[0]!)).toMatchObject(WRONG)
  const fresh = renewed.body.recoveryCodes[0] as string
  expect((await verify(api, await ticketFor(api, person), fresh)).status).toBe(200)
  expect((await responseOf(person.call('users/two-factor'))).body.data).toEqual({
    enabled: true,
    recoveryCodesLeft: 9,
  })
})

test('lets an operator turn two-factor off for a user who lost phone and codes, and notifies them', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  expect(await turnOffForUser(api.ctx, person.email.toUpperCase())).toBe(true)
  expect((await logIn(api, person)).body.token).toBeString()
  expect((await api.mail(person.email))[0]?.subject).toBe('Two-factor sign-in is off')
  expect(await turnOffForUser(api.ctx, person.email)).toBe(false)
  expect(await turnOffForUser(api.ctx, 'nobody@example.com')).toBe(false)
})
