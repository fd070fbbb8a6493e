import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { endAll } from '#api/test/at-end.ts'
import { picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { describeBlueskyServer } from '../../sandbox/test/bluesky-contract.ts'
import { settle } from '../faults/scenarios/settle.ts'
import { isShort, runCuts, runKills } from '../real-servers/fault-runs.ts'
import { publishTwo } from './publish-two.ts'
import { type BlueskyAccount, startBlueskyServer } from './start-server.ts'

const CUTS = isShort ? 20 : 500
const KILLS = isShort ? 4 : 200

const real = await startBlueskyServer()
afterAll(() => real.stop())
afterEach(endAll)

describe('Bluesky’s own server', () => describeBlueskyServer(async () => real))

const connect = (app: PublishingApp, { handle, appPassword }: BlueskyAccount) =>
  app.call('auth/bluesky', { json: { handle, appPassword } })

const env = (url: string) => ({ BLUESKY_URL: url })

/** Spreads places over the bytes of a delivery, in both directions. */
const places = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    direction: index % 2 === 0 ? ('request' as const) : ('response' as const),
    share: (index + 0.5) / count,
  }))

/** Expects this number of records, each with another text. */
async function expectOnce({ did }: BlueskyAccount, count: number) {
  const texts = (await real.textsOf(did)).map(({ text }) => text)
  expect(texts.length).toBe(count)
  expect(new Set(texts).size).toBe(count)
}

test('publishes text, pictures and a first comment, once each', async () => {
  const app = await publishingApp({ networks: [], env: env(real.url) })
  const account = await real.newAccount()
  expect((await connect(app, account)).status).toBe(200)
  app.clock.set(new Date())
  const { texts } = await publishTwo(app, account)
  expect((await real.textsOf(account.did)).map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
})

test(`publishes ${CUTS} deliveries once each, whose connections are cut`, async () => {
  const account = await real.newAccount()
  const cut = await runCuts(real.url, places(CUTS), async proxyUrl => {
    const app = await publishingApp({ networks: [], env: env(proxyUrl) })
    await connect(app, account)
    return async message => {
      app.clock.set(new Date())
      await app.ctx.db
        .update(accounts)
        .set({ tokenExpiresAt: new Date(0), coolDownUntil: null })
        .where(eq(accounts.network, 'bluesky'))
      const post = await app.accept({
        platforms: [{ platform: 'bluesky', message, firstComment: `Reply to ${message}` }],
        media: [await picture('red')],
      })
      const { state } = await settle(app, post, 'bluesky')
      while ((await app.delivery(post, 'bluesky')).firstComment?.state !== 'added') {
        app.clock.advance(31_000)
        await app.run()
      }
      return state
    }
  })
  await expectOnce(account, 2 * (CUTS + 1))
  console.log(`${CUTS} deliveries with first comments, ${cut} of them cut: 0 doubles`)
})

test(`publishes ${KILLS} deliveries once each, whose processes are killed`, async () => {
  const account = await real.newAccount()
  await runKills(real.url, {
    network: 'bluesky',
    places: places(KILLS),
    env,
    connect: app => connect(app, account),
  })
  await expectOnce(account, KILLS + 1)
  console.log(`${KILLS} deliveries whose processes were killed: 0 doubles`)
})
