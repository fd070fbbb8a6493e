import { expect, test } from 'bun:test'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { connectingApp } from '#api/test/connecting.ts'

const app = await connectingApp()
const { ctx, owner, connectBluesky, world } = app

test('connects an account by its handle and app password', async () => {
  const pat = await owner()
  const { person, response } = await connectBluesky(pat)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    data: {
      accountConnected: true,
      provider: 'bluesky',
      status: 'connected',
      providerId: person,
      username: expect.stringContaining('.bsky.example'),
      link: expect.stringContaining(`/profile/${person}`),
    },
  })
})

test('keeps the app password and the tokens encrypted and out of responses', async () => {
  const pat = await owner()
  const { handle, appPassword } = await world<{ handle: string; appPassword: string }>('login', {
    provider: 'bluesky',
  })
  const connected = await pat.call('auth/bluesky', { json: { handle: `@${handle}`, appPassword } })
  const details = await pat.call('auth/accountDetails', { json: { provider: 'bluesky' } })
  const rows = JSON.stringify(await ctx.db.select().from(accounts))
  for (const text of [await connected.text(), await details.text(), rows]) {
    expect(text).not.toContain(appPassword)
    expect(text).not.toContain('eyJ')
  }
})

test('says what is wrong with a sign-in', async () => {
  const pat = await owner()
  const refusal = async (json: object) => {
    const response = await pat.call('auth/bluesky', { json })
    return [response.status, JSON.stringify(await response.json())] as const
  }
  const { handle, appPassword } = await world<{ handle: string; appPassword: string }>('login', {
    provider: 'bluesky',
  })
  const [status, message] = await refusal({ handle, appPassword: 'wrong' })
  expect([status, message]).toEqual([
    400,
    expect.stringContaining('didn’t accept this handle and app password'),
  ])
  for (const [json, expected] of [
    [{ handle: '', appPassword }, 'Enter the account’s handle'],
    [{ handle: 'pat', appPassword }, 'Enter the whole handle'],
    [{ handle, appPassword: '' }, 'Enter an app password'],
    [{ handle, appPassword, server: 'http://pds.example' }, 'Enter the server’s address'],
    [{ handle, appPassword, server: 'https://127.0.0.1' }, 'isn’t a server that we may open'],
    [{ handle, appPassword, server: 'localhost' }, 'public internet'],
  ] as const)
    expect((await refusal(json))[1]).toContain(expected)
})

test('ends the session at Bluesky when the account is disconnected', async () => {
  const pat = await owner()
  const { person } = await connectBluesky(pat)
  const sessionsOf = () =>
    [...app.sandbox.world.bluesky.tokens.values()].filter(
      ({ did, kind }) => did === person && kind === 'refresh',
    )
  expect(sessionsOf()).toHaveLength(1)
  const json = { provider: 'bluesky' }
  expect((await pat.call('auth/disconnectSocialAccount', { method: 'DELETE', json })).status).toBe(200)
  expect(sessionsOf()).toHaveLength(0)
})
