import { expect, test } from 'bun:test'

import { newEmail, PASSWORD, signUpForm, testApp, type TestApp } from '#api/test/app.ts'
import { twoFactorUser, verify } from '#api/test/two-factor.ts'

type Try = { email: string; password?: string; cookie?: string; address?: string }

const logIn = ({ request }: TestApp, { email, password = PASSWORD, cookie, address }: Try) =>
  request('users/login', {
    json: { email, password },
    ...(cookie && { headers: { Cookie: cookie } }),
    ...(address && { address }),
  })

const cookieOf = (response: Response) => response.headers.get('Set-Cookie')?.split(';')[0]

/** Uses up every login attempt for an e-mail from many IP addresses. */
async function exhaustLogins(api: TestApp, email: string) {
  for (let n = 0; n < 20; n++) await logIn(api, { email, password: 'a guess', address: `203.0.113.${n}` })
  expect((await logIn(api, { email, address: '198.51.100.1' })).status).toBe(429)
}

test('wrong passwords from strangers don’t lock the owner out of a browser where they have signed in', async () => {
  const api = await testApp()
  const { email } = await api.signUp()
  const signedIn = await logIn(api, { email: email.toUpperCase() })
  const cookie = cookieOf(signedIn)!
  await exhaustLogins(api, email)
  expect((await logIn(api, { email, cookie })).status).toBe(200)
  expect((await logIn(api, { email, cookie, address: '203.0.113.1' })).status).toBe(200)
})

test('hides the cookie from scripts and other sites, and keeps it for 180 days', async () => {
  const api = await testApp({ env: { PUBLIC_URL: 'https://currawong.test' } })
  const { email } = await api.signUp()
  const set = (await logIn(api, { email })).headers.get('Set-Cookie')!
  expect(set).toMatch(/^known_device_[0-9a-f]{12}=[a-z0-9]{52}\.[0-9a-f]{64}; /)
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/api', `Max-Age=${180 * 86_400}`])
    expect(set.split('; ')).toContain(part)
  expect(set).not.toContain(email)
})

test('allows a known browser ten separate attempts', async () => {
  const api = await testApp()
  const { email } = await api.signUp()
  const cookie = cookieOf(await logIn(api, { email }))!
  for (let n = 0; n < 12; n++) expect((await logIn(api, { email, cookie })).status).toBe(200)
  for (let n = 0; n < 10; n++) {
    const address = `203.0.113.${n}`
    expect((await logIn(api, { email, cookie, password: 'a guess', address })).status).toBe(401)
  }
  expect((await logIn(api, { email, cookie })).status).toBe(429)
  expect((await logIn(api, { email })).status).toBe(200)
})

test('ignores a forged cookie, and one that belongs to another e-mail', async () => {
  const api = await testApp()
  const [victim, attacker] = [await api.signUp(), await api.signUp()]
  const [name, value] = cookieOf(await logIn(api, victim))!.split('=') as [string, string]
  const theirs = cookieOf(await logIn(api, attacker))!.split('=')[1]!
  await exhaustLogins(api, victim.email)
  const [id, mac] = value.split('.') as [string, string]
  for (const forged of [
    theirs,
    `${id}.${mac.replace(/^./, digit => (digit === '0' ? '1' : '0'))}`,
    `.${mac}`,
    id,
    '',
  ])
    expect((await logIn(api, { email: victim.email, cookie: `${name}=${forged}` })).status).toBe(429)
})

test('does not mark a browser as known after a failed login', async () => {
  const api = await testApp()
  const { email } = await api.signUp()
  expect(cookieOf(await logIn(api, { email, password: 'a guess' }))).toBeUndefined()
  expect(cookieOf(await logIn(api, { email: newEmail() }))).toBeUndefined()
})

test('marks a browser as known only after the second step while two-factor is on', async () => {
  const api = await testApp()
  const person = await twoFactorUser(api)
  const first = await logIn(api, person)
  expect(cookieOf(first)).toBeUndefined()
  const { ticket } = (await first.json()) as { ticket: string }
  const second = await api.request('users/verify-two-factor', { json: { ticket, code: person.code() } })
  const cookie = cookieOf(second)!
  await exhaustLogins(api, person.email)
  expect((await logIn(api, { ...person, cookie })).status).toBe(200)
  expect((await verify(api, 'a'.repeat(52), '123456')).status).toBe(401)
})

test('marks the browser that confirms a sign-up as known', async () => {
  const api = await testApp()
  const email = newEmail()
  const form = signUpForm(email)
  await api.request('users/register', { json: form })
  const json = { email, otp: await api.mailedCode(email) }
  const cookie = cookieOf(await api.request('users/verify-otp', { json }))!
  await exhaustLogins(api, email)
  expect((await logIn(api, { email, cookie })).status).toBe(200)
})
