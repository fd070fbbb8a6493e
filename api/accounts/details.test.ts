import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { type ConnectingApp, connectingApp } from '#api/test/connecting.ts'
import type { AccountDetails } from '#shared/accounts.ts'
import type { NetworkId } from '#shared/networks.ts'

const app = await connectingApp()
const { ctx, owner, signUp, connectFacebook, connectInstagram, world, clearFaults } = app

type Owner = Awaited<ReturnType<ConnectingApp['owner']>>

const rowsOf = (userId: string) => ctx.db.select().from(accounts).where(eq(accounts.userId, userId))
const body = async <Body>(response: Response | Promise<Response>) => (await (await response).json()) as Body
const details = async ({ call }: Owner, provider: NetworkId) =>
  (await body<{ data: AccountDetails }>(call('auth/accountDetails', { json: { provider } }))).data

describe('an account’s details', () => {
  test('come from the provider', async () => {
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

  test('come from the database for a user who loads them too often', async () => {
    const pat = await owner()
    await connectFacebook(pat, ['Pat’s Page'])
    await connectInstagram(pat)
    const useUp = async (counted: (typeof LIMITS)['readAccounts' | 'readPages' | 'readLocations']) => {
      const uses = Array.from({ length: counted.max }, () => limit(ctx, { ...counted, key: pat.userId }))
      await Promise.allSettled(uses)
    }
    const providerRequests = async () => (await world<unknown[]>('requests')).length
    await useUp(LIMITS.readAccounts)
    await useUp(LIMITS.readPages)
    await useUp(LIMITS.readLocations)
    const requestsBefore = await providerRequests()
    expect(await details(pat, 'facebook')).toMatchObject({
      accountConnected: true,
      name: 'Pat’s Page',
      pagesInfo: [{ name: 'Pat’s Page' }],
    })
    expect(await details(pat, 'instagram')).toMatchObject({ accountConnected: true, status: 'connected' })
    expect((await pat.call('auth/getPagesInfo')).status).toBe(429)
    expect((await pat.call('auth/google/locations')).status).toBe(429)
    expect(await providerRequests()).toBe(requestsBefore)
  })

  test('say that nothing is connected, with or without a business', async () => {
    expect(await details(await owner(), 'instagram')).toEqual({ accountConnected: false })
    const { call } = await signUp()
    expect(await body(call('auth/accountDetails', { json: { provider: 'facebook' } }))).toEqual({
      success: true,
      data: { accountConnected: false },
    })
  })

  test.each([
    ['a dropped connection', { kind: 'drop-before' }],
    ['an unreadable response', { kind: 'bad-json' }],
    ['a provider error', { kind: 'error', code: 2, status: 500 }],
    ['a rate limit', { kind: 'error', code: 4 }],
  ])('stay as they were after %s, without asking to reconnect', async (_name, fault) => {
    const pat = await owner()
    await connectFacebook(pat)
    await ctx.db.update(accounts).set({ name: 'As last seen' }).where(eq(accounts.userId, pat.userId))
    await world('faults', { provider: 'facebook', operation: 'accounts', times: 10, ...fault })
    const seen = await details(pat, 'facebook')
    await clearFaults()
    expect(seen).toMatchObject({
      status: 'connected',
      name: 'As last seen',
      pagesInfo: [{ name: 'As last seen' }],
    })
    expect((await rowsOf(pat.userId))[0]!.status).toBe('connected')
  })

  test.each(['facebook', 'instagram'] as const)(
    'ask to reconnect %s after the provider rejects its token, until the account is reconnected',
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
