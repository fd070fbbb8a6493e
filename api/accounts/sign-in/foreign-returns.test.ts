import { expect, test } from 'bun:test'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { PASSWORD } from '#api/test/app.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { startCoolDown } from '../accounts.ts'

const MINUTE = 60_000

test('accepts the redirect from Google only in the browser that started it, even after another browser has tried', async () => {
  const app = await connectingApp()
  const { call } = await app.owner()
  const { person } = await app.logIn({ provider: 'google' })
  const started = await call('auth/google/start', { json: {} })
  const cookie = started.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const onward = await app.request('auth/google/auth', { headers: { cookie } })
  const { path } = await app.consent(onward.headers.get('Location')!, person)
  const screen = async (cookie: string) =>
    (await app.request(path, { headers: { cookie } })).headers.get('Location')!.split('/')[5]
  expect(await screen(cookie.replace(/oauth_browser=\w+/, `oauth_browser=${'a'.repeat(52)}`))).toBe('expired')
  expect(await screen(cookie)).toBe('success')
})

test('accepts a Google code only from the session that started the sign-in, not from another session of the same person', async () => {
  const app = await connectingApp()
  const owner = await app.owner()
  const { person } = await app.logIn({ provider: 'google' })
  const { google_code } = await app.consentToGoogle(owner, person)
  const response = await app.request('users/login', { json: { email: owner.email, password: PASSWORD } })
  const { token } = (await response.json()) as { token: string }
  const save = (token: string) => app.request('auth/google/save-info', { json: { google_code }, token })
  expect((await save(token)).status).toBe(400)
  expect((await save(owner.token)).status).toBe(200)
})

test('rejects a Facebook state at Instagram, and still accepts it at Facebook', async () => {
  const app = await connectingApp()
  const owner = await app.owner()
  const { person } = await app.logIn({ provider: 'facebook', pages: 1 })
  const { url, cookie } = await app.start(owner, 'facebook')
  const { code, state } = await app.consent(url, person)
  await app.request(`auth/instagram?code=${code}&state=${state}`, { headers: { cookie } })
  expect((await owner.call('auth/facebook', { json: { code, state }, headers: { cookie } })).status).toBe(200)
})

test('lets two people who manage one Page both connect it', async () => {
  const app = await connectingApp()
  const { person } = await app.connectFacebook(await app.owner())
  const colleague = await app.owner()
  expect((await colleague.call('auth/facebook', { json: person.authResponse })).status).toBe(200)
})

test('a short cool-down does not replace a longer one', async () => {
  const { ctx, clock, owner, connectFacebook } = await connectingApp()
  await connectFacebook(await owner())
  const [account] = await ctx.db.select().from(accounts)
  const after = (minutes: number) => new Date(+clock.now() + minutes * MINUTE)
  for (const minutes of [5, 60, 1]) await startCoolDown(ctx, account!.id, after(minutes))
  expect((await ctx.db.select().from(accounts))[0]!.coolDownUntil).toEqual(after(60))
})
