import { expect, test } from 'bun:test'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { PASSWORD } from '#api/test/app.ts'
import { connectingApp, type ConnectingApp } from '#api/test/connecting.ts'
import { addMember } from '#api/test/members.ts'
import { carryOutDeletions } from './deletions.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const leave = async (
  { clock, ctx }: ConnectingApp,
  { call }: Awaited<ReturnType<ConnectingApp['owner']>>,
) => {
  await call('users/requestDeletion', { json: { confirm: 'DELETE', password: PASSWORD } })
  clock.advance(7 * DAY)
  await carryOutDeletions(ctx)
  clock.advance(10 * MINUTE)
  await carryOutDeletions(ctx)
}

const revocations = async ({ world }: ConnectingApp) =>
  (await world<{ method: string; path: string }[]>('requests')).filter(
    ({ method, path }) => method === 'DELETE' && path.endsWith('/permissions'),
  ).length

test('retries an unreachable network for a day, then deletes the rest without it', async () => {
  const api = await connectingApp()
  const pat = await api.owner()
  await api.connectFacebook(pat)
  let calls = 0
  api.ctx.networks.facebook.account.revoke = () => {
    calls++
    return Promise.reject(new NetworkError('transient', 'timeout', 'Facebook did not respond.'))
  }
  await leave(api, pat)
  expect(calls).toBe(1)
  expect(await api.ctx.db.$count(users)).toBe(1)
  api.clock.advance(DAY - 10 * MINUTE - 1)
  await carryOutDeletions(api.ctx)
  expect(await api.ctx.db.$count(users)).toBe(1)
  api.clock.advance(1)
  await carryOutDeletions(api.ctx)
  expect(calls).toBe(3)
  expect(await api.ctx.db.$count(users)).toBe(0)
})

test('is not delayed by an expired token', async () => {
  const api = await connectingApp()
  const pat = await api.owner()
  await api.connectFacebook(pat)
  await api.world('expire', { provider: 'facebook' })
  await leave(api, pat)
  expect(await api.ctx.db.$count(users)).toBe(0)
})

test('keeps a client’s login of a business with other members, but not of one without', async () => {
  const api = await connectingApp()
  const [pat, kim] = [await api.owner(), await api.owner()]
  await api.connectFacebook(pat)
  await api.ctx.db.update(accounts).set({ viaLink: true })
  await addMember(api.ctx, { domainId: pat.domainId, userId: kim.userId, role: 'owner' })
  await leave(api, pat)
  expect(await revocations(api)).toBe(0)
  await leave(api, kim)
  expect(await revocations(api)).toBe(1)
})

test('keeps the same login of another user', async () => {
  const api = await connectingApp()
  const [pat, kim] = [await api.owner(), await api.owner()]
  const { person } = await api.connectFacebook(pat, ['Pat’s page', 'Kim’s page'])
  await kim.call('auth/facebook', { json: person.authResponse })
  await leave(api, pat)
  expect(await revocations(api)).toBe(0)
  await leave(api, kim)
  expect(await revocations(api)).toBe(1)
  expect(await api.ctx.db.$count(users)).toBe(0)
})
