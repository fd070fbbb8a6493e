import { expect, test } from 'bun:test'

import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { whileRenewing } from '#api/test/renewing.ts'
import { refreshTokens, withValidToken } from './renewal.ts'
import { findLinkedAccount } from './tokens.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Connects an account. `renewing` returns a context that records each renewed token, and then awaits `during`. */
async function connected(network: 'google' | 'instagram') {
  const app = await connectingApp()
  const owner = await app.owner()
  const connect = (person?: string) =>
    network === 'google'
      ? app.connectGoogle(owner, person === undefined ? {} : { person })
      : app.connectInstagram(owner, person)
  const { person } = await connect()
  const [account] = await app.ctx.db.select().from(accounts)
  const tokens: string[] = []
  const renewing = (during: () => Promise<unknown> = async () => {}): Context => ({
    ...app.ctx,
    // Only one renewal runs here, so it never waits for another.
    pause: () => Promise.reject(new Error('withValidToken waited for another renewal.')),
    networks: whileRenewing(app.ctx.networks, network, token => {
      tokens.push(token)
      return during()
    }),
  })
  const linked = async () => (await findLinkedAccount(app.ctx, account!.id))!
  return { ...app, reconnect: () => connect(person), renewing, tokens, linked }
}

test('renews a Google token that expires within minutes, once for all callers that hold it', async () => {
  const { clock, renewing, tokens, linked } = await connected('google')
  const old = await linked()
  clock.advance(54 * MINUTE)
  expect((await withValidToken(renewing(), old)).token).toBe(old.token)
  clock.advance(2 * MINUTE)
  const fresh = await withValidToken(renewing(), old)
  expect(fresh.token).toBe(tokens[0]!)
  expect((await withValidToken(renewing(), old)).token).toBe(fresh.token)
  expect(tokens).toHaveLength(1)
})

test('renews a token again when the provider rejects the one that was just issued', async () => {
  const { renewing, tokens, linked } = await connected('google')
  const first = await withValidToken(renewing(), await linked(), (await linked()).token)
  const second = await withValidToken(renewing(), first, first.token)
  expect([first.token, second.token]).toEqual(tokens as [string, string])
})

test('keeps the token of a sign-in that finishes during a renewal', async () => {
  const google = await connected('google')
  google.clock.advance(60 * MINUTE)
  await withValidToken(google.renewing(google.reconnect), await google.linked())
  expect(google.tokens).toHaveLength(1)
  expect(google.tokens).not.toContain((await google.linked()).token)

  const instagram = await connected('instagram')
  instagram.clock.advance(8 * DAY)
  await refreshTokens(instagram.renewing(instagram.reconnect))
  expect(instagram.tokens).toHaveLength(1)
  expect(instagram.tokens).not.toContain((await instagram.linked()).token)
})
