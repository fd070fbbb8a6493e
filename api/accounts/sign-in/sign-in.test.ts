import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { setMaxAccounts } from '#api/auth/people.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { ACCOUNT_MESSAGES, isPlanLimitMessage } from '#shared/accounts.ts'

const app = await connectingApp()
const { ctx, owner, signUp, connectFacebook, connectInstagram } = app

type Failure = { code: string; message: string }

const rowsOf = (userId: string) => ctx.db.select().from(accounts).where(eq(accounts.userId, userId))
const body = async <Body>(response: Response | Promise<Response>) => (await (await response).json()) as Body

test('requires a business to connect an account', async () => {
  const { call } = await signUp()
  for (const network of ['facebook', 'instagram']) {
    expect(await body<Failure>(call(`auth/${network}/start`, { method: 'POST' }))).toMatchObject({
      code: 'conflict',
      message: ACCOUNT_MESSAGES.noDomain,
    })
  }
})

test('says which setting is missing for a provider', async () => {
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

test('uses Facebook’s login configuration if there is one, and permissions otherwise', async () => {
  const pat = await owner()
  expect(new URL((await app.start(pat, 'facebook')).url).searchParams.get('scope')).toContain(
    'pages_manage_posts',
  )
  const configured = await connectingApp({ sandbox: app.sandbox, env: { META_LOGIN_CONFIG_ID: '4711' } })
  const { searchParams } = new URL((await configured.start(await configured.owner(), 'facebook')).url)
  expect([searchParams.get('config_id'), searchParams.get('scope')]).toEqual(['4711', null])
})

test('rejects a sixth account on the Basic Plan, but not a reconnection', async () => {
  const pat = await owner()
  for (const name of ['2', '3']) {
    await connectFacebook(pat)
    await connectInstagram(pat)
    await pat.selectDomain(await pat.addDomain(name))
  }
  await connectFacebook(pat)
  expect(await rowsOf(pat.userId)).toHaveLength(5)
  const full = { code: 'conflict', message: ACCOUNT_MESSAGES.tooMany(null) }
  expect(await body<Failure>(pat.call('auth/instagram/start', { method: 'POST' }))).toMatchObject(full)
  expect((await pat.call('auth/facebook/start', { method: 'POST' })).status).toBe(200)
  await pat.selectDomain(await pat.addDomain('4'))
  expect(await body<Failure>((await connectFacebook(pat)).response)).toMatchObject(full)
  expect(await rowsOf(pat.userId)).toHaveLength(5)

  await setMaxAccounts(app.ctx, pat.email, 6)
  await connectFacebook(pat)
  expect(await rowsOf(pat.userId)).toHaveLength(6)
  const { message } = await body<Failure>(pat.call('auth/instagram/start', { method: 'POST' }))
  expect(message).toBe(ACCOUNT_MESSAGES.tooMany(6))
  expect([full.message, message].map(isPlanLimitMessage)).toEqual([true, true])
  const info = await body<{ userDetails: { maxAccounts: number } }>(
    pat.call('users/getUserInfo', { json: {} }),
  )
  expect(info.userDetails.maxAccounts).toBe(6)
})
