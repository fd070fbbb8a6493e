import { expect, test, setSystemTime } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'

import { users } from '#api/db/schema/people/auth.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { newEmail, PASSWORD, signUpForm } from '#api/test/app.ts'
import { connectingApp, type ConnectingApp } from '#api/test/connecting.ts'
import { sandboxSettings } from '#api/test/servers/sandbox.ts'

const CLIENT_ID = sandboxSettings({ url: '', smtpUrl: '' }).GOOGLE_CLIENT_ID
const FAILED = 'Google login failed. Try again.'
const REFUSED = { status: 401, body: { success: false, code: 'unauthenticated', message: FAILED } }

type LoginOptions = {
  email?: string
  name?: string
  emailVerified?: boolean
  nonce?: string
  person?: string
  clientId?: string
}

const atGoogle = (api: ConnectingApp, options: LoginOptions = {}) =>
  api.world<{ person: string; email: string; credential: string }>('login', {
    provider: 'google-signin',
    clientId: CLIENT_ID,
    ...options,
  })

async function login({ request }: ConnectingApp, tokenData: string, more: object = {}) {
  const response = await request('users/auth/google-login', { json: { tokenData, ...more } })
  return { status: response.status, body: (await response.json()) as Record<string, any> }
}

async function details(api: ConnectingApp, token: string) {
  const response = await api.request('users/getUserInfo', { json: {}, token })
  return ((await response.json()) as { userDetails: Record<string, unknown> }).userDetails
}

test('returns the settings of Google’s button', async () => {
  const api = await connectingApp()
  const settings = async (api: ConnectingApp) => (await api.request('users/auth/google')).json()
  expect(await settings(api)).toEqual({
    success: true,
    data: { clientId: CLIENT_ID, scriptUrl: `${api.sandbox.url}/google/accounts/gsi/client` },
  })
  const without = await connectingApp({ env: { GOOGLE_CLIENT_ID: '' } })
  expect(await settings(without)).toEqual({ success: true, data: null })
  expect(await login(without, (await atGoogle(without)).credential)).toEqual(REFUSED)
})

test('creates and signs in a new user from Google, without a password', async () => {
  const api = await connectingApp()
  const email = newEmail()
  const { credential, person } = await atGoogle(api, { email, name: 'Ada Byron' })
  const { status, body } = await login(api, credential)
  expect(status).toBe(200)
  expect(body).toEqual({ success: true, message: 'Login successful!', token: expect.any(String) })
  expect(await details(api, body.token)).toMatchObject({
    email,
    fullname: 'Ada Byron',
    isGoogleAccount: true,
  })
  const [user] = await api.ctx.db.select().from(users)
  expect(user).toMatchObject({ googleId: person, passwordHash: null })
  for (const password of ['', PASSWORD])
    expect((await api.request('users/login', { json: { email, password: password || 'x' } })).status).toBe(
      401,
    )
})

test('recognises a Google account after its e-mail changed', async () => {
  const api = await connectingApp()
  const { credential, person } = await atGoogle(api)
  const first = await details(api, (await login(api, credential)).body.token)
  const again = await atGoogle(api, { person })
  expect((await details(api, (await login(api, again.credential)).body.token))._id).toBe(first._id)
  await api.ctx.db.update(users).set({ email: newEmail() }).where(eq(users.googleId, person))
  const third = await atGoogle(api, { person })
  expect((await details(api, (await login(api, third.credential)).body.token))._id).toBe(first._id)
})

test('links an account with the same e-mail, notifies its owner and keeps its password', async () => {
  const api = await connectingApp()
  const { email, userId, password } = await api.signUp()
  const { credential } = await atGoogle(api, { email: email.toUpperCase() })
  const { body } = await login(api, credential)
  expect(await details(api, body.token)).toMatchObject({ _id: userId, isGoogleAccount: false })
  expect((await api.mail(email))[0]?.subject).toBe('Google sign-in was added to your Currawong account')
  expect((await api.request('users/login', { json: { email, password } })).status).toBe(200)
  const mails = (await api.mail(email)).length
  await login(api, (await atGoogle(api, { email })).credential)
  expect(await api.mail(email)).toHaveLength(mails)
})

test('rejects an e-mail that Google has not verified', async () => {
  const api = await connectingApp()
  const { email } = await api.signUp()
  for (const mine of [email, newEmail()]) {
    const { credential } = await atGoogle(api, { email: mine, emailVerified: false })
    expect(await login(api, credential)).toEqual(REFUSED)
  }
  expect(await api.ctx.db.$count(users)).toBe(1)
})

test('links only one Google account to an e-mail', async () => {
  const api = await connectingApp()
  const email = newEmail()
  await login(api, (await atGoogle(api, { email })).credential)
  expect(await login(api, (await atGoogle(api, { email })).credential)).toEqual(REFUSED)
})

test('creates one user from two concurrent first sign-ins', async () => {
  const api = await connectingApp()
  const { credential, person, email } = await atGoogle(api)
  const other = (await atGoogle(api, { person, email, nonce: 'n-1' })).credential
  const responses = await Promise.all([login(api, credential), login(api, other, { nonce: 'n-1' })])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(await api.ctx.db.$count(users)).toBe(1)
})

test('rejects the code of a pending sign-up once Google has verified the e-mail', async () => {
  const api = await connectingApp()
  const email = newEmail()
  const form = signUpForm(email)
  await api.request('users/register', { json: form })
  const otp = await api.mailedCode(email)
  expect((await login(api, (await atGoogle(api, { email })).credential)).status).toBe(200)
  expect((await api.request('users/verify-otp', { json: { email, otp } })).status).toBe(400)
  expect(await api.ctx.db.$count(users)).toBe(1)
})

test('accepts a credential for an hour, for its own app only', async () => {
  const api = await connectingApp()
  const { credential } = await atGoogle(api)
  expect(await login(api, (await atGoogle(api, { clientId: 'another' })).credential)).toEqual(REFUSED)
  api.clock.advance(61 * 60_000)
  expect(await login(api, credential)).toEqual(REFUSED)
})

test('requires exactly the nonce of the credential', async () => {
  const api = await connectingApp()
  const { credential } = await atGoogle(api, { nonce: 'n-1' })
  expect(await login(api, credential)).toEqual(REFUSED)
  expect(await login(api, credential, { nonce: 'n-2' })).toEqual(REFUSED)
  expect((await login(api, credential, { nonce: 'n-1' })).status).toBe(200)
  expect(await login(api, (await atGoogle(api)).credential, { nonce: 'n-1' })).toEqual(REFUSED)
})

test.each([['with a nonce', { nonce: 'n-1' }] as const, ['without a nonce', {}] as const])(
  'accepts a credential %s only once',
  async (_, nonce) => {
    const api = await connectingApp()
    const { credential, person } = await atGoogle(api, nonce)
    const both = await Promise.all([login(api, credential, nonce), login(api, credential, nonce)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const last = credential.at(-1)!
    const sameWritten = credential.slice(0, -1) + String.fromCodePoint(last.codePointAt(0)! + 1)
    expect(await login(api, sameWritten, nonce)).toEqual(REFUSED)
    api.clock.advance(59 * 60_000)
    await sweep(api.ctx)
    expect(await login(api, credential, nonce)).toEqual(REFUSED)
    const again = await atGoogle(api, { ...nonce, person })
    expect((await login(api, again.credential, nonce)).status).toBe(200)
  },
)

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decoded = (part: string) =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

/** Builds forged credentials from a valid one. */
const FORGERIES: [what: string, forge: (head: string, claims: string, jwks: any) => string][] = [
  ['no signature', (head, claims) => `${encoded({ ...decoded(head), alg: 'none' })}.${claims}.`],
  ['another’s key', (head, claims) => signed(`${head}.${claims}`)],
  [
    'the public key taken for a secret',
    (head, claims, { keys }) => {
      const text = `${encoded({ ...decoded(head), alg: 'HS256' })}.${claims}`
      return `${text}.${createHmac('sha256', JSON.stringify(keys[0])).update(text).digest('base64url')}`
    },
  ],
  ['a key that nobody has', (head, claims) => signed(`${encoded({ ...decoded(head), kid: 'x' })}.${claims}`)],
  [
    'its own key in its head',
    (head, claims) =>
      signed(`${encoded({ ...decoded(head), jwk: key.publicKey.export({ format: 'jwk' }) })}.${claims}`),
  ],
  [
    'another issuer',
    (head, claims) => signed(`${head}.${encoded({ ...decoded(claims), iss: 'https://evil' })}`),
  ],
]
const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signed = (text: string) =>
  `${text}.${sign('RSA-SHA256', Buffer.from(text), key.privateKey).toString('base64url')}`

test.each(FORGERIES)('rejects a credential with %s', async (_, forge) => {
  const api = await connectingApp()
  const [head = '', claims = ''] = (await atGoogle(api)).credential.split('.')
  const jwks = await (await fetch(`${api.sandbox.url}/google/certs`)).json()
  expect(await login(api, forge(head, claims, jwks))).toEqual(REFUSED)
  expect(await api.ctx.db.$count(users)).toBe(0)
})

test('caches Google’s keys for some time', async () => {
  const api = await connectingApp()
  const fetches = async () =>
    (await api.world<{ path: string }[]>('requests')).filter(({ path }) => path === '/google/certs').length
  for (let i = 0; i < 3; i++) await login(api, (await atGoogle(api)).credential)
  expect(await fetches()).toBe(1)
  setSystemTime(Date.now() + 60 * 60_000)
  await login(api, (await atGoogle(api)).credential)
  setSystemTime()
  expect(await fetches()).toBe(2)
})

test('rejects sign-ins with a message while Google is unreachable', async () => {
  const api = await connectingApp({ env: { GOOGLE_CERTS_URL: 'http://127.0.0.1:1/certs' } })
  expect(await login(api, (await atGoogle(api)).credential)).toEqual({
    status: 502,
    body: { success: false, code: 'upstream', message: FAILED },
  })
})
