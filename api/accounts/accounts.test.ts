import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import pino from 'pino'

import { type ConnectingApp, connectingApp } from '#api/test/connecting.ts'
import { ACCOUNT_MESSAGES, type AccountDetails } from '#shared/accounts.ts'
import type { NetworkId } from '#shared/networks.ts'
import { accountForPublishing, markNeedsReconnect } from './accounts.ts'
import { accounts } from './table.ts'

const logged: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
const app = await connectingApp({ log })
const { ctx, owner, signUp, connectFacebook, connectInstagram, logIn, world } = app

type Owner = Awaited<ReturnType<ConnectingApp['owner']>>
type Failure = { code: string; message: string; fields?: Record<string, string> }

const rowsOf = (userId: string) => ctx.db.select().from(accounts).where(eq(accounts.userId, userId))
const body = async <Answer>(response: Response | Promise<Response>) =>
  (await (await response).json()) as Answer
const details = async ({ call }: Owner, provider: NetworkId) =>
  (await body<{ data: AccountDetails }>(call('auth/accountDetails', { json: { provider } }))).data
const disconnect = ({ call }: Owner, provider: unknown) =>
  call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider } })

describe('an account’s details', () => {
  test('are what the provider says now', async () => {
    const pat = await owner()
    await connectFacebook(pat, ['Pat’s Page'])
    await ctx.db.update(accounts).set({ name: 'An old name' }).where(eq(accounts.userId, pat.userId))
    expect(await details(pat, 'facebook')).toMatchObject({
      name: 'Pat’s Page',
      location: 'Sydney, Australia',
      following: null,
    })
    expect((await rowsOf(pat.userId))[0]!.name).toBe('Pat’s Page')
  })

  test('say that nothing is connected, with a domain or without', async () => {
    expect(await details(await owner(), 'instagram')).toEqual({ accountConnected: false })
    const { call } = await signUp()
    expect(await body(call('auth/accountDetails', { json: { provider: 'facebook' } }))).toEqual({
      success: true,
      data: { accountConnected: false },
    })
  })

  test.each([
    ['a broken connection', { kind: 'drop-before' }],
    ['an answer that can’t be read', { kind: 'bad-json' }],
    ['trouble at the provider', { kind: 'error', code: 2, status: 500 }],
    ['a call limit', { kind: 'error', code: 4 }],
  ])('are what was last seen after %s, which is no reason to reconnect', async (_name, fault) => {
    const pat = await owner()
    await connectFacebook(pat, ['Pat’s Page'])
    await world('faults', { provider: 'facebook', operation: 'accounts', times: 2, ...fault })
    const seen = await details(pat, 'facebook')
    expect(await world<unknown[]>('faults')).toEqual([])
    expect(seen).toMatchObject({ accountConnected: true, status: 'connected', name: 'Pat’s Page' })
    expect((await rowsOf(pat.userId))[0]!.status).toBe('connected')
  })

  test.each(['facebook', 'instagram'] as const)(
    'of %s ask to reconnect once the provider refuses the token, until it is connected again',
    async network => {
      const pat = await owner()
      const { person } = await (network === 'facebook' ? connectFacebook(pat) : connectInstagram(pat))
      await world('expire', { provider: network })
      expect(await details(pat, network)).toMatchObject({ accountConnected: true, status: 'needs_reconnect' })
      const [before] = await rowsOf(pat.userId)
      expect(before!.status).toBe('needs_reconnect')

      if (typeof person === 'string') await connectInstagram(pat, person)
      else {
        const { url } = await app.start(pat, 'facebook')
        await pat.call('auth/facebook', { json: await app.consent(url, person.person) })
      }
      expect(await details(pat, network)).toMatchObject({ status: 'connected' })
      expect((await rowsOf(pat.userId))[0]!.id).toBe(before!.id)
    },
  )
})

describe('disconnecting', () => {
  test('removes the selected domain’s account and no other', async () => {
    const pat = await owner()
    await connectFacebook(pat)
    await connectInstagram(pat)
    expect(await body(disconnect(pat, 'facebook'))).toEqual({
      success: true,
      message: 'Facebook disconnected successfully',
    })
    expect((await rowsOf(pat.userId)).map(row => row.network)).toEqual(['instagram'])
    expect(await details(pat, 'facebook')).toEqual({ accountConnected: false })
  })

  test('takes the provider from the query as well', async () => {
    const pat = await owner()
    await connectInstagram(pat)
    expect(
      (await pat.call('auth/disconnectSocialAccount?provider=instagram', { method: 'DELETE' })).status,
    ).toBe(200)
    expect(await rowsOf(pat.userId)).toEqual([])
  })

  test('what is not connected says so', async () => {
    const failure = await body<Failure>(disconnect(await owner(), 'facebook'))
    expect(failure).toMatchObject({ code: 'not_found', message: ACCOUNT_MESSAGES.notConnected('Facebook') })
  })

  test('revokes the Facebook login once nothing else uses it', async () => {
    const pat = await owner('First')
    const { person } = await connectFacebook(pat, ['One', 'Two'])
    const pages = await body<{ data: { id: string }[] }>(pat.call('auth/getPagesInfo'))
    await pat.call('auth/updatePageInfo', { json: { id: pages.data[0]!.id } })
    await pat.selectDomain(await pat.addDomain('Second'))
    await pat.call('auth/facebook', { json: person.authResponse })
    await pat.call('auth/updatePageInfo', { json: { id: pages.data[1]!.id } })

    await disconnect(pat, 'facebook')
    await pat.selectDomain(pat.domainId)
    expect(await details(pat, 'facebook')).toMatchObject({ status: 'connected' })

    const [account] = await rowsOf(pat.userId)
    await disconnect(pat, 'facebook')
    const inspected = await ctx.networks.facebook.login
      .listPages(ctx.box.open(account!.sealedUserToken))
      .catch((error: { code: string }) => error.code)
    expect(inspected).toBe('190/458')
  })

  test('works while Facebook is away', async () => {
    const pat = await owner()
    await connectFacebook(pat)
    await world('expire', { provider: 'facebook' })
    expect((await disconnect(pat, 'facebook')).status).toBe(200)
    expect(await rowsOf(pat.userId)).toEqual([])
  })
})

describe('starting', () => {
  test('needs a domain', async () => {
    const { call } = await signUp()
    for (const network of ['facebook', 'instagram']) {
      expect(await body<Failure>(call(`auth/${network}/start`, { method: 'POST' }))).toMatchObject({
        code: 'conflict',
        message: ACCOUNT_MESSAGES.noDomain,
      })
    }
  })

  test('says which setting is missing where a provider is not set up', async () => {
    const bare = await connectingApp({
      sandbox: app.sandbox,
      env: { META_APP_ID: '', INSTAGRAM_APP_ID: '', INSTAGRAM_APP_SECRET: '' },
    })
    const pat = await bare.owner()
    const messageOf = async (network: string) =>
      (await body<Failure>(pat.call(`auth/${network}/start`, { method: 'POST' }))).message
    expect(await messageOf('facebook')).toBe(
      'Facebook is not set up on this server yet: META_APP_ID is missing.',
    )
    expect(await messageOf('instagram')).toBe(
      'Instagram is not set up on this server yet: INSTAGRAM_APP_ID and INSTAGRAM_APP_SECRET are missing.',
    )
  })

  test('asks Facebook by the login configuration where there is one, by permissions where there is none', async () => {
    const pat = await owner()
    expect(new URL((await app.start(pat, 'facebook')).url).searchParams.get('scope')).toContain(
      'pages_manage_posts',
    )
    const configured = await connectingApp({ sandbox: app.sandbox, env: { META_LOGIN_CONFIG_ID: '4711' } })
    const { searchParams } = new URL((await configured.start(await configured.owner(), 'facebook')).url)
    expect([searchParams.get('config_id'), searchParams.get('scope')]).toEqual(['4711', null])
  })

  test('a sixth account is beyond the plan, and a reconnection is not', async () => {
    const pat = await owner()
    for (const name of ['2', '3']) {
      await connectFacebook(pat)
      await connectInstagram(pat)
      await pat.selectDomain(await pat.addDomain(name))
    }
    await connectFacebook(pat)
    expect(await rowsOf(pat.userId)).toHaveLength(5)
    const full = { code: 'conflict', message: ACCOUNT_MESSAGES.tooMany }
    expect(await body<Failure>(pat.call('auth/instagram/start', { method: 'POST' }))).toMatchObject(full)
    expect((await pat.call('auth/facebook/start', { method: 'POST' })).status).toBe(200)
    await pat.selectDomain(await pat.addDomain('4'))
    expect(await body<Failure>((await connectFacebook(pat)).response)).toMatchObject(full)
    expect(await rowsOf(pat.userId)).toHaveLength(5)
  })
})

describe('for the engine', () => {
  test('an account comes with its token; one that is gone or yet to be chosen does not', async () => {
    const pat = await owner()
    await connectFacebook(pat, 2)
    const [choosing] = await rowsOf(pat.userId)
    expect(await accountForPublishing(ctx, choosing!.id)).toBeUndefined()
    expect(await accountForPublishing(ctx, 'gone')).toBeUndefined()
    await connectInstagram(pat)
    const instagram = (await rowsOf(pat.userId)).find(row => row.network === 'instagram')!
    expect((await accountForPublishing(ctx, instagram.id))!.token).toStartWith('IGAA')
  })

  test('a refusal of an old token does not mark an account that was reconnected since', async () => {
    const pat = await owner()
    const { person } = await connectInstagram(pat)
    const [account] = await rowsOf(pat.userId)
    const { token } = (await accountForPublishing(ctx, account!.id))!
    await connectInstagram(pat, person)
    await markNeedsReconnect(ctx, account!.id, token)
    expect((await rowsOf(pat.userId))[0]!.status).toBe('connected')
    await markNeedsReconnect(ctx, account!.id, (await accountForPublishing(ctx, account!.id))!.token)
    expect((await rowsOf(pat.userId))[0]!.status).toBe('needs_reconnect')
  })

  test('a token that was sealed with another secret asks to reconnect', async () => {
    const pat = await owner()
    await connectInstagram(pat)
    const [account] = await rowsOf(pat.userId)
    await ctx.db.update(accounts).set({ sealedToken: 'other.x.y.z' }).where(eq(accounts.id, account!.id))
    expect((await accountForPublishing(ctx, account!.id))!.account.status).toBe('needs_reconnect')
    expect(await details(pat, 'instagram')).toMatchObject({ status: 'needs_reconnect' })
  })
})

describe('who is not signed in, or sends something else,', () => {
  const calls = [
    ['POST', 'auth/facebook/start'],
    ['POST', 'auth/instagram/start'],
    ['POST', 'auth/facebook'],
    ['GET', 'auth/getPagesInfo'],
    ['POST', 'auth/updatePageInfo'],
    ['POST', 'auth/accountDetails'],
    ['DELETE', 'auth/disconnectSocialAccount'],
  ] as const

  test.each(calls)('%s %s is refused without a session', async (method, path) => {
    expect((await app.request(path, { method })).status).toBe(401)
    expect((await app.request(path, { method, token: 'a'.repeat(52) })).status).toBe(401)
  })

  test.each([
    ['POST', 'auth/facebook'],
    ['POST', 'auth/updatePageInfo'],
    ['POST', 'auth/accountDetails'],
    ['DELETE', 'auth/disconnectSocialAccount'],
  ] as const)('%s %s answers what it can’t read with 400 and the fields', async (method, path) => {
    const pat = await owner()
    const headers = { 'Content-Type': 'application/json' }
    const long = 'x'.repeat(10_000)
    const inputs = [
      '{',
      'null',
      '[]',
      '"text"',
      '{}',
      '{"provider":5,"code":5,"id":{}}',
      `{"provider":"${long}","code":"${long}","id":"${long}"}`,
      '{"provider":"myspace"}',
    ]
    for (const text of inputs) {
      const response = await app.request(path, { method, body: text, headers, token: pat.token })
      expect([text.slice(0, 40), response.status]).toEqual([text.slice(0, 40), 400])
      expect(Object.values((await body<Failure>(response)).fields ?? {})).not.toEqual([])
    }
  })

  test('another’s account stays out of reach', async () => {
    const [pat, eve] = [await owner(), await owner()]
    await connectFacebook(pat)
    expect(await details(eve, 'facebook')).toEqual({ accountConnected: false })
    expect((await disconnect(eve, 'facebook')).status).toBe(404)
    expect(await rowsOf(pat.userId)).toHaveLength(1)
  })
})

test('no token, code or secret is in any answer, any log line, or any row as it is', async () => {
  const answers: string[] = []
  const watched = async (response: Response) =>
    void answers.push(JSON.stringify([...response.headers]), await response.text())
  const pat = await owner()
  const facebook = await logIn({ provider: 'facebook', pages: 2 })
  await watched(await pat.call('auth/facebook', { json: facebook.authResponse }))
  const pages = await pat.call('auth/getPagesInfo')
  const { data } = (await pages.clone().json()) as { data: { id: string }[] }
  await watched(pages)
  await watched(
    await pat.call('auth/updatePageInfo', { json: { id: data[0]!.id, access_token: 'EAABbrowser' } }),
  )
  await watched((await connectInstagram(pat)).response)
  for (const provider of ['facebook', 'instagram'])
    await watched(await pat.call('auth/accountDetails', { json: { provider } }))
  await world('expire', { provider: 'facebook' })
  await watched(await pat.call('auth/accountDetails', { json: { provider: 'facebook' } }))
  const rows = JSON.stringify(await rowsOf(pat.userId))
  for (const provider of ['facebook', 'instagram'] as const) await watched(await disconnect(pat, provider))

  const secret = /EAA[A-Za-z0-9]{10}|IGAA[A-Za-z0-9]{10}|AQ[A-Za-z0-9_-]{30}|app-secret/
  const issued = JSON.stringify(await world('requests'))
  expect(issued).toMatch(secret)
  for (const text of [...answers, ...logged, rows]) expect(text).not.toMatch(secret)
})
