import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { checkAccounts, probeOutages } from '#api/accounts/health.ts'
import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { findLinkedAccount } from '#api/accounts/tokens/tokens.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { outages } from '#api/db/schema/server/outages.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'

const MINUTE = 60_000
const SECRETS = {
  facebook: { appId: '1234567890', secret: 'facebook-app-secret' },
  google: { appId: '1234.apps.googleusercontent.com', secret: 'google-client-secret' },
}

/** Collects the api's error logs. */
function errorsOf({ ctx }: PublishingApp): unknown[][] {
  const errors: unknown[][] = []
  ctx.log.error = (...line: unknown[]) => void errors.push(line)
  return errors
}

const rotate = (app: PublishingApp, provider: keyof typeof SECRETS, secret = 'rotated') =>
  app.world('app', { provider, ...SECRETS[provider], secret })

const metric = async (app: PublishingApp, network: string) => {
  const text = await (await app.request('metrics', { token: 'metrics' })).text()
  return new RegExp(`currawong_network_outage\\{network="${network}"\\} (\\d)`).exec(text)?.[1]
}

const outagesInHealth = async (app: PublishingApp) =>
  ((await (await app.request('health')).json()) as { outages: unknown }).outages

/** Waits until Google's access tokens have expired, so that the next call must renew them. */
const ageTokens = ({ ctx }: PublishingApp) =>
  ctx.db
    .update(accounts)
    .set({ tokenExpiresAt: new Date(0) })
    .where(eq(accounts.network, 'google'))

const rows = ({ ctx }: PublishingApp) => ctx.db.select().from(deliveries)

const CASES = [
  {
    name: 'a rotated Meta app secret',
    network: 'facebook' as const,
    begin: (app: PublishingApp) => rotate(app, 'facebook'),
    end: (app: PublishingApp) => rotate(app, 'facebook', SECRETS.facebook.secret),
  },
  {
    name: 'a used-up call budget of the Meta app',
    network: 'facebook' as const,
    begin: (app: PublishingApp) => app.world('app', { provider: 'facebook', spent: true }),
    end: (app: PublishingApp) => app.world('app', { provider: 'facebook', spent: false }),
  },
  {
    name: 'a used-up call budget of the Instagram app',
    network: 'instagram' as const,
    begin: (app: PublishingApp) => app.world('app', { provider: 'instagram', spent: true }),
    end: (app: PublishingApp) => app.world('app', { provider: 'instagram', spent: false }),
  },
  {
    name: 'a rotated Google client secret',
    network: 'google' as const,
    begin: (app: PublishingApp) => rotate(app, 'google'),
    end: (app: PublishingApp) => rotate(app, 'google', SECRETS.google.secret),
  },
]

describe.each(CASES)('$name', ({ network, begin, end }) => {
  test('holds the network, fails no post, notifies nobody, and resumes by itself', async () => {
    const app = await publishingApp({ networks: [network], env: { METRICS_TOKEN: 'metrics' } })
    const errors = errorsOf(app)
    await ageTokens(app)
    for (let post = 0; post < 3; post++)
      await app.accept({ message: `Post ${post}`, media: [await picture('red')], inSeconds: 60 })
    await begin(app)
    app.clock.advance(MINUTE)
    await app.run()
    await checkAccounts(app.ctx)
    for (let minute = 0; minute < 15; minute++) {
      app.clock.advance(MINUTE)
      await probeOutages(app.ctx)
      await app.run()
    }

    for (const row of await rows(app)) expect(row).toMatchObject({ state: 'scheduled', failures: 0 })
    expect((await app.ctx.db.select().from(accounts))[0]!.status).toBe('connected')
    expect(await app.ctx.db.$count(notifications)).toBe(0)
    expect(await app.mails()).toEqual([])
    expect(await metric(app, network)).toBe('1')
    expect(await outagesInHealth(app)).toEqual([{ network, since: expect.any(String) }])
    expect(errors.length).toBeWithin(2, 9)

    await end(app)
    app.clock.advance(10 * MINUTE)
    await probeOutages(app.ctx)
    app.clock.advance(MINUTE)
    await app.run()
    await app.clock.advance(MINUTE)
    await app.run()
    expect((await rows(app)).map(({ state }) => state)).toEqual(['published', 'published', 'published'])
    expect(await app.published()).toHaveLength(3)
    expect(await metric(app, network)).toBe('0')
    expect(await outagesInHealth(app)).toEqual([])
  })
})

test('sends nothing from any process during an outage', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.world('app', { provider: 'facebook', spent: true })
  await app.accept()
  await app.run()
  await app.accept()
  const requests = (await app.world<unknown[]>('requests')).length
  const other = createEngine(app.ctx)
  await other.tick()
  await other.stop()
  expect((await app.world<unknown[]>('requests')).slice(requests)).toEqual([])
})

test('reconciles a post that may be public once the network accepts us again', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'drop-after' })
  const postId = await app.accept()
  await app.run()
  await rotate(app, 'facebook')
  app.clock.advance(3000)
  await app.run()
  expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'unconfirmed', reasonCode: 'outage' })
  app.clock.advance(25 * 60 * MINUTE)
  await app.run()
  await rotate(app, 'facebook', SECRETS.facebook.secret)
  app.clock.advance(10 * MINUTE)
  await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
})

test('treats an error that a second call doesn’t confirm as a transient failure of that post', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 104 })
  await app.accept()
  await app.run()
  expect(await rows(app)).toMatchObject([{ state: 'scheduled', failures: 1 }])
  expect(await app.ctx.db.$count(outages)).toBe(0)
  app.clock.advance(MINUTE)
  await app.run()
  expect(await app.published()).toHaveLength(1)
})

test('probes less often as an outage continues, even across short recoveries', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept({ inSeconds: 24 * 3600 })
  await rotate(app, 'facebook')
  await app.accept()
  await app.run()
  let probes = 0
  for (let second = 0; second < 3600; second += 30) {
    const before = (await app.world<unknown[]>('requests')).length
    await probeOutages(app.ctx)
    probes += (await app.world<unknown[]>('requests')).length - before
    app.clock.advance(30_000)
  }
  expect(probes).toBeWithin(6, 12)
})

test('does not take the rejection of a signed-out account for the end of an outage', async () => {
  const app = await publishingApp({ networks: ['google'] })
  const { addDomain, selectDomain } = app.author
  const second = await addDomain('Second')
  await selectDomain(second)
  const { person } = await app.connectGoogle(app.author)
  const { google } = app.ctx.networks
  const refusal = new NetworkError('installation', 'google/SERVICE_DISABLED', 'Google is switched off.')
  const check = () => Promise.reject(refusal)
  app.ctx.networks.google = { ...google, account: { ...google.account, check } }
  app.clock.advance(25 * 60 * MINUTE)
  await checkAccounts(app.ctx)
  const known = [{ network: 'google', since: expect.any(String) }]
  expect(await outagesInHealth(app)).toEqual(known)

  app.clock.advance(MINUTE)
  await app.world('expire', { provider: 'google', person })
  const [account] = await app.ctx.db.select().from(accounts).where(eq(accounts.domainId, second))
  const linked = await findLinkedAccount(app.ctx, account!.id)
  expect(await markNeedsReconnect(app.ctx, account!.id, linked!.token)).toBe(true)
  app.clock.advance(10 * MINUTE)
  await probeOutages(app.ctx)
  expect(await outagesInHealth(app)).toEqual(known)
})
