import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { endAll } from '#api/test/at-end.ts'
import { picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { describeBlueskyServer } from '../../sandbox/test/bluesky-contract.ts'
import { eventually } from '../eventually.ts'
import { startFaultProxy } from '../faults/cuts/fault-proxy.ts'
import { openKillTestbed } from '../faults/kills/call-kills.ts'
import { settle } from '../faults/scenarios/settle.ts'
import { type BlueskyAccount, startBlueskyServer } from './start-server.ts'

const PUBLISHED_WITHIN_MS = 120_000

/** Started by `bun run test:bluesky`, which installs the server first. */
const isShort = process.env.BLUESKY_SHORT === '1'
const CUTS = isShort ? 20 : 500
const KILLS = isShort ? 4 : 200

const real = await startBlueskyServer()
afterAll(() => real.stop())
afterEach(endAll)

describe('Bluesky’s own server', () => describeBlueskyServer(async () => real))

const connect = (app: PublishingApp, { handle, appPassword }: BlueskyAccount) =>
  app.call('auth/bluesky', { json: { handle, appPassword } })

const on = (message: string, firstComment?: string) => [
  { platform: 'bluesky' as const, message, ...(firstComment && { firstComment }) },
]

test('publishes text, pictures and a first comment, once each', async () => {
  const app = await publishingApp({ networks: [], env: { BLUESKY_URL: real.url } })
  const account = await real.newAccount()
  expect((await connect(app, account)).status).toBe(200)
  app.clock.set(new Date())
  const message = `Open until 5 pm #bread https://bakery.example @${account.handle} 👩‍🔧`
  const posts = [
    await app.accept({ platforms: on(message, 'Book on our site'), media: [await picture('red')] }),
    await app.accept({ platforms: on('Only text'), textOnly: true }),
  ]
  await app.run()
  app.clock.advance(10_000)
  await app.run()
  for (const post of posts) expect(await app.delivery(post, 'bluesky')).toMatchObject({ state: 'published' })
  expect((await app.delivery(posts[0]!, 'bluesky')).firstComment).toMatchObject({ state: 'added' })
  expect((await real.textsOf(account.did)).map(({ text }) => text).toSorted()).toEqual(
    [message, 'Book on our site', 'Only text'].toSorted(),
  )
})

/** Spreads positions over the bytes of a delivery, in both directions. */
function* positions(count: number, bytes: Record<'request' | 'response', number>) {
  for (let index = 0; index < count; index++) {
    const direction = index % 2 === 0 ? ('request' as const) : ('response' as const)
    yield { direction, afterBytes: Math.floor((bytes[direction] * (index + 0.5)) / count) }
  }
}

test(`publishes ${CUTS} deliveries once each, whose connections are cut`, async () => {
  const proxy = await startFaultProxy()
  proxy.aimAt(real.url)
  const app = await publishingApp({ networks: [], env: { BLUESKY_URL: proxy.url } })
  const account = await real.newAccount()
  await connect(app, account)
  const publish = async (message: string) => {
    app.clock.set(new Date())
    await app.ctx.db
      .update(accounts)
      .set({ tokenExpiresAt: new Date(0), coolDownUntil: null })
      .where(eq(accounts.network, 'bluesky'))
    const post = await app.accept({
      platforms: on(message, `Reply to ${message}`),
      media: [await picture('red')],
    })
    const { state } = await settle(app, post, 'bluesky')
    while ((await app.delivery(post, 'bluesky')).firstComment?.state !== 'added') {
      app.clock.advance(31_000)
      await app.run()
    }
    return state
  }
  proxy.startCounting()
  await publish('Undisturbed')
  const bytes = proxy.passed()
  let cut = 0
  for (const [index, place] of [...positions(CUTS, bytes)].entries()) {
    void proxy.breakAt(place)
    expect(await publish(`Cut ${index}`)).toBe('published')
    if (proxy.isBroken()) cut++
    proxy.mend()
  }
  const texts = (await real.textsOf(account.did)).map(({ text }) => text)
  expect(texts.length).toBe(2 * (CUTS + 1))
  expect(new Set(texts).size).toBe(texts.length)
  console.log(
    `${CUTS} deliveries with first comments, ${cut} of them cut: ${texts.length} records, 0 doubles`,
  )
})

test(`publishes ${KILLS} deliveries once each, whose processes are killed`, async () => {
  const proxy = await startFaultProxy()
  proxy.aimAt(real.url)
  const { app, startApi } = await openKillTestbed({ networks: [], env: { BLUESKY_URL: proxy.url } })
  const account = await real.newAccount()
  await connect(app, account)
  const send = async (message: string) =>
    app.accept({ platforms: on(message), media: [await picture('red')] })
  const isOut = async (post: string) => (await app.delivery(post, 'bluesky')).state === 'published'
  const untilOut = (post: string) => eventually('the post is out', () => isOut(post), PUBLISHED_WITHIN_MS)

  const api = startApi()
  await api.ready
  proxy.startCounting()
  await untilOut(await send('Undisturbed'))
  const bytes = proxy.passed()
  await api.end('SIGKILL')
  for (const [index, place] of [...positions(KILLS, bytes)].entries()) {
    app.clock.set(new Date())
    const doomed = startApi()
    await doomed.ready
    const killed = proxy.breakAt({ ...place, first: () => doomed.end('SIGKILL') })
    const post = await send(`Killed ${index}`)
    await Promise.race([killed, untilOut(post)])
    proxy.mend()
    await doomed.end('SIGKILL')
    expect((await settle(app, post, 'bluesky')).state).toBe('published')
  }
  const texts = (await real.textsOf(account.did)).map(({ text }) => text)
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.length).toBe(KILLS + 1)
  console.log(`${KILLS} deliveries whose processes were killed: ${texts.length} records, 0 doubles`)
})
