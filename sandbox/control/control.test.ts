import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'

import { NETWORK_NAMES } from '../networks.ts'
import { blob, jpeg } from '../test/media.ts'
import { APP, openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
beforeEach(() => sandbox.control('reset', {}))
afterAll(() => sandbox.stop())

test('creates a new person at each login, with a number of Pages or named ones', async () => {
  const names = async (pages: unknown) => {
    const { userToken } = await sandbox.facebookPage({ pages })
    const { body } = await sandbox.get('/facebook/v23.0/me/accounts', {
      access_token: userToken,
      fields: 'name',
    })
    return body.data.map((page: { name: string }) => page.name)
  }
  expect(await names(undefined)).toHaveLength(1)
  expect(await names(3)).toHaveLength(3)
  expect(await names(['Corner Shop', 'Mill'])).toEqual(['Corner Shop', 'Mill'])
  expect((await sandbox.facebookPage()).person).not.toBe((await sandbox.facebookPage()).person)
  const { authResponse, person } = await sandbox.control('login', { provider: 'facebook', name: 'Ada Byron' })
  const me = await sandbox.get('/facebook/v23.0/me', { access_token: authResponse.accessToken })
  expect(me.body).toEqual({ id: person, name: 'Ada Byron' })
  expect(authResponse).toMatchObject({ userID: person, expiresIn: 7200 })
})

test.each([
  ['login', '{', 'The body must be JSON.'],
  ['login', '7', 'The body must be a JSON object.'],
  ['login', '{}', 'provider is missing.'],
  [
    'login',
    '{"provider":"openai"}',
    `provider must be one of those simulated here: ${NETWORK_NAMES.join(', ')}, google-signin.`,
  ],
  ['login', '{"provider":"facebook","pages":-1}', 'pages must be'],
  ['login', '{"provider":"facebook","name":""}', 'name must not be empty.'],
  ['login', '{"provider":"facebook","colour":"red"}', 'colour is unknown.'],
  ['login', '{"provider":"google-signin","pages":1}', 'pages is unknown.'],
  ['login', '{"provider":"google-signin","email":"pat"}', 'email must be an e-mail address.'],
  ['login', '{"provider":"google-signin","person":"1"}', 'The sandbox has no Google person 1.'],
  ['withdraw', '{"provider":"facebook","person":"1"}', 'what is missing.'],
  [
    'expire',
    '{"provider":"openai"}',
    `provider must be one of those simulated here: ${NETWORK_NAMES.join(', ')}.`,
  ],
  ['login', '{"provider":"google","locations":-1}', 'locations must be'],
  ['login', '{"provider":"google","person":"1"}', 'The sandbox has no Google person 1.'],
  ['engage', '{"id":"1","likes":1}', 'Nothing with the id 1 is published.'],
  ['engage', '{"likes":1}', 'id is missing.'],
])('refuses %s with %s and explains why', async (call, body, message) => {
  const response = await sandbox.ask(`/_sandbox/${call}`, { method: 'POST', body })
  expect(response.status).toBe(400)
  expect(response.body.error).toContain(message)
})

test('returns not found for an unknown control call', async () => {
  expect((await sandbox.get('/_sandbox/nonsense')).status).toBe(404)
})

test('records requests with secrets, form fields and files', async () => {
  const page = await sandbox.facebookPage()
  const source = new File([blob(await jpeg(10, 10))], 'door.jpg', { type: 'image/jpeg' })
  await sandbox.post(`/facebook/v23.0/${page.id}/photos`, {
    access_token: page.token,
    caption: 'Door',
    source,
  })
  const { body: requests } = await sandbox.get('/_sandbox/requests')
  const exchange = requests.find(({ path }: { path: string }) => path.endsWith('/oauth/access_token'))
  expect(exchange.query.client_secret).toBe(APP.client_secret)
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    path: `/facebook/v23.0/${page.id}/photos`,
    form: { access_token: page.token, caption: 'Door' },
    files: [{ field: 'source', name: 'door.jpg', type: 'image/jpeg', bytes: source.size }],
    headers: { host: new URL(sandbox.url).host },
    time: expect.stringMatching(/Z$/),
  })
})

test('lists published posts newest first, each with its URL', async () => {
  const page = await sandbox.facebookPage({ pages: ['Corner Shop'] })
  for (const message of ['first', 'second']) {
    await sandbox.post(`/facebook/v23.0/${page.id}/feed`, { access_token: page.token, message })
  }
  const rows = await sandbox.published()
  expect(rows.map((row: { message: string }) => row.message)).toEqual(['second', 'first'])
  expect(rows[0]).toMatchObject({ accountName: 'Corner Shop', likes: 0, comments: 0 })
  expect((await fetch(rows[0].permalink)).status).toBe(200)
})

test('expires the tokens of one person only', async () => {
  const one = await sandbox.facebookPage()
  const two = await sandbox.facebookPage()
  await sandbox.control('expire', { provider: 'facebook', person: one.person })
  const status = async (access_token: string) =>
    (await sandbox.get('/facebook/v23.0/me', { access_token })).status
  expect([await status(one.token), await status(two.token)]).toEqual([400, 200])
})

test('forgets everything on reset', async () => {
  const page = await sandbox.facebookPage()
  await sandbox.post(`/facebook/v23.0/${page.id}/feed`, { access_token: page.token, message: 'Gone' })
  await sandbox.fault('facebook', 'feed', 'error')
  await sandbox.control('reset', {})
  expect(await sandbox.published()).toEqual([])
  expect((await sandbox.get('/_sandbox/faults')).body).toEqual([])
  expect((await sandbox.get('/_sandbox/requests')).body).toEqual([])
  expect((await sandbox.get('/facebook/v23.0/me', { access_token: page.token })).body.error.code).toBe(190)
})
