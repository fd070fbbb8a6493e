import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'

import { blob, jpeg } from '../test/media.ts'
import { APP, openStage, type Stage } from '../test/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
beforeEach(() => stage.control('reset', {}))
afterAll(() => stage.stop())

test('creates a new person at each login, with a number of Pages or named ones', async () => {
  const names = async (pages: unknown) => {
    const { userToken } = await stage.facebookPage({ pages })
    const { body } = await stage.get('/facebook/v23.0/me/accounts', {
      access_token: userToken,
      fields: 'name',
    })
    return body.data.map((page: { name: string }) => page.name)
  }
  expect(await names(undefined)).toHaveLength(1)
  expect(await names(3)).toHaveLength(3)
  expect(await names(['Corner Shop', 'Mill'])).toEqual(['Corner Shop', 'Mill'])
  expect((await stage.facebookPage()).person).not.toBe((await stage.facebookPage()).person)
  const { authResponse, person } = await stage.control('login', { provider: 'facebook', name: 'Ada Byron' })
  const me = await stage.get('/facebook/v23.0/me', { access_token: authResponse.accessToken })
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
    'provider must be one of those played here: facebook, instagram, google, google-signin.',
  ],
  ['login', '{"provider":"facebook","pages":-1}', 'pages must be'],
  ['login', '{"provider":"facebook","name":""}', 'name must not be empty.'],
  ['login', '{"provider":"facebook","colour":"red"}', 'colour is unknown.'],
  ['login', '{"provider":"google-signin","pages":1}', 'pages is unknown.'],
  ['login', '{"provider":"google-signin","email":"pat"}', 'email must be an address.'],
  ['login', '{"provider":"google-signin","person":"1"}', 'The sandbox has no Google person 1.'],
  ['withdraw', '{"provider":"facebook","person":"1"}', 'what is missing.'],
  [
    'expire',
    '{"provider":"openai"}',
    'provider must be one of those played here: facebook, instagram, google.',
  ],
  ['login', '{"provider":"google","locations":-1}', 'locations must be'],
  ['login', '{"provider":"google","person":"1"}', 'The sandbox has no Google person 1.'],
  ['engage', '{"id":"1","likes":1}', 'Nothing with the id 1 is published.'],
  ['engage', '{"likes":1}', 'id is missing.'],
])('refuses %s with %s and explains why', async (call, body, words) => {
  const response = await stage.ask(`/_sandbox/${call}`, { method: 'POST', body })
  expect(response.status).toBe(400)
  expect(response.body.error).toContain(words)
})

test('returns not found for an unknown control call', async () => {
  expect((await stage.get('/_sandbox/nonsense')).status).toBe(404)
})

test('records requests with secrets, form fields and files', async () => {
  const page = await stage.facebookPage()
  const source = new File([blob(await jpeg(10, 10))], 'door.jpg', { type: 'image/jpeg' })
  await stage.post(`/facebook/v23.0/${page.id}/photos`, { access_token: page.token, caption: 'Door', source })
  const { body: requests } = await stage.get('/_sandbox/requests')
  const exchange = requests.find(({ path }: { path: string }) => path.endsWith('/oauth/access_token'))
  expect(exchange.query.client_secret).toBe(APP.client_secret)
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    path: `/facebook/v23.0/${page.id}/photos`,
    form: { access_token: page.token, caption: 'Door' },
    files: [{ field: 'source', name: 'door.jpg', type: 'image/jpeg', bytes: source.size }],
    headers: { host: new URL(stage.url).host },
    time: expect.stringMatching(/Z$/),
  })
})

test('lists published posts newest first, each with its URL', async () => {
  const page = await stage.facebookPage({ pages: ['Corner Shop'] })
  for (const message of ['first', 'second']) {
    await stage.post(`/facebook/v23.0/${page.id}/feed`, { access_token: page.token, message })
  }
  const rows = await stage.published()
  expect(rows.map((row: { message: string }) => row.message)).toEqual(['second', 'first'])
  expect(rows[0]).toMatchObject({ accountName: 'Corner Shop', likes: 0, comments: 0 })
  expect((await fetch(rows[0].permalink)).status).toBe(200)
})

test('expires the tokens of one person only', async () => {
  const one = await stage.facebookPage()
  const two = await stage.facebookPage()
  await stage.control('expire', { provider: 'facebook', person: one.person })
  const status = async (access_token: string) =>
    (await stage.get('/facebook/v23.0/me', { access_token })).status
  expect([await status(one.token), await status(two.token)]).toEqual([400, 200])
})

test('forgets everything on reset', async () => {
  const page = await stage.facebookPage()
  await stage.post(`/facebook/v23.0/${page.id}/feed`, { access_token: page.token, message: 'Gone' })
  await stage.fault('facebook', 'feed', 'error')
  await stage.control('reset', {})
  expect(await stage.published()).toEqual([])
  expect((await stage.get('/_sandbox/faults')).body).toEqual([])
  expect((await stage.get('/_sandbox/requests')).body).toEqual([])
  expect((await stage.get('/facebook/v23.0/me', { access_token: page.token })).body.error.code).toBe(190)
})
