import { afterAll, beforeAll, expect, test } from 'bun:test'

import { APP, CALLBACK, openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.stop())

const DAY = 86_400_000
const QUESTION = {
  client_id: APP.client_id,
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'instagram_business_basic,instagram_business_content_publish',
  state: 'abc',
}

const dialog = (query: Record<string, string>) => sandbox.get('/instagram/oauth/authorize', query)
const exchange = (code: string, more = {}) =>
  sandbox.post('/instagram-api/oauth/access_token', {
    ...APP,
    grant_type: 'authorization_code',
    redirect_uri: CALLBACK,
    code,
    ...more,
  })
const freshCode = async () => (await sandbox.control('login', { provider: 'instagram' })).code as string

test('redirects a named person with a code, the state and a trailing #_', async () => {
  const { person } = await sandbox.control('login', { provider: 'instagram' })
  const { status, headers } = await dialog({ ...QUESTION, sandbox_consent: person })
  expect(status).toBe(302)
  expect(headers.get('location')).toMatch(/^https:\/\/app\.example\/back\?code=AQ\w+&state=abc#_$/)
})

test('shows a button and redirects with access_denied after a cancellation', async () => {
  expect((await dialog(QUESTION)).text).toContain('Continue as Pat&#39;s Plumbing')
  const { headers } = await dialog({ ...QUESTION, sandbox_consent: 'cancel' })
  expect(headers.get('location')).toContain('error=access_denied')
})

test.each(['client_id', 'redirect_uri', 'response_type', 'scope', 'state'])(
  'the dialog does not open without %s',
  async name => {
    const { [name]: _left, ...rest } = QUESTION as Record<string, string>
    expect((await dialog(rest)).status).toBe(400)
  },
)

test('refuses legacy scopes', async () => {
  expect((await dialog({ ...QUESTION, scope: 'business_basic' })).status).toBe(400)
})

test('returns a wrapped token with every digit of the account’s id', async () => {
  const { text, body } = await exchange(await freshCode())
  const [, digits = ''] = /"user_id":(\d+)/.exec(text) ?? []
  expect(digits).toHaveLength(17)
  expect(String(Number(digits))).not.toBe(digits)
  const access_token = body.data[0].access_token
  const me = await sandbox.get('/instagram-graph/v23.0/me', { fields: 'user_id', access_token })
  expect(me.body.user_id).toBe(digits)
})

test('returns the flat form of the token if requested', async () => {
  await sandbox.fault('instagram', 'token', 'flat')
  expect((await exchange(await freshCode())).body.access_token).toStartWith('IGAA')
  expect((await exchange(await freshCode())).body.data[0].access_token).toStartWith('IGAA')
})

test('exchanges a code once, within an hour, with the same redirect URI', async () => {
  const code = await freshCode()
  await exchange(code)
  const again = await exchange(code)
  expect(again.status).toBe(400)
  expect(again.body).toEqual({
    error_type: 'OAuthException',
    code: 400,
    error_message: 'This authorization code has been used',
  })

  const late = await freshCode()
  sandbox.advance(3_600_001)
  expect((await exchange(late)).body.error_message).toContain('expired')

  const { person } = await sandbox.control('login', { provider: 'instagram' })
  const { headers } = await dialog({ ...QUESTION, sandbox_consent: person })
  const bound = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
  expect((await exchange(bound, { redirect_uri: `${CALLBACK}/x` })).status).toBe(400)
  expect((await exchange(bound, { client_secret: 'guess' })).status).toBe(400)
  expect((await exchange(bound, { grant_type: 'code' })).status).toBe(400)
  expect((await exchange(bound)).status).toBe(200)
})

test('refreshes a long-lived token from its second to its sixtieth day', async () => {
  const { token, shortToken } = await sandbox.instagramAccount()
  const refresh = (access_token: string) =>
    sandbox.get('/instagram-graph/refresh_access_token', { grant_type: 'ig_refresh_token', access_token })
  expect((await refresh(shortToken)).status).toBe(400)
  expect((await refresh(token)).status).toBe(400)
  sandbox.advance(DAY)
  const fresh = (await refresh(token)).body
  expect(fresh).toMatchObject({ token_type: 'bearer', expires_in: 60 * 86_400 })
  expect(fresh.permissions).toContain('instagram_business_basic')
  sandbox.advance(60 * DAY)
  expect((await refresh(fresh.access_token)).body.error).toMatchObject({ code: 190, error_subcode: 463 })
})

test('requires the app’s secret and a short-lived token for the long-lived exchange', async () => {
  const { token, shortToken } = await sandbox.instagramAccount()
  const prolong = (access_token: string, client_secret: string, grant_type = 'ig_exchange_token') =>
    sandbox.get('/instagram-graph/access_token', { grant_type, client_secret, access_token })
  expect((await prolong(shortToken, 'guess')).status).toBe(400)
  expect((await prolong(shortToken, APP.client_secret, 'refresh')).status).toBe(400)
  expect((await prolong(token, APP.client_secret)).status).toBe(400)
  expect((await prolong(shortToken, APP.client_secret)).body.expires_in).toBe(60 * 86_400)
})

test('returns the account under both of its ids', async () => {
  const { token: access_token, id, scopedId } = await sandbox.instagramAccount({ name: 'Fern & Fig' })
  const fields = 'user_id,username,account_type,media_count,followers_count,profile_picture_url'
  const me = await sandbox.get('/instagram-graph/me', { fields, access_token })
  expect(me.body).toMatchObject({
    id: scopedId,
    user_id: id,
    username: 'fern.fig',
    account_type: 'Business',
    media_count: 0,
  })
  expect(
    (await sandbox.get(`/instagram-graph/v23.0/${id}`, { fields: 'username', access_token })).status,
  ).toBe(200)
  expect(
    (await sandbox.get('/instagram-graph/me', { fields: 'birthday', access_token })).body.error.code,
  ).toBe(100)
})

test('expires Instagram’s tokens without touching Facebook’s', async () => {
  const page = await sandbox.facebookPage()
  const { token } = await sandbox.instagramAccount()
  await sandbox.control('expire', { provider: 'instagram' })
  const me = await sandbox.get('/instagram-graph/me', { access_token: token })
  expect(me.body.error).toMatchObject({ code: 190, error_subcode: 460 })
  expect((await sandbox.get('/facebook/v23.0/me', { access_token: page.token })).status).toBe(200)
})
