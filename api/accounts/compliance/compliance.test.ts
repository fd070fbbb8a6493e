import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'

import { decryptToken, decryptUserToken } from '#api/accounts/tokens/tokens.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { dataDeletions } from '#api/db/schema/people/compliance.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { connectingApp, type ConnectingApp } from '#api/test/connecting.ts'

const SECRETS = { facebook: 'facebook-app-secret', instagram: 'instagram-app-secret' }
type Network = keyof typeof SECRETS
const NETWORKS = ['facebook', 'instagram'] as const

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const signed = (payload: unknown, secret: string, text = encoded(payload)) =>
  `${createHmac('sha256', secret).update(text).digest('base64url')}.${text}`
const claims = (user_id: unknown) => ({ algorithm: 'HMAC-SHA256', user_id, issued_at: 1_893_499_200 })

/** Returns a user with a connected account, and their id at the network. */
async function connected(api: ConnectingApp, network: Network) {
  const owner = await api.owner()
  const person =
    network === 'facebook'
      ? (await api.connectFacebook(owner)).person.person
      : (await api.connectInstagram(owner)).person
  const details = async () =>
    (await (await owner.call('auth/accountDetails', { json: { provider: network } })).json()) as {
      data: { accountConnected: boolean; status?: string }
    }
  expect((await details()).data).toMatchObject({ accountConnected: true, status: 'connected' })
  return { owner, person, details }
}

async function callBack(api: ConnectingApp, path: string, signed_request: string) {
  const body = new URLSearchParams({ signed_request })
  const response = await api.request(`compliance/${path}`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, any> }
}

const status = async (api: ConnectingApp, code: string) =>
  (await (await api.request(`compliance/deletions/${code}`)).json()) as Record<string, any>

test.each(NETWORKS)(
  'removes the person’s accounts after a deletion signed by %s, and confirms it',
  async network => {
    const api = await connectingApp()
    const { person, details } = await connected(api, network)
    const other = await connected(api, network)
    const { status: firstStatus, body } = await callBack(
      api,
      `${network}/data-deletion`,
      signed(claims(person), SECRETS[network]),
    )
    expect(firstStatus).toBe(200)
    const { url, confirmation_code: code } = body
    expect(url).toBe(`http://currawong.test/data-deletion?code=${code}`)
    expect(code).toMatch(/^[a-z0-9]{20}$/)
    expect((await details()).data).toEqual({ accountConnected: false })
    expect((await other.details()).data.accountConnected).toBe(true)
    expect(await status(api, code)).toEqual({
      success: true,
      data: {
        code,
        network,
        status: 'done',
        requestedAt: '2030-01-01T12:00:00.000Z',
        finishedAt: '2030-01-01T12:00:00.000Z',
      },
    })
  },
)

test('responds to a repeated deletion request as before, and keeps accounts connected since', async () => {
  const api = await connectingApp()
  const { owner, person, details } = await connected(api, 'instagram')
  const request = signed(claims(person), SECRETS.instagram)
  const first = await callBack(api, 'instagram/data-deletion', request)
  await api.connectInstagram(owner, person)
  expect(await callBack(api, 'instagram/data-deletion', request)).toEqual(first)
  expect((await details()).data).toMatchObject({ status: 'connected' })
  expect(await api.ctx.db.$count(dataDeletions)).toBe(1)
})

test('confirms a deletion request for an unknown person, and deletes the confirmation after a year', async () => {
  const api = await connectingApp()
  const { body } = await callBack(
    api,
    'facebook/data-deletion',
    signed(claims('10220000000000001'), SECRETS.facebook),
  )
  expect((await status(api, body.confirmation_code)).data.status).toBe('done')
  api.clock.advance(364 * 24 * 60 * 60_000)
  await sweep(api.ctx)
  expect((await status(api, body.confirmation_code)).data.status).toBe('done')
  api.clock.advance(24 * 60 * 60_000)
  await sweep(api.ctx)
  expect((await status(api, body.confirmation_code)).code).toBe('not_found')
})

test.each(NETWORKS)(
  'deletes the tokens of a person who removes the app at %s, and notifies them',
  async network => {
    const api = await connectingApp()
    const { owner, person, details } = await connected(api, network)
    expect(
      (await callBack(api, `${network}/deauthorize`, signed(claims(person), SECRETS[network]))).status,
    ).toBe(200)
    expect((await details()).data).toMatchObject({ accountConnected: true, status: 'needs_reconnect' })
    const [account] = await api.ctx.db.select().from(accounts)
    expect(decryptToken(api.ctx, account!, account!.encryptedToken!)).toBe('')
    expect(decryptUserToken(api.ctx, account!)).toBe('')
    expect((await api.mail(owner.email))[0]?.subject).toContain('signed us out')
    if (network === 'instagram') {
      await api.connectInstagram(owner, person)
      expect((await details()).data).toMatchObject({ status: 'connected' })
    }
  },
)

test.each(NETWORKS)('keeps a sign-in that is newer than %s’s deauthorisation', async network => {
  const api = await connectingApp()
  const { owner, person, details } = await connected(api, network)
  const request = signed(claims(person), SECRETS[network])
  await callBack(api, `${network}/deauthorize`, request)
  api.clock.advance(60_000)
  if (network === 'instagram') await api.connectInstagram(owner, person)
  else {
    const { url, cookie } = await api.start(owner, 'facebook')
    const { code, state } = await api.consent(url, person)
    await owner.call('auth/facebook', { json: { code, state }, headers: { cookie } })
  }
  expect((await details()).data).toMatchObject({ status: 'connected' })
  expect((await callBack(api, `${network}/deauthorize`, request)).status).toBe(200)
  expect((await details()).data).toMatchObject({ status: 'connected' })
})

const REJECTED_REQUESTS: [what: string, request: (person: string) => string][] = [
  ['another secret', person => signed(claims(person), 'another secret')],
  ['the other network’s secret', person => signed(claims(person), SECRETS.instagram)],
  ['an empty secret', person => signed(claims(person), '')],
  [
    'a changed payload',
    person => `${signed(claims('1'), SECRETS.facebook).split('.')[0]}.${encoded(claims(person))}`,
  ],
  ['no signature', person => `.${encoded(claims(person))}`],
  ['another algorithm', person => signed({ ...claims(person), algorithm: 'none' }, SECRETS.facebook)],
  ['no algorithm', person => signed({ user_id: person }, SECRETS.facebook)],
  [
    'a payload from the day before yesterday',
    person => signed({ ...claims(person), issued_at: 1_893_499_200 - 2 * 86_400 }, SECRETS.facebook),
  ],
  [
    'a payload dated tomorrow',
    person => signed({ ...claims(person), issued_at: 1_893_499_200 + 86_400 }, SECRETS.facebook),
  ],
  ['no date', person => signed({ algorithm: 'HMAC-SHA256', user_id: person }, SECRETS.facebook)],
  ['an id that isn’t a string', () => signed(claims({ $ne: null }), SECRETS.facebook)],
  ['a payload that isn’t JSON', () => signed(null, SECRETS.facebook, 'bm9uc2Vuc2U')],
  ['a third part', person => `${signed(claims(person), SECRETS.facebook)}.more`],
]

test.each(REJECTED_REQUESTS)('rejects a request with %s', async (_, request) => {
  const api = await connectingApp()
  const { person, details } = await connected(api, 'facebook')
  for (const path of ['facebook/data-deletion', 'facebook/deauthorize']) {
    const { status, body } = await callBack(api, path, request(person))
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid', fields: { signed_request: expect.any(String) } })
  }
  expect((await details()).data).toMatchObject({ status: 'connected' })
  expect(await api.ctx.db.$count(dataDeletions)).toBe(0)
})

test('rejects every request if no app secret is configured', async () => {
  const api = await connectingApp({ env: { META_APP_SECRET: '' } })
  expect((await callBack(api, 'facebook/deauthorize', signed(claims('1'), ''))).status).toBe(400)
})

test('preserves ids that are too large for a double', async () => {
  const api = await connectingApp()
  const { person, details } = await connected(api, 'facebook')
  const text = Buffer.from(JSON.stringify(claims(person)).replace(`"${person}"`, person)).toString(
    'base64url',
  )
  expect((await callBack(api, 'facebook/data-deletion', signed(null, SECRETS.facebook, text))).status).toBe(
    200,
  )
  expect((await details()).data).toEqual({ accountConnected: false })
})

test('accepts a callback signed by Facebook’s sandbox, and rejects a tampered one', async () => {
  const api = await connectingApp()
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => api.app.fetch(request, {}) })
  const { person, details } = await connected(api, 'facebook')
  const withdraw = (what: string, more: object = {}) =>
    api.world<{ status: number }>('withdraw', {
      provider: 'facebook',
      person,
      what,
      url: `${server.url}api/compliance/facebook/${what}`,
      ...more,
    })
  expect((await withdraw('deauthorize', { tamper: true })).status).toBe(400)
  expect((await withdraw('deauthorize')).status).toBe(200)
  expect((await details()).data).toMatchObject({ status: 'needs_reconnect' })
  expect((await withdraw('data-deletion')).status).toBe(200)
  expect((await details()).data).toEqual({ accountConnected: false })
  await server.stop(true)
})
