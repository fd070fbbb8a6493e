import { beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { findLinkedAccount } from '#api/accounts/tokens/tokens.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { refreshTokens } from './tokens/renewal.ts'

const DAY = 24 * 60 * 60_000
const { ctx, clock, owner, connectFacebook, connectInstagram, world, clearFaults } = await connectingApp()

beforeEach(async () => {
  await ctx.db.delete(accounts)
})

const connected = async () => {
  const pat = await owner()
  await connectInstagram(pat)
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.userId, pat.userId))
  return { ...pat, accountId: account!.id }
}
const read = async (accountId: string) => (await findLinkedAccount(ctx, accountId))!

test('renews an Instagram token a week after its last renewal, for sixty more days', async () => {
  const { accountId } = await connected()
  const before = await read(accountId)
  clock.advance(6 * DAY)
  await refreshTokens(ctx)
  expect((await read(accountId)).token).toBe(before.token)

  clock.advance(2 * DAY)
  await refreshTokens(ctx)
  const after = await read(accountId)
  expect(after.token).not.toBe(before.token)
  expect(after.account.tokenExpiresAt).toEqual(new Date(clock.now().getTime() + 60 * DAY))
})

test.each([
  ['trouble at Instagram', { kind: 'error', code: 2, status: 500 }],
  ['an unreadable response', { kind: 'bad-json' }],
  // `times: 2`, because the runtime retries a GET when a kept-alive connection breaks.
  ['a broken connection', { kind: 'drop-after', times: 2 }],
])('keeps the token after %s, and retries in the next run', async (_name, fault) => {
  const { accountId } = await connected()
  const { token } = await read(accountId)
  clock.advance(8 * DAY)
  await world('faults', { provider: 'instagram', operation: 'token', ...fault })
  await refreshTokens(ctx)
  expect(await read(accountId)).toMatchObject({ token, account: { status: 'connected' } })
  await clearFaults()
  await refreshTokens(ctx)
  expect((await read(accountId)).token).not.toBe(token)
})

test('asks the owner to reconnect when Instagram rejects the token', async () => {
  const { accountId } = await connected()
  await world('expire', { provider: 'instagram' })
  clock.advance(8 * DAY)
  await refreshTokens(ctx)
  expect((await read(accountId)).account.status).toBe('needs_reconnect')
})

test('does not renew a Page’s token, which never expires', async () => {
  const pat = await owner()
  await connectFacebook(pat)
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.userId, pat.userId))
  const { token } = await read(account!.id)
  clock.advance(30 * DAY)
  await refreshTokens(ctx)
  expect((await read(account!.id)).token).toBe(token)
})

test('renews a token once when two processes run at once', async () => {
  const { accountId } = await connected()
  clock.advance(8 * DAY)
  const renewals = async () =>
    (await world<{ path: string }[]>('requests')).filter(({ path }) => path.endsWith('/refresh_access_token'))
      .length
  const before = await renewals()
  await Promise.all([refreshTokens(ctx), refreshTokens(ctx)])
  expect(await renewals()).toBe(before + 1)
  expect((await read(accountId)).account.renewingUntil).toBeNull()
})
