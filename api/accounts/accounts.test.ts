import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { findLinkedAccount, decryptUserToken } from '#api/accounts/tokens/tokens.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { type ConnectingApp, connectingApp } from '#api/test/connecting.ts'
import { ACCOUNT_MESSAGES, type AccountDetails, MAX_ACCOUNTS_BASIC_PLAN } from '#shared/accounts.ts'
import type { NetworkId } from '#shared/networks.ts'
import { markNeedsReconnect } from './needs-reconnect.ts'
import { saveLogin } from './sign-in/connection.ts'

const app = await connectingApp()
const { ctx, owner, connectFacebook, connectInstagram, world } = app

type Owner = Awaited<ReturnType<ConnectingApp['owner']>>
type Failure = { code: string; message: string }

const rowsOf = (userId: string) => ctx.db.select().from(accounts).where(eq(accounts.userId, userId))
const body = async <Body>(response: Response | Promise<Response>) => (await (await response).json()) as Body
const details = async ({ call }: Owner, provider: NetworkId) =>
  (await body<{ data: AccountDetails }>(call('auth/accountDetails', { json: { provider } }))).data
const disconnect = ({ call }: Owner, provider: NetworkId) =>
  call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider } })

test('counts the accounts of all businesses against the plan', async () => {
  const pat = await owner()
  const allowance = async () => (await body<{ data: object }>(pat.call('auth/accountAllowance'))).data
  expect(await allowance()).toEqual({ used: 0, limit: MAX_ACCOUNTS_BASIC_PLAN })
  await connectInstagram(pat)
  await pat.selectDomain(await pat.addDomain('Second'))
  await connectInstagram(pat)
  expect(await allowance()).toEqual({ used: 2, limit: MAX_ACCOUNTS_BASIC_PLAN })
})

test('counts no sign-in that was never finished, and requires room in the plan to finish one', async () => {
  const pat = await owner()
  const owning = { ...ctx, userId: pat.userId }
  const unfinished = { providerUserId: '1', userToken: 'token', expiresAt: undefined }
  const shops: string[] = []
  for (let n = 0; n < MAX_ACCOUNTS_BASIC_PLAN; n++) shops.push(await pat.addDomain(`Shop ${n}`))
  const signIn = (domainId: string) => saveLogin(owning, { domainId, network: 'facebook' }, unfinished)
  for (const shop of shops) await signIn(shop)
  for (const [before, shop] of shops.entries()) {
    const { data } = await body<{ data: object }>(pat.call('auth/accountAllowance'))
    expect(data).toEqual({ used: before, limit: MAX_ACCOUNTS_BASIC_PLAN })
    await pat.selectDomain(shop)
    await connectInstagram(pat)
  }
  await expect(signIn(shops[0]!)).rejects.toMatchObject({ code: 'conflict' })
})

test('reports why an account needs reconnecting only while it does', async () => {
  const pat = await owner()
  await connectInstagram(pat)
  expect(await details(pat, 'instagram')).toMatchObject({ status: 'connected', reconnectCause: null })
  await ctx.db
    .update(accounts)
    .set({ status: 'needs_reconnect', reconnectCause: 'permission' })
    .where(eq(accounts.userId, pat.userId))
  expect(await details(pat, 'instagram')).toMatchObject({
    status: 'needs_reconnect',
    reconnectCause: 'permission',
  })
})

test('tells nobody but its members that a named business exists', async () => {
  const [pat, eve] = [await owner(), await owner()]
  await connectFacebook(eve)
  const named = (id: string) => ({ headers: { 'X-Domain-Id': id } })
  const calls: [string, object?][] = [
    ['auth/accountDetails', { json: { provider: 'facebook' } }],
    ['auth/facebook/start', { method: 'POST' }],
    ['auth/getPagesInfo'],
    ['auth/updatePageInfo', { json: { id: '1', name: 'Page' } }],
    ['auth/google/locations'],
    ['auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } }],
    ['accounts/facebook/posts'],
  ]
  for (const [path, init] of calls) {
    const of = async (id: string) => await body<Failure>(eve.call(path, { ...init, ...named(id) }))
    expect([path, await of(pat.domainId)]).toEqual([path, await of(crypto.randomUUID())])
    expect([path, await of(pat.domainId)]).toMatchObject([path, { code: 'not_found' }])
  }
  expect(await rowsOf(eve.userId)).toHaveLength(1)
})

describe('disconnecting', () => {
  test('removes the selected business’s account and no other', async () => {
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

  test('reads the provider from the query as well', async () => {
    const pat = await owner()
    await connectInstagram(pat)
    expect(
      (await pat.call('auth/disconnectSocialAccount?provider=instagram', { method: 'DELETE' })).status,
    ).toBe(200)
    expect(await rowsOf(pat.userId)).toEqual([])
  })

  test('says that the account is not connected', async () => {
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
      .listPages(decryptUserToken(ctx, account!))
      .catch((error: { code: string }) => error.code)
    expect(inspected).toBe('190/458')
  })

  test('works during an outage of Facebook', async () => {
    const pat = await owner()
    await connectFacebook(pat)
    await world('expire', { provider: 'facebook' })
    expect((await disconnect(pat, 'facebook')).status).toBe(200)
    expect(await rowsOf(pat.userId)).toEqual([])
  })

  test('cannot remove another user’s account', async () => {
    const [pat, eve] = [await owner(), await owner()]
    await connectFacebook(pat)
    expect(await details(eve, 'facebook')).toEqual({ accountConnected: false })
    expect((await disconnect(eve, 'facebook')).status).toBe(404)
    expect(await rowsOf(pat.userId)).toHaveLength(1)
  })
})

describe('account for publishing', () => {
  test('returns a connected account with its token, and no removed or unchosen one', async () => {
    const pat = await owner()
    await connectFacebook(pat, 2)
    const [choosing] = await rowsOf(pat.userId)
    expect(await findLinkedAccount(ctx, choosing!.id)).toBeUndefined()
    expect(await findLinkedAccount(ctx, 'gone')).toBeUndefined()
    await connectInstagram(pat)
    const instagram = (await rowsOf(pat.userId)).find(row => row.network === 'instagram')!
    expect((await findLinkedAccount(ctx, instagram.id))!.token).toStartWith('IGAA')
  })

  test('ignores a rejected token when the account was reconnected since', async () => {
    const pat = await owner()
    const { person } = await connectInstagram(pat)
    const [account] = await rowsOf(pat.userId)
    const { token } = (await findLinkedAccount(ctx, account!.id))!
    await connectInstagram(pat, person)
    await markNeedsReconnect(ctx, account!.id, token)
    expect((await rowsOf(pat.userId))[0]!.status).toBe('connected')
    await markNeedsReconnect(ctx, account!.id, (await findLinkedAccount(ctx, account!.id))!.token)
    expect((await rowsOf(pat.userId))[0]!.status).toBe('needs_reconnect')
  })

  test('asks to reconnect when another secret encrypted the token', async () => {
    const pat = await owner()
    await connectInstagram(pat)
    const [account] = await rowsOf(pat.userId)
    await ctx.db.update(accounts).set({ encryptedToken: 'other.x.y.z' }).where(eq(accounts.id, account!.id))
    expect((await findLinkedAccount(ctx, account!.id))!.account.status).toBe('needs_reconnect')
    expect(await details(pat, 'instagram')).toMatchObject({ status: 'needs_reconnect' })
  })
})
