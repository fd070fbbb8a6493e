import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { withValidToken } from '#api/accounts/tokens/renewal.ts'
import { findLinkedAccount, decryptUserToken } from '#api/accounts/tokens/tokens.ts'
import { accounts, oauthStates } from '#api/db/schema/businesses/accounts.ts'
import { deletePost, putPost, putRecord } from '#api/networks/bluesky/records.ts'
import { readBluesky } from '#api/networks/bluesky/request.ts'
import { atEnd } from '#api/test/at-end.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { whileRenewing } from '#api/test/renewing.ts'

const HOUR = 60 * 60_000

/** At an https URL the api is a client with a key; its servers find the document there, as by DNS. */
const app = await connectingApp({ env: { PUBLIC_URL: 'https://currawong.test' } })
const { ctx, clock, owner, connectBluesky, connectBlueskyByPage, consent, world } = app
const { sessions, hosts } = app.sandbox.world.blueskyOAuth
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: request => app.request(new URL(request.url).pathname.replace('/api/', '')),
})
atEnd(() => server.stop(true))
hosts.set('https://currawong.test', server.url.origin)

type Owner = Awaited<ReturnType<typeof owner>>
const newAccount = () => world<{ person: string; handle: string }>('login', { provider: 'bluesky' })
const sessionsOf = (person: string) => [...sessions].filter(({ did }) => did === person)
const rowOf = async ({ domainId }: Owner) =>
  (await ctx.db.select().from(accounts).where(eq(accounts.domainId, domainId)))[0]!
const linked = async (pat: Owner) => (await findLinkedAccount(ctx, (await rowOf(pat)).id))!

async function start({ call }: Owner, handle: string) {
  const response = await call('auth/bluesky/start', { json: { handle } })
  const { url = '', message = '' } = (await response.json()) as { url?: string; message?: string }
  const cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  return { url, message, status: response.status, cookie }
}

test('connects an account through the page of its server, in the browser that started it', async () => {
  const pat = await owner()
  const { person, handle } = await newAccount()
  const { url, cookie } = await start(pat, `@${handle}`)
  expect(url).toContain(
    'client_id=https%3A%2F%2Fcurrawong.test%2Fapi%2Fauth%2Fbluesky%2Fclient-metadata.json',
  )
  const { path } = await consent(url, person)
  expect((await app.request(path)).status).toBe(400)
  const back = await app.request(path, { headers: { cookie } })
  expect([back.status, back.headers.get('Location')]).toEqual([
    302,
    `${ctx.config.siteUrl}/dashboard/social-hub?connected=bluesky`,
  ])
  const again = await app.request(path, { headers: { cookie } })
  expect(again.headers.get('Location')).toEndWith('/dashboard/social-hub?failed=bluesky')
  const details = await pat.call('auth/accountDetails', { json: { provider: 'bluesky' } })
  expect(await details.json()).toMatchObject({
    data: { accountConnected: true, status: 'connected', providerId: person, username: handle },
  })
  expect(sessionsOf(person)).toMatchObject([
    { clientId: 'https://currawong.test/api/auth/bluesky/client-metadata.json', used: [] },
  ])
})

test('shows servers its public key only', async () => {
  const metadata = (await (await app.request('auth/bluesky/client-metadata.json')).json()) as {
    jwks: { keys: Record<string, string>[] }
  }
  expect(metadata).toMatchObject({
    client_id: 'https://currawong.test/api/auth/bluesky/client-metadata.json',
    redirect_uris: ['https://currawong.test/api/auth/bluesky'],
    token_endpoint_auth_method: 'private_key_jwt',
  })
  expect(Object.keys(metadata.jwks.keys[0]!).toSorted()).toEqual([
    'alg',
    'crv',
    'kid',
    'kty',
    'use',
    'x',
    'y',
  ])
})

test('keeps tokens and keys encrypted and out of responses, also those of a pending sign-in', async () => {
  const pat = await owner()
  const { person, response } = await connectBlueskyByPage(pat)
  const { handle } = await newAccount()
  await start(pat, handle)
  const [session] = sessionsOf(person)
  const rows = JSON.stringify([await ctx.db.select().from(accounts), await ctx.db.select().from(oauthStates)])
  for (const text of [await response.text(), rows]) {
    expect(text).not.toContain(session!.access)
    expect(text).not.toContain(session!.refresh)
    expect(text).not.toMatch(/"d":|verifier":"/)
  }
})

test('says what is wrong with a handle, and what happened on the page', async () => {
  const pat = await owner()
  for (const [handle, expected] of [
    ['', 'Enter your handle'],
    ['pat', 'Enter the whole handle'],
    ['pat@mail.example', 'not an e-mail address'],
    ['nobody.bsky.example', 'There is no account with this handle'],
  ] as const)
    expect([handle, (await start(pat, handle)).message]).toEqual([handle, expect.stringContaining(expected)])
  const { handle } = await newAccount()
  const { url, cookie } = await start(pat, handle)
  const declined = await app.request((await consent(url, 'cancel')).path, { headers: { cookie } })
  expect([declined.status, declined.headers.get('Location')]).toEqual([
    302,
    `${ctx.config.siteUrl}/dashboard/social-hub?failed=bluesky`,
  ])
  expect(decodeURIComponent(declined.headers.get('Set-Cookie')!)).toMatch(
    /^sign_in_failure=.* was not connected, because permission was not given\. .*; Max-Age=60; Path=\/dashboard; (Secure; )?SameSite=Lax$/,
  )
})

test('opens no private address that an account names as its server', async () => {
  const pat = await owner()
  const { person, handle } = await newAccount()
  const account = app.sandbox.world.bluesky.accounts.get(person)!
  let requests = 0
  using inside = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => (requests++, Response.json({})) })
  for (const server of [inside.url.origin, 'https://127.0.0.1', 'https://169.254.169.254']) {
    account.server = server
    const { status, message } = await start(pat, handle)
    expect([server, status, message]).toEqual([
      server,
      400,
      expect.stringContaining('isn’t a server that we may open'),
    ])
  }
  expect(requests).toBe(0)
})

test('may write all that the product writes, and nothing else', async () => {
  const pat = await owner()
  const { person: accountId } = await connectBlueskyByPage(pat)
  const { token } = await linked(pat)
  const bluesky = readBluesky(ctx.config)
  const access = { accountId, username: '', token, now: clock.now, onUsage() {} }
  const record = { text: 'Hello', createdAt: clock.now().toISOString() }
  const threadId = await putPost(bluesky, access, { key: '3lbeeeeeeee22', record }, access)
  for (const act of ['like', 'hide', 'unlike', 'show'] as const)
    await ctx.networks.bluesky.inbox!.act!(access, { externalId: threadId, threadId, parentId: '' }, act)
  await deletePost(bluesky, access, '3lbeeeeeeee22', access)
  const other = { collection: 'app.bsky.graph.block', key: '3lbeeeeeeee22', record: {}, now: clock.now }
  await expect(putRecord(bluesky, access, other)).rejects.toMatchObject({ code: 'bluesky/ScopeMissingError' })
})

test('renews a session once for all processes, and marks the account when the server has ended it', async () => {
  const pat = await owner()
  const { person } = await connectBlueskyByPage(pat)
  const before = await linked(pat)
  clock.advance(HOUR)
  const [one, other] = await Promise.all([withValidToken(ctx, before), withValidToken(ctx, before)])
  expect(one.token).toBe(other.token)
  expect(one.token).not.toBe(before.token)
  expect(sessionsOf(person)).toMatchObject([{ used: [expect.stringMatching(/^ref-/)] }])
  await world('expire', { provider: 'bluesky', person })
  const details = await pat.call('auth/accountDetails', { json: { provider: 'bluesky' } })
  expect(await details.json()).toMatchObject({ data: { status: 'needs_reconnect' } })
})

test('keeps the session when the server has trouble while it is renewed', async () => {
  const pat = await owner()
  await connectBlueskyByPage(pat)
  const before = await linked(pat)
  clock.advance(HOUR)
  await world('faults', { provider: 'bluesky', operation: 'token', kind: 'error', code: 500, status: 503 })
  await expect(withValidToken(ctx, before)).rejects.toMatchObject({ kind: 'transient' })
  expect((await withValidToken(ctx, before)).token).not.toBe(before.token)
})

test('marks an account that moved to another server', async () => {
  const open = await connectingApp({
    sandbox: app.sandbox,
    clock,
    env: { PUBLIC_URL: 'https://currawong.test', ALLOW_PRIVATE_AUDITS: '1' },
  })
  const pat = await open.owner()
  const { person } = await open.connectBlueskyByPage(pat)
  const { origin } = new URL(readBluesky(ctx.config).serverUrl)
  using moved = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch({ url }): Promise<Response> {
      const document = await (await fetch(origin + new URL(url).pathname)).text()
      const headers = { 'Content-Type': 'application/json' }
      return new Response(document.replaceAll(origin, moved.url.origin), { headers })
    },
  })
  app.sandbox.world.bluesky.accounts.get(person)!.server = moved.url.origin
  clock.advance(HOUR)
  const details = await pat.call('auth/accountDetails', { json: { provider: 'bluesky' } })
  expect(await details.json()).toMatchObject({ data: { status: 'needs_reconnect' } })
})

test('asks to reconnect a session of a key or a client that this installation no longer has', async () => {
  const pat = await owner()
  await connectBlueskyByPage(pat)
  const { did, oauth } = JSON.parse(decryptUserToken(ctx, await rowOf(pat)))
  for (const authMethod of [{ method: 'private_key_jwt', kid: 'older' }, { method: 'none' }])
    await expect(
      ctx.networks.bluesky.login.renew(JSON.stringify({ did, oauth: { ...oauth, authMethod } })),
    ).rejects.toMatchObject({ kind: 'reconnect' })
})

test('ends only the session of the business that disconnects', async () => {
  const [pat, kim] = [await owner(), await owner()]
  const { person } = await connectBlueskyByPage(pat)
  await connectBlueskyByPage(kim, person)
  expect(sessionsOf(person)).toHaveLength(2)
  const json = { provider: 'bluesky' }
  expect((await pat.call('auth/disconnectSocialAccount', { method: 'DELETE', json })).status).toBe(200)
  expect(sessionsOf(person)).toHaveLength(1)
  await expect(withValidToken(ctx, await linked(kim))).resolves.toMatchObject({
    account: { status: 'connected' },
  })
})

test('notices that a server did not end a session', async () => {
  const pat = await owner()
  const { person } = await connectBlueskyByPage(pat)
  const grant = decryptUserToken(ctx, await rowOf(pat))
  const { revoke } = ctx.networks.bluesky.login
  for (const fault of [{ kind: 'error', code: 500, status: 503 }, { kind: 'drop-before' }]) {
    await world('faults', { provider: 'bluesky', operation: 'token', ...fault })
    await expect(revoke(grant)).rejects.toMatchObject({ kind: 'transient' })
  }
  expect(sessionsOf(person)).toHaveLength(1)
  await revoke(grant)
  expect(sessionsOf(person)).toEqual([])
})

test('ends the session of an account that is disconnected while it is renewed', async () => {
  const pat = await owner()
  const { person } = await connectBlueskyByPage(pat)
  const before = await linked(pat)
  clock.advance(HOUR)
  const json = { provider: 'bluesky' }
  const networks = whileRenewing(ctx.networks, 'bluesky', () =>
    pat.call('auth/disconnectSocialAccount', { method: 'DELETE', json }),
  )
  await withValidToken({ ...ctx, networks }, before)
  expect(sessionsOf(person)).toEqual([])
})

test('ends the session that another sign-in replaces, by a page or an app password', async () => {
  const pat = await owner()
  const { person } = await connectBlueskyByPage(pat)
  const [first] = sessionsOf(person)
  await connectBlueskyByPage(pat, person)
  expect(sessionsOf(person)).toHaveLength(1)
  expect(sessionsOf(person)).not.toContain(first!)
  await connectBluesky(pat, person)
  expect(sessionsOf(person)).toHaveLength(0)
})

test('is a client without a key on the developer’s machine, and returns to the browser at localhost', async () => {
  const local = await connectingApp({ sandbox: app.sandbox, env: { PUBLIC_URL: 'http://localhost:3999' } })
  const pat = await local.owner()
  const { person, handle } = await newAccount()
  const started = await pat.call('auth/bluesky/start', { json: { handle } })
  const { url } = (await started.json()) as { url: string }
  const dialog = await fetch(`${url}&sandbox_consent=${person}`, { redirect: 'manual' })
  const back = dialog.headers.get('Location')!
  expect(back).toStartWith('http://127.0.0.1:3999/api/auth/bluesky?')
  expect(sessionsOf(person)).toEqual([])
  expect((await local.request('auth/bluesky/client-metadata.json')).status).toBe(404)
})

test('explains that a server needs an https address to know us', async () => {
  const lan = await connectingApp({ sandbox: app.sandbox, env: { PUBLIC_URL: 'http://192.168.1.7' } })
  const response = await (
    await lan.owner()
  ).call('auth/bluesky/start', { json: { handle: 'pat.bsky.example' } })
  expect([response.status, JSON.stringify(await response.json())]).toEqual([
    400,
    expect.stringContaining('with an app password instead'),
  ])
})
