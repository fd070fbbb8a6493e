import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createHmac } from 'node:crypto'

import { signups } from '#api/db/schema/people/auth.ts'
import { dataDeletions } from '#api/db/schema/people/compliance.ts'
import { recoveryCodes } from '#api/db/schema/people/two-factor.ts'
import { checkSignature } from '#api/media/signed-url.ts'
import { unsubscribeUrl } from '#api/settings/unsubscribe.ts'
import { newEmail, PASSWORD, signUpForm, testApp, type TestApp } from '#api/test/app.ts'
import { twoFactorUser, ticketFor, verify, WRONG } from '#api/test/two-factor.ts'
import { keyedHash, keyedToken } from './secrets.ts'

/** Hashes like release 0.1.0. */
const formerHash = ({ ctx }: TestApp, text: string) =>
  createHmac('sha256', ctx.config.appSecret).update(text).digest('hex')

test('uses a separate key for each purpose, and APP_SECRET for none', async () => {
  const api = await testApp()
  const secret = api.ctx.config.appSecret
  const hashes = [
    keyedHash(secret, 'unsubscribe link', 'a text'),
    keyedHash(secret, 'recovery code', 'a text'),
    keyedHash('another secret, also long enough', 'recovery code', 'a text'),
    formerHash(api, 'a text'),
  ]
  expect(new Set(hashes).size).toBe(4)
  expect(keyedHash(secret, 'recovery code', 'a text')).toBe(hashes[1]!)
  expect(keyedToken(secret, 'sign-up ticket', 'a text')).toMatch(/^[a-z2-7]{52}$/)
})

test('still accepts an unsubscribe link from 0.1.0, and mails a different one', async () => {
  const api = await testApp()
  const { userId } = await api.signUp()
  const now = new URL(unsubscribeUrl(api.ctx, userId, 'news'))
  const former = formerHash(api, `unsubscribe news ${userId}`)
  expect(now.searchParams.get('key')).not.toBe(former)
  const stop = (key: string) =>
    api.request(`mail/unsubscribe?user=${userId}&kind=news&key=${key}`, { method: 'POST' })
  expect((await stop(former)).status).toBe(200)
  expect((await stop(now.searchParams.get('key')!)).status).toBe(200)
  expect((await stop(formerHash(api, `unsubscribe notices ${userId}`))).status).toBe(404)
})

test('confirms a sign-up with a code that 0.1.0 mailed', async () => {
  const api = await testApp()
  const email = newEmail()
  const form = signUpForm(email)
  const registered = await api.request('users/register', { json: form })
  const { token } = (await registered.json()) as { token: string }
  const [signup] = await api.ctx.db.select().from(signups)
  const codeHash = formerHash(api, `sign-up ${signup!.id} 271828`)
  const passwordHash = await Bun.password.hash(PASSWORD)
  await api.ctx.db.update(signups).set({ codeHash, passwordHash })
  const verify = (otp: string) => api.request('users/verify-otp', { json: { email, otp, token } })
  expect((await verify('271829')).status).toBe(400)
  expect((await verify('271828')).status).toBe(200)
  expect((await api.request('users/login', { json: { email, password: PASSWORD } })).status).toBe(200)
})

test('accepts a recovery code from 0.1.0 once', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const codeHash = formerHash(api, `recovery ${person.userId} abcdefghij`)
  await api.ctx.db.insert(recoveryCodes).values({ userId: person.userId, codeHash })
  expect((await verify(api, await ticketFor(api, person), 'abcde-fghij')).status).toBe(200)
  expect(await verify(api, await ticketFor(api, person), 'abcde-fghij')).toMatchObject(WRONG)
})

test('accepts a media URL from 0.1.0 until it expires', async () => {
  const api = await testApp()
  const expires = Math.floor(+api.ctx.now() / 1000) + 60
  const request = { id: 'm1', variant: 'jpeg' as const, expires: String(expires) }
  const signature = formerHash(api, `media:m1:jpeg:${expires}`)
  checkSignature(api.ctx, { ...request, signature })
  expect(() => checkSignature(api.ctx, { ...request, id: 'm2', signature })).toThrow('isn’t valid')
  api.clock.advance(60_000)
  expect(() => checkSignature(api.ctx, { ...request, signature })).toThrow('expired')
})

test('returns the same code for a data deletion that 0.1.0 completed, and deletes nothing again', async () => {
  const api = await testApp({ env: { META_APP_SECRET: 'facebook-app-secret' } })
  const claims = { algorithm: 'HMAC-SHA256', user_id: '1', issued_at: 1_893_499_200 }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const code = formerHash(api, `deletion facebook ${payload}`).slice(0, 20)
  const requestedAt = new Date(api.ctx.now().getTime() - 1000)
  await api.ctx.db
    .insert(dataDeletions)
    .values({ code, network: 'facebook', requestedAt, finishedAt: requestedAt })
  const signature = createHmac('sha256', 'facebook-app-secret').update(payload).digest('base64url')
  const body = new URLSearchParams({ signed_request: `${signature}.${payload}` })
  const response = await api.request('compliance/facebook/data-deletion', { method: 'POST', body })
  expect(await response.json()).toMatchObject({ confirmation_code: code })
  expect(await api.ctx.db.$count(dataDeletions, eq(dataDeletions.code, code))).toBe(1)
  expect(await api.ctx.db.$count(dataDeletions)).toBe(1)
})
