import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'

import { APP, CALLBACK, openSandbox, type TestSandbox } from '../../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.stop())

const DIALOG = '/facebook/v23.0/dialog/oauth'
const TOKEN = '/facebook/v23.0/oauth/access_token'
const QUESTION = {
  client_id: APP.client_id,
  redirect_uri: CALLBACK,
  state: 's1',
  config_id: '77',
  response_type: 'code',
}
const exchange = (code: string, more = {}) =>
  sandbox.get(TOKEN, { ...APP, redirect_uri: CALLBACK, code, ...more })

async function dialogCode() {
  const { person } = await sandbox.control('login', { provider: 'facebook' })
  const { headers } = await sandbox.get(DIALOG, { ...QUESTION, sandbox_consent: person })
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
}

test('shows a button unless a person is named, and offers the demo person’s two Pages', async () => {
  const { text, status } = await sandbox.get(DIALOG, QUESTION)
  expect(status).toBe(200)
  expect(text).toContain('Continue as Pat Nguyen')
  const consent = /sandbox_consent"\s+value="(\d+)"/.exec(text)?.[1] ?? ''
  const { headers } = await sandbox.get(DIALOG, { ...QUESTION, sandbox_consent: consent })
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
  const { body } = await exchange(code)
  const pages = await sandbox.get('/facebook/v23.0/me/accounts', {
    access_token: body.access_token,
    fields: 'name',
  })
  expect(pages.body.data.map((page: { name: string }) => page.name)).toEqual([
    "Pat's Plumbing",
    'Harbour Bakehouse',
  ])
})

test('redirects a named person at once with a code and the state', async () => {
  const { person } = await sandbox.control('login', { provider: 'facebook' })
  const { status, headers } = await sandbox.get(DIALOG, { ...QUESTION, sandbox_consent: person })
  expect(status).toBe(302)
  const back = new URL(headers.get('location') ?? '')
  expect(`${back.origin}${back.pathname}`).toBe(CALLBACK)
  expect(back.searchParams.get('state')).toBe('s1')
  expect(back.searchParams.get('code')).toStartWith('AQ')
})

test('redirects with access_denied after a cancellation', async () => {
  const { headers } = await sandbox.get(DIALOG, { ...QUESTION, sandbox_consent: 'cancel' })
  const back = new URL(headers.get('location') ?? '')
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(back.searchParams.get('error_reason')).toBe('user_denied')
  expect(back.searchParams.get('state')).toBe('s1')
})

test.each(['client_id', 'redirect_uri', 'state', 'config_id', 'response_type'])(
  'the dialog does not open without %s',
  async name => {
    const { [name]: _left, ...rest } = QUESTION as Record<string, string>
    expect((await sandbox.get(DIALOG, rest)).status).toBe(400)
  },
)

test('refuses unknown people and scopes', async () => {
  expect((await sandbox.get(DIALOG, { ...QUESTION, sandbox_consent: '1' })).status).toBe(400)
  const { config_id: _left, ...scoped } = QUESTION
  expect((await sandbox.get(DIALOG, { ...scoped, scope: 'publish_actions' })).status).toBe(400)
})

test('grants the requested scopes and no more', async () => {
  const { person } = await sandbox.control('login', { provider: 'facebook' })
  const { config_id: _left, ...scoped } = QUESTION
  const query = { ...scoped, scope: 'pages_show_list,pages_read_engagement', sandbox_consent: person }
  const { headers } = await sandbox.get(DIALOG, query)
  const { body } = await exchange(new URL(headers.get('location') ?? '').searchParams.get('code') ?? '')
  const permissions = await sandbox.get('/facebook/v23.0/me/permissions', { access_token: body.access_token })
  expect(permissions.body.data).toEqual([
    { permission: 'public_profile', status: 'granted' },
    { permission: 'pages_show_list', status: 'granted' },
    { permission: 'pages_read_engagement', status: 'granted' },
  ])
})

test('exchanges a code once, within ten minutes, with the same redirect URI', async () => {
  const wrong = await exchange(await dialogCode(), { redirect_uri: `${CALLBACK}/` })
  expect(wrong.body.error).toMatchObject({ code: 100, error_subcode: 36008 })

  const code = await dialogCode()
  expect((await exchange(code)).body).toMatchObject({ token_type: 'bearer', expires_in: 7200 })
  expect((await exchange(code)).body.error).toMatchObject({ code: 100, error_subcode: 36009 })

  const late = await dialogCode()
  sandbox.advance(11 * 60_000)
  expect((await exchange(late)).body.error).toMatchObject({ code: 100, error_subcode: 36007 })
  expect((await exchange('made-up')).body.error).toMatchObject({ code: 100, type: 'OAuthException' })
})

test('refuses an exchange with a wrong app secret', async () => {
  const { body, status } = await exchange(await dialogCode(), { client_secret: 'another' })
  expect(status).toBe(400)
  expect(body.error.message).toBe('Error validating client secret.')
})

test('expires a long-lived token after sixty days, and its Page tokens never', async () => {
  const page = await sandbox.facebookPage()
  const access_token = `${APP.client_id}|${APP.client_secret}`
  const inspect = (input_token: string) =>
    sandbox.get('/facebook/v23.0/debug_token', { input_token, access_token })

  const user = (await inspect(page.userToken)).body.data
  expect(user).toMatchObject({ app_id: APP.client_id, type: 'USER', is_valid: true, user_id: page.person })
  expect(user.expires_at - user.issued_at).toBe(60 * 86_400)

  const own = (await inspect(page.token)).body.data
  expect(own).toMatchObject({ type: 'PAGE', is_valid: true, expires_at: 0, profile_id: page.id })
  expect(own.scopes).toContain('pages_manage_posts')
  expect(own.granular_scopes).toContainEqual({ scope: 'pages_manage_posts', target_ids: [page.id] })
})

test('exchanges a token from the JavaScript SDK for a long-lived one', async () => {
  const { authResponse } = await sandbox.control('login', { provider: 'facebook' })
  const query = { ...APP, grant_type: 'fb_exchange_token', fb_exchange_token: authResponse.accessToken }
  const { body } = await sandbox.get(TOKEN, query)
  expect(body.expires_in).toBe(60 * 86_400)
  const me = await sandbox.get('/facebook/v23.0/me', { access_token: body.access_token })
  expect(me.body.id).toBe(authResponse.userID)
})

test('ends tokens when they expire, the password changes or the app is removed', async () => {
  const me = (access_token: string) => sandbox.get('/facebook/v23.0/me', { access_token })

  const { authResponse } = await sandbox.control('login', { provider: 'facebook' })
  sandbox.advance(3 * 3_600_000)
  expect((await me(authResponse.accessToken)).body.error).toMatchObject({ code: 190, error_subcode: 463 })

  const removed = await sandbox.facebookPage()
  const { person: other, userToken } = await sandbox.facebookPage()
  await sandbox.ask(`/facebook/v23.0/me/permissions?access_token=${removed.userToken}`, { method: 'DELETE' })
  expect((await me(removed.token)).body.error).toMatchObject({ code: 190, error_subcode: 458 })
  expect((await me(userToken)).body.id).toBe(other)

  await sandbox.control('expire', { provider: 'facebook' })
  expect((await me(userToken)).body.error).toMatchObject({ code: 190, error_subcode: 460 })
  expect((await me((await sandbox.facebookPage()).userToken)).status).toBe(200)
})

test('accepts a token in the header and refuses an unknown one', async () => {
  const { userToken, person } = await sandbox.facebookPage()
  const headers = { authorization: `Bearer ${userToken}` }
  expect((await sandbox.ask('/facebook/v23.0/me', { headers })).body.id).toBe(person)
  expect((await sandbox.get('/facebook/v23.0/me', { access_token: 'nonsense' })).body.error.code).toBe(190)
  expect((await sandbox.get('/facebook/v23.0/me')).body.error.code).toBe(2500)
})

test('refuses a wrong appsecret_proof', async () => {
  const { userToken } = await sandbox.facebookPage()
  const proof = (secret: string) => createHmac('sha256', secret).update(userToken).digest('hex')
  const me = (appsecret_proof: string) =>
    sandbox.get('/facebook/v23.0/me', { access_token: userToken, appsecret_proof })
  expect((await me(proof(APP.client_secret))).status).toBe(200)
  expect((await me(proof('guess'))).body.error).toMatchObject({ code: 100, type: 'GraphMethodException' })
})

test('paginates the Pages with cursors, until `next` is absent', async () => {
  const { code } = await sandbox.control('login', { provider: 'facebook', pages: 5 })
  const { body: grant } = await exchange(code)
  const found: string[] = []
  let path = `/facebook/v23.0/me/accounts?limit=2&fields=id,name,picture,tasks&access_token=${grant.access_token}`
  for (let next: string | undefined = path; next;) {
    const { body } = await sandbox.ask(next)
    found.push(...body.data.map((page: { id: string }) => page.id))
    next = body.paging.next?.replace(sandbox.url, '')
    path = next ?? path
  }
  expect(new Set(found).size).toBe(5)
  expect(path).toContain('after=')
})

test('serves the oldest supported version in place of an expired one, and refuses future versions', async () => {
  const { userToken: access_token } = await sandbox.facebookPage()
  const version = async (v: string) =>
    (await sandbox.get(`/facebook/${v}/me`, { access_token })).headers.get('facebook-api-version')
  expect(await version('v23.0')).toBe('v23.0')
  expect(await version('v19.0')).toBe('v21.0')
  expect((await sandbox.get('/facebook/v99.0/me', { access_token })).status).toBe(400)
})

test('sends the usage headers with every Graph response', async () => {
  const { userToken: access_token, person } = await sandbox.facebookPage()
  const { headers } = await sandbox.get('/facebook/v23.0/me', { access_token })
  expect(JSON.parse(headers.get('x-app-usage') ?? '')).toEqual({
    call_count: 3,
    total_cputime: 3,
    total_time: 3,
  })
  expect(Object.keys(JSON.parse(headers.get('x-business-use-case-usage') ?? ''))).toEqual([person])
})
