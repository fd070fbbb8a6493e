import { expect, test } from 'bun:test'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import type { Fault } from '#api/test/fault.ts'
import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import { createEngine } from './engine.ts'

const MINUTE = 60_000

/** Publishes a post on Facebook whose first comment is added by the next run. */
async function published() {
  const app = await publishingApp({ networks: ['facebook'] })
  const platforms = [{ platform: 'facebook' as const, message: 'Hello', firstComment: 'Book now' }]
  const postId = await app.accept({ platforms, media: [await picture('red')] })
  await app.run()
  return { app, postId }
}

const fault = (app: PublishingApp, more: Partial<Fault>) =>
  app.fault({ provider: 'facebook', operation: 'comments', kind: 'error', ...more })
const shown = async (app: PublishingApp) => (await app.published()).flatMap(({ ownComments }) => ownComments)

async function settle(app: PublishingApp, postId: string, stepMs: number) {
  for (let round = 0; round < 40; round++) {
    await app.run()
    const { firstComment } = await app.delivery(postId, 'facebook')
    if (firstComment?.state === 'added' || firstComment?.state === 'failed') return firstComment
    app.clock.advance(stepMs)
  }
  throw new Error('The first comment is still on its way')
}

test('does not add a first comment twice when the network executes the call late', async () => {
  const { app, postId } = await published()
  await fault(app, { kind: 'silence-before' })
  const first = app.run()
  while ((await app.world<unknown[]>('silences')).length === 0) await Bun.sleep(1)
  app.clock.advance(MINUTE)
  const other = createEngine(app.ctx)
  await other.tick()
  await other.stop()
  expect((await app.delivery(postId, 'facebook')).firstComment?.state).toBe('unconfirmed')
  await app.world('silences', { then: 'go-on' })
  await first
  expect((await settle(app, postId, MINUTE)).state).toBe('added')
  expect(await shown(app)).toEqual(['Book now'])
})

test('finds a first comment that the network added late when the second call is rejected', async () => {
  const { app, postId } = await published()
  const { facebook } = app.ctx.networks
  const comments = facebook.comments!
  let searches = 0
  const find: typeof comments.find = (...args) =>
    searches++ === 0 ? Promise.resolve(undefined) : comments.find(...args)
  app.ctx.networks.facebook = { ...facebook, comments: { ...comments, find } }
  await fault(app, { kind: 'drop-after' })
  await fault(app, { code: 100 })
  expect((await settle(app, postId, 5 * MINUTE)).state).toBe('added')
  expect(await shown(app)).toEqual(['Book now'])
})

test.each([
  ['lost', { kind: 'drop-before' }, /cut the connection each time/],
  ['rejected for now', { code: 9004, subcode: 2207052 }, /./],
])('sends a first comment ten times when each call is %s', async (_, each, reason) => {
  const { app, postId } = await published()
  await fault(app, { ...each, times: 1000 })
  expect(await settle(app, postId, 20 * MINUTE)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(reason),
  })
  const calls = (await app.world<{ method: string; path: string }[]>('requests')).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/comments'),
  )
  expect(calls).toHaveLength(10)
})

test('does not count waiting for a rate limit as a failure of a first comment', async () => {
  const { app, postId } = await published()
  await fault(app, { code: 4, times: 10 })
  await fault(app, { code: 6001 })
  expect((await settle(app, postId, 20 * MINUTE)).state).toBe('added')
  expect(await shown(app)).toEqual(['Book now'])
})

test('does not count a sign-in that can’t be renewed for hours as a failure of a first comment', async () => {
  const app = await publishingApp({ networks: ['bluesky'] })
  const platforms = [{ platform: 'bluesky' as const, message: 'Hello', firstComment: 'Book now' }]
  const postId = await app.accept({ platforms })
  await app.run()
  const { bluesky } = app.ctx.networks
  const renewal = {
    ...bluesky.account.renewal!,
    renew: () => Promise.reject(new NetworkError('transient', '503', 'Bluesky had trouble on its side.')),
  }
  app.ctx.networks.bluesky = { ...bluesky, account: { ...bluesky.account, renewal } }
  await app.ctx.db.update(accounts).set({ tokenExpiresAt: app.clock.now() })
  for (let round = 0; round < 20; round++) {
    await app.run()
    app.clock.advance(20 * MINUTE)
  }
  expect((await app.delivery(postId, 'bluesky')).firstComment?.state).toBe('waiting')
  app.ctx.networks.bluesky = bluesky
  await app.run()
  expect((await app.delivery(postId, 'bluesky')).firstComment?.state).toBe('added')
})

test('reconciles a first comment that may have been added before its account was signed out', async () => {
  const { app, postId } = await published()
  await fault(app, { kind: 'drop-after' })
  await app.run()
  await app.expire('facebook')
  for (let round = 0; round < 3; round++) {
    app.clock.advance(5 * MINUTE)
    await app.run()
  }
  expect((await app.delivery(postId, 'facebook')).firstComment?.state).toBe('unconfirmed')
  await app.connect.facebook()
  expect((await settle(app, postId, 5 * MINUTE)).state).toBe('added')
  expect(await shown(app)).toEqual(['Book now'])
})

test('asks the author to check the first comment if the account was disconnected before the response was recorded', async () => {
  const { app, postId } = await published()
  await fault(app, { kind: 'drop-after' })
  await app.run()
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  expect(await settle(app, postId, MINUTE)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/check whether .+ was added\. Please check the post\.$/),
  })
})
