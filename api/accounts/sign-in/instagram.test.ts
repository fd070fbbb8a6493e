import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { decryptToken } from '#api/accounts/tokens/tokens.ts'
import { accounts, oauthStates } from '#api/db/schema/businesses/accounts.ts'
import { connectingApp, postedMessage } from '#api/test/connecting.ts'
import { ACCOUNT_MESSAGES, type AccountDetails } from '#shared/accounts.ts'
import { sweepOauthStates } from './oauth-state.ts'

const app = await connectingApp()
const { ctx, clock, owner, start, consent, logIn, connectInstagram, request } = app

const rowsOf = (userId: string) => ctx.db.select().from(accounts).where(eq(accounts.userId, userId))
const followRedirect = async (path: string, cookie?: string) => {
  const response = await request(path, cookie ? { headers: { cookie } } : {})
  return { status: response.status, ...postedMessage(await response.text()) }
}
const details = async ({ call }: Awaited<ReturnType<typeof owner>>) => {
  const response = await call('auth/accountDetails', { json: { provider: 'instagram' } })
  return ((await response.json()) as { data: AccountDetails }).data
}
/** Starts a sign-in, consents, and returns the redirect with its cookie. */
const approveSignIn = async (caller: Awaited<ReturnType<typeof owner>>) => {
  const { person } = await logIn({ provider: 'instagram' })
  const { url, cookie } = await start(caller, 'instagram')
  return { ...(await consent(url, person)), cookie }
}

test('connects the account when the browser that started the sign-in returns with a code', async () => {
  const pat = await owner()
  const { response } = await connectInstagram(pat)
  const { message, origin } = postedMessage(await response.text())
  expect(message).toEqual({ status: 'success', token: expect.any(String) } as never)
  expect(origin).toBe('http://currawong.test')
  expect(await details(pat)).toMatchObject({
    accountConnected: true,
    provider: 'instagram',
    status: 'connected',
  })
})

test('keeps an account id beyond 2^53 exact', async () => {
  const pat = await owner()
  await connectInstagram(pat)
  const [account] = await rowsOf(pat.userId)
  expect(account!.providerId).toMatch(/^\d{17}$/)
  const me = await fetch(`${app.sandbox.url}/instagram-graph/v23.0/me?fields=user_id`, {
    headers: { Authorization: `Bearer ${decryptToken(ctx, account!, account!.encryptedToken!)}` },
  })
  expect(await me.text()).toMatch(new RegExp(`"user_id":"?${account!.providerId}\\b`))
})

describe('rejects a redirect and stores nothing', () => {
  const expectRejected = async (path: string, cookie: string | undefined, userId: string) => {
    expect(await followRedirect(path, cookie)).toMatchObject({
      status: 400,
      message: { status: 'error', message: ACCOUNT_MESSAGES.stateExpired },
    })
    expect(await rowsOf(userId)).toEqual([])
  }

  test('in a browser without the cookie or with another one', async () => {
    const [pat, eve] = [await owner(), await owner()]
    const { path, cookie } = await approveSignIn(pat)
    await expectRejected(path, undefined, pat.userId)
    await expectRejected(path, (await start(eve, 'instagram')).cookie, pat.userId)
    expect((await followRedirect(path, cookie)).status).toBe(200)
  })

  test('with a forged state or one of another network', async () => {
    const pat = await owner()
    const { path, cookie, code } = await approveSignIn(pat)
    await expectRejected(`auth/instagram?code=${code}&state=made-up`, cookie, pat.userId)
    const facebook = new URL((await start(pat, 'facebook')).url).searchParams.get('state')
    await expectRejected(`auth/instagram?code=${code}&state=${facebook}`, cookie, pat.userId)
    expect((await followRedirect(path, cookie)).status).toBe(200)
  })

  test('after ten minutes', async () => {
    const pat = await owner()
    const { path, cookie } = await approveSignIn(pat)
    clock.advance(10 * 60_000)
    await expectRejected(path, cookie, pat.userId)
  })

  test('after the user signed out', async () => {
    const pat = await owner()
    const { path, cookie } = await approveSignIn(pat)
    await pat.call('users/logout', { method: 'POST' })
    await expectRejected(path, cookie, pat.userId)
  })

  test('with a missing or malformed code or state', async () => {
    const pat = await owner()
    const { cookie } = await approveSignIn(pat)
    await expectRejected('auth/instagram', cookie, pat.userId)
    await expectRejected(`auth/instagram?code[]=1&state=${'x'.repeat(5000)}`, cookie, pat.userId)
  })
})

test('says that Instagram rejected the code, and consumes the state', async () => {
  const pat = await owner()
  const [first, second] = [await approveSignIn(pat), await approveSignIn(pat)]
  expect((await followRedirect(first.path, first.cookie)).status).toBe(200)
  const again = await followRedirect(`auth/instagram?code=${first.code}&state=${second.state}`, second.cookie)
  expect(again.message).toMatchObject({
    status: 'error',
    message: expect.stringContaining('used already or took too long'),
  })
  expect((await followRedirect(second.path, second.cookie)).status).toBe(400)
})

test('says that the user declined', async () => {
  const pat = await owner()
  const { url, cookie } = await start(pat, 'instagram')
  const { path } = await consent(url, 'cancel')
  expect((await followRedirect(path, cookie)).message).toEqual({
    status: 'error',
    message: ACCOUNT_MESSAGES.declined('Instagram'),
  })
})

test('rejects a login without permission to publish, and says so', async () => {
  const pat = await owner()
  const { person } = await logIn({ provider: 'instagram', scopes: ['instagram_business_basic'] })
  const { response } = await connectInstagram(pat, person)
  expect(postedMessage(await response.text()).message.message).toContain('permission to publish')
  expect(await rowsOf(pat.userId)).toEqual([])
})

test('accepts a token response that isn’t wrapped in `data`', async () => {
  const pat = await owner()
  await app.world('faults', { provider: 'instagram', operation: 'token', kind: 'flat' })
  expect((await connectInstagram(pat)).response.status).toBe(200)
})

test('says that another business has the same account', async () => {
  const pat = await owner()
  const { person } = await connectInstagram(pat)
  expect(await details(pat)).not.toHaveProperty('alsoConnectedTo')
  await pat.selectDomain(await pat.addDomain('Corner Shop'))
  await connectInstagram(pat, person)
  expect(await details(pat)).toMatchObject({ accountConnected: true, alsoConnectedTo: 'Pat’s Plumbing' })
})

test('says that a business of somebody else has the same account, without naming it', async () => {
  const pat = await owner()
  const { person } = await connectInstagram(pat)
  const eve = await owner()
  await connectInstagram(eve, person)
  expect(await details(eve)).toMatchObject({ accountConnected: true, alsoConnectedTo: '' })
})

test('keeps the account’s id when it is reconnected, and replaces the account when another is connected', async () => {
  const pat = await owner()
  const { person } = await connectInstagram(pat)
  const [first] = await rowsOf(pat.userId)
  await connectInstagram(pat, person)
  expect((await rowsOf(pat.userId))[0]!.id).toBe(first!.id)
  await connectInstagram(pat)
  const rows = await rowsOf(pat.userId)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.id).not.toBe(first!.id)
})

test('sets an HttpOnly cookie, with Secure over HTTPS', async () => {
  const plain = await (await owner()).call('auth/instagram/start', { method: 'POST' })
  expect(plain.headers.get('Set-Cookie')).toMatch(
    /^oauth_browser=[a-z0-9]{52}; Max-Age=600; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
  )
  const secure = await connectingApp({ sandbox: app.sandbox, env: { PUBLIC_URL: 'https://currawong.test' } })
  const overTls = await (await secure.owner()).call('auth/instagram/start', { method: 'POST' })
  expect(overTls.headers.get('Set-Cookie')).toContain('; Secure')
})

test('completes a sign-in after the same browser started another', async () => {
  const pat = await owner()
  const first = await approveSignIn(pat)
  const response = await pat.call('auth/instagram/start', {
    method: 'POST',
    headers: { cookie: first.cookie },
  })
  expect(response.headers.get('Set-Cookie')).toStartWith(first.cookie)
  expect((await followRedirect(first.path, first.cookie)).status).toBe(200)
})

test('rejects a state that was used already', async () => {
  const { path, cookie } = await approveSignIn(await owner())
  expect((await followRedirect(path, cookie)).status).toBe(200)
  expect((await followRedirect(path, cookie)).status).toBe(400)
})

test('sweeps abandoned sign-ins', async () => {
  const pat = await owner()
  await start(pat, 'instagram')
  clock.advance(11 * 60_000)
  await start(pat, 'instagram')
  await sweepOauthStates(ctx)
  expect(await ctx.db.$count(oauthStates)).toBe(1)
})
