import { afterAll, afterEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { join } from 'node:path'

import { withValidToken } from '#api/accounts/tokens/renewal.ts'
import { findLinkedAccount } from '#api/accounts/tokens/tokens.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { endAll } from '#api/test/at-end.ts'
import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { APP_SECRET } from '#api/test/servers/sandbox.ts'
import { openKillTestbed } from '../faults/kills/call-kills.ts'
import { settle } from '../faults/scenarios/settle.ts'
import { isShort } from '../real-servers/fault-runs.ts'
import { openBrowser } from '../visitor.ts'
import { publishTwo } from './publish-two.ts'
import { type BlueskyAccount, startBlueskyServer } from './start-server.ts'

const RENEWALS = isShort ? 10 : 100

/** A name that the server accepts for a client. Nothing calls it: the server's requests are led to this process. */
const PUBLIC_URL = 'https://social.currawong.agency'

let serve: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 })
const client = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => serve(request) })
const real = await startBlueskyServer({ [PUBLIC_URL]: client.url.origin })
afterAll(async () => {
  real.stop()
  await client.stop(true)
})
afterEach(endAll)

const settings = { BLUESKY_URL: real.publicUrl, BLUESKY_PLC_URL: real.plcUrl }

/** Signs in on the server's own pages, and returns to the browser that started it. */
async function signIn(app: PublishingApp, { handle, password }: BlueskyAccount) {
  app.clock.set(new Date())
  const started = await app.call('auth/bluesky/start', { json: { handle } })
  const { url, message } = (await started.json()) as { url?: string; message?: string }
  if (!url) throw new Error(message)
  const cookie = started.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const context = await (await openBrowser()).newContext()
  const page = await context.newPage()
  // The last step is taken here, because the browser can't reach a client that only has a name.
  const returnUrl = `${app.ctx.config.publicUrl}/api/auth/bluesky?`
  const returned = Promise.withResolvers<URL>()
  page.on('request', request => {
    if (request.url().startsWith(returnUrl)) returned.resolve(new URL(request.url()))
  })
  await page.goto(url)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Authorize' }).click()
  const { pathname, search } = await returned.promise
  await context.close()
  return app.request(pathname.replace('/api/', '') + search, { headers: { cookie } })
}

const on = (message: string) => [{ platform: 'bluesky' as const, message }]
const linked = async (app: PublishingApp) => {
  const [{ id } = { id: '' }] = await app.ctx.db.select().from(accounts)
  return (await findLinkedAccount(app.ctx, id))!
}
const expire = (app: PublishingApp) =>
  app.ctx.db
    .update(accounts)
    .set({ tokenExpiresAt: new Date(0), coolDownUntil: null })
    .where(eq(accounts.network, 'bluesky'))
const sortedTexts = async (did: string) => (await real.textsOf(did)).map(({ text }) => text).toSorted()

for (const [kind, env] of [
  ['a client with a key', { PUBLIC_URL }],
  ['a client on the developer’s machine', {}],
] as const)
  test(`${kind} signs in on the server’s pages, publishes, renews and disconnects`, async () => {
    const app = await publishingApp({ networks: [], env: { ...settings, ...env } })
    serve = app.app.fetch
    const account = await real.newAccount()
    const back = await signIn(app, account)
    expect([back.status, back.headers.get('Location')]).toEqual([
      302,
      expect.stringContaining('/dashboard/social-hub?connected=bluesky'),
    ])
    const { texts, permalink } = await publishTwo(app, account)

    // Writes to the other collections that the sign-in asked for.
    const threadId = `at://${account.did}/app.bsky.feed.post/${permalink?.split('/').at(-1)}`
    const { token } = await linked(app)
    const access = { accountId: account.did, username: '', token, now: app.clock.now, onUsage() {} }
    for (const act of ['hide', 'show', 'unlike'] as const)
      await app.ctx.networks.bluesky.inbox!.act!(
        access,
        { externalId: threadId, threadId, parentId: '' },
        act,
      )

    const before = await linked(app)
    await expire(app)
    const renewed = await withValidToken(app.ctx, await linked(app))
    expect(renewed.token).not.toBe(before.token)
    const post = await app.accept({ platforms: on('After a renewal'), textOnly: true })
    await app.run()
    expect(await app.delivery(post, 'bluesky')).toMatchObject({ state: 'published' })
    expect(await sortedTexts(account.did)).toEqual([...texts, 'After a renewal'].toSorted())

    const { account: renewal, login } = app.ctx.networks.bluesky
    const { userToken } = await renewal.renewal!.renew(
      app.ctx.cipher.decrypt(
        renewed.account.encryptedUserToken,
        `accounts ${renewed.account.domainId} bluesky user token`,
      ),
    )

    // As if the process had died before it stored the renewal: the server ends a session whose refresh token comes again.
    await expire(app)
    const held = await app.accept({ platforms: on('After a lost renewal'), textOnly: true })
    await app.run()
    expect(await app.delivery(held, 'bluesky')).toMatchObject({
      state: 'held',
      reasonCode: 'needs_reconnect',
    })
    await expect(login.renew(userToken!)).rejects.toMatchObject({ kind: 'reconnect' })
    await login.revoke(userToken!)
    await expect(login.renew(userToken!)).rejects.toMatchObject({ kind: 'reconnect' })
  })

test(`two processes that renew a session ${RENEWALS} times at once keep it, and publish`, async () => {
  const { app, dataDir, file } = await openKillTestbed({ networks: [], env: settings })
  const account = await real.newAccount()
  await signIn(app, account)
  const renew = () =>
    Bun.spawn([process.execPath, join(import.meta.dirname, 'renew-process.ts')], {
      env: {
        ...process.env,
        ...settings,
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        DATA_DIR: dataDir,
        DATABASE_URL: `file:${file}`,
        APP_SECRET,
        PUBLIC_URL: app.ctx.config.publicUrl,
        RENEWALS: String(RENEWALS),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  const [one, other] = [renew(), renew()]
  expect([await one.exited, await other.exited]).toEqual([0, 0])
  expect((await linked(app)).account.status).toBe('connected')
  const post = await app.accept({ platforms: on('Still signed in'), textOnly: true })
  expect((await settle(app, post, 'bluesky')).state).toBe('published')
  expect(await sortedTexts(account.did)).toEqual(['Still signed in'])
  console.log(`two processes wanted another token ${RENEWALS} times each: the session lives, 0 lost`)
})
