import { expect, test } from 'bun:test'

import { inDashboard } from '#api/test/in-dashboard.ts'
import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'

const inTenMinutes = ({ clock }: PublishingApp) => Math.floor(+clock.now() / 1000) + 600
const disconnect = ({ call }: PublishingApp) =>
  call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })

/** Publishes a post whose response is lost, and disconnects its Page before it can be reconciled. */
async function inDoubt() {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'drop-after' })
  const postId = await app.accept({ media: [await picture('red')] })
  await app.run()
  await disconnect(app)
  app.clock.advance(3000)
  await app.run()
  return {
    ...app,
    postId,
    connectCafe: () => app.connectFacebook(inDashboard(app.author), ['Harbour Café']),
    shown: () => app.delivery(postId, 'facebook'),
    move: (json: object) => app.call(`posts/${postId}/move`, { json }),
  }
}

test('never sends a post that may be public on one Page to another, even if its author approves that Page', async () => {
  const app = await inDoubt()
  await app.move({ scheduledTime: inTenMinutes(app) })
  await app.connectCafe()
  expect((await app.shown()).state).toBe('scheduled')
  await app.move({ scheduledTime: inTenMinutes(app), onConnectedAccount: true })
  app.clock.advance(600_000)
  await app.run()
  expect(await app.shown()).toMatchObject({
    state: 'failed',
    reasonCode: 'never_confirmed',
    reason: expect.stringContaining('Check there first'),
  })
  expect(await app.published()).toHaveLength(1)
})

test('reconciles a post that may be public as soon as its Page is reconnected, and does not show it as scheduled', async () => {
  const app = await inDoubt()
  await app.connect.facebook()
  expect((await app.shown()).state).toBe('unconfirmed')
  await app.run()
  expect((await app.shown()).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
})

test('does not send a post that is held as late when its account is reconnected', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ inSeconds: 60 })
  app.clock.advance(3 * 24 * 60 * 60_000)
  await app.run()
  await disconnect(app)
  await app.connect.facebook()
  expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'held', reasonCode: 'late' })
  await app.run()
  expect(await app.published()).toEqual([])
})

test('does not use another location’s sign-in to query a post that Google still processes', async () => {
  const app = await publishingApp({ networks: ['google'] })
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'stuck' })
  const postId = await app.accept()
  await app.run()
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'google' } })
  app.clock.advance(30_000)
  await app.run()
  const move = (json: object) =>
    app.call(`posts/${postId}/move`, { json: { scheduledTime: inTenMinutes(app), ...json } })
  await move({})
  await app.connectGoogle(inDashboard(app.author))
  await move({ onConnectedAccount: true })
  app.clock.advance(600_000)
  await app.run()
  expect(await app.delivery(postId, 'google')).toMatchObject({
    state: 'failed',
    reasonCode: 'never_confirmed',
    reason: expect.stringContaining('Check there first'),
  })
  const { data } = (await (
    await app.call('auth/accountDetails', { json: { provider: 'google' } })
  ).json()) as {
    data: { status: string }
  }
  expect(data.status).toBe('connected')
})
