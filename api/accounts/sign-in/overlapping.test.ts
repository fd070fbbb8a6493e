import { expect, test } from 'bun:test'
import { eq, like } from 'drizzle-orm'

import { refreshTokens, withValidToken } from '#api/accounts/tokens/renewal.ts'
import { findLinkedAccount } from '#api/accounts/tokens/tokens.ts'
import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { rateLimits } from '#api/db/schema/server/limits.ts'
import { limit } from '#api/http/limits/limits.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { whileRenewing } from '#api/test/renewing.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { connectAccount, type SignInContext } from './connection.ts'
import { CONNECT_LIMIT } from './sign-in.ts'

const DAY = 24 * 60 * 60_000
const app = await connectingApp()
const { ctx, clock } = app

const rowsOf = (userId: string) => ctx.db.select().from(accounts).where(eq(accounts.userId, userId))
const linkedOf = async (userId: string) => {
  const [row] = await rowsOf(userId)
  return (await findLinkedAccount(ctx, row!.id))!
}

/** Returns a context that runs `meanwhile` between the provider's response to a renewal and the write of it. */
const duringRenewal = (network: 'google' | 'instagram', meanwhile: () => Promise<unknown>): Context => ({
  ...ctx,
  networks: whileRenewing(ctx.networks, network, meanwhile),
})

test('an Instagram account that is reconnected during a token renewal keeps the new token', async () => {
  const pat = await app.owner()
  const { person } = await app.connectInstagram(pat)
  clock.advance(8 * DAY)
  let reconnected = ''
  await refreshTokens(
    duringRenewal('instagram', async () => {
      await app.connectInstagram(pat, person)
      reconnected = (await linkedOf(pat.userId)).token
    }),
  )
  expect(reconnected).not.toBe('')
  expect((await linkedOf(pat.userId)).token).toBe(reconnected)
})

test('a Google account that is reconnected during a token renewal keeps the new token', async () => {
  const pat = await app.owner()
  const { person } = await app.connectGoogle(pat)
  clock.advance(2 * 60 * 60_000)
  let reconnected = ''
  const ctxOfRenewal = duringRenewal('google', async () => {
    await app.connectGoogle(pat, { person })
    reconnected = (await linkedOf(pat.userId)).token
  })
  await withValidToken(ctxOfRenewal, await linkedOf(pat.userId))
  expect(reconnected).not.toBe('')
  expect((await linkedOf(pat.userId)).token).toBe(reconnected)
})

test('a Google renewal releases its lock even when it fails', async () => {
  const pat = await app.owner()
  await app.connectGoogle(pat)
  clock.advance(2 * 60 * 60_000)
  await withValidToken(ctx, await linkedOf(pat.userId))
  expect((await linkedOf(pat.userId)).account.renewingUntil).toBeNull()

  clock.advance(2 * 60 * 60_000)
  const failing = duringRenewal('google', () => Promise.reject(new Error('the process is out of memory')))
  await expect(withValidToken(failing, await linkedOf(pat.userId))).rejects.toThrow('out of memory')
  expect((await linkedOf(pat.userId)).account.renewingUntil).toBeNull()
})

const loginOf = (providerUserId: string) => ({
  providerUserId,
  userToken: 'user token',
  expiresAt: undefined,
})
const linkTo = (providerId: string) => ({
  providerId,
  token: 'token',
  profile: {
    name: 'Corner Shop',
    username: '',
    picture: '',
    location: '',
    followers: null,
    following: null,
    bio: '',
    link: '',
    email: '',
  },
})
const settled = async (both: Promise<unknown>[]) =>
  (await Promise.allSettled(both)).map(({ status }) => status).toSorted()

test('only one of two businesses that link a Page concurrently gets it', async () => {
  const pat = await app.owner()
  const second = await pat.addDomain('Second')
  const owner: SignInContext = { ...ctx, userId: pat.userId }
  const link = (domainId: string) =>
    connectAccount(owner, { domainId, network: 'facebook' }, loginOf('1'), linkTo('page-1'))
  expect(await settled([link(pat.domainId), link(second)])).toEqual(['fulfilled', 'rejected'])
  const linked = (await rowsOf(pat.userId)).filter(({ providerId }) => providerId === 'page-1')
  expect(linked).toHaveLength(1)
})

test('two concurrent connections cannot exceed the plan’s account limit', async () => {
  const pat = await app.owner()
  const owner: SignInContext = { ...ctx, userId: pat.userId }
  const domains = [pat.domainId]
  while (domains.length < 6) domains.push(await pat.addDomain(`Shop ${domains.length}`))
  const link = (n: number) =>
    connectAccount(owner, { domainId: domains[n]!, network: 'facebook' }, loginOf('1'), linkTo(`page-${n}`))
  for (let n = 0; n < 4; n++) await link(n)
  await Promise.allSettled([link(4), link(5)])
  expect((await rowsOf(pat.userId)).length).toBeLessThanOrEqual(5)
})

test('rejects one network’s state at another', async () => {
  const pat = await app.owner()
  const { person } = await app.logIn({ provider: 'facebook' })
  const { code, state } = await app.consent((await app.start(pat, 'facebook')).url, person)
  const instagrams = new URL((await app.start(pat, 'instagram')).url).searchParams.get('state')
  const refused = await pat.call('auth/facebook', { json: { code, state: instagrams } })
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { message: ACCOUNT_MESSAGES.stateExpired },
  ])
  expect((await pat.call('auth/facebook', { json: { code, state } })).status).toBe(200)
})

test('accepts Google’s code only from the session that requested it', async () => {
  const pat = await app.owner()
  const { person } = await app.logIn({ provider: 'google' })
  const { google_code } = await app.consentToGoogle(pat, person)
  const login = await app.request('users/login', { json: { email: pat.email, password: pat.password } })
  const { token } = (await login.json()) as { token: string }
  const json = { google_code }
  expect((await app.request('auth/google/save-info', { json, token })).status).toBe(400)
  expect((await pat.call('auth/google/save-info', { json })).status).toBe(200)
})

test.each(['facebook', 'instagram', 'google'])(
  'limits the sign-ins at %s per user and hour, without affecting other users',
  async network => {
    const [busy, other] = [await app.owner(), await app.owner()]
    const counted = { ...CONNECT_LIMIT, key: busy.userId }
    await limit(ctx, counted)
    await ctx.db
      .update(rateLimits)
      .set({ count: counted.max - 1 })
      .where(like(rateLimits.key, `${counted.name}:%`))
    const begin = async ({ call }: typeof busy) => (await call(`auth/${network}/start`, { json: {} })).status
    expect(await begin(busy)).toBe(200)
    expect(await begin(busy)).toBe(429)
    expect(await begin(other)).toBe(200)
  },
)
