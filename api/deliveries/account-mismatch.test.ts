import { expect, test } from 'bun:test'

import { createEngine } from '#api/publishing/engine.ts'
import { PASSWORD } from '#api/test/app.ts'
import { crashingDb } from '#api/test/crashing-db.ts'
import { inDashboard } from '#api/test/in-dashboard.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'

const MINUTE = 60_000

/** A business whose post is scheduled in ten minutes, on the Page of the bakehouse. */
async function scheduledOnBakehouse() {
  const app = await publishingApp({ networks: [] })
  const { person } = await app.connectFacebook(app.author, ['Harbour Bakehouse'])
  const postId = await app.accept({
    platforms: [{ platform: 'facebook', message: 'Fresh bread' }],
    inSeconds: 600,
  })
  const asking = inDashboard(app.author)
  const disconnect = () =>
    app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  return {
    ...app,
    postId,
    disconnect,
    connectBakehouse: () => asking.call('auth/facebook', { json: person.authResponse }),
    connectCafe: () => app.connectFacebook(asking, ['Harbour Café']),
    connectCafeElsewhere: () => app.connectFacebook(app.author, ['Harbour Café']),
    shown: () => app.delivery(postId, 'facebook'),
    change: async (how: string, json: object) => {
      const response = await app.call(`posts/${postId}/${how}`, { json })
      return { status: response.status, ...((await response.json()) as { message: string }) }
    },
    /** Where it is out once its time has come. */
    async outOn() {
      app.clock.advance(10 * MINUTE)
      await app.run()
      return (await app.published()).map(({ account }) => account)
    },
  }
}

const WAITS = {
  state: 'held',
  reasonCode: 'another_account',
  reason:
    'This was written for Harbour Bakehouse, and another account is connected now: Harbour Café. Publish it there, reschedule it or discard it; or connect Harbour Bakehouse again in Social Hub and it goes out by itself.',
  writtenFor: 'Harbour Bakehouse',
  account: { name: 'Harbour Café' },
}

test('what waits for a Page that was disconnected does not go out on another', async () => {
  const { disconnect, connectCafe, shown, outOn } = await scheduledOnBakehouse()
  await disconnect()
  await connectCafe()
  expect(await shown()).toMatchObject(WAITS)
  expect(await outOn()).toEqual([])
})

test('nor does what is scheduled when another Page is chosen straight away, or the network signed the first out', async () => {
  const straight = await scheduledOnBakehouse()
  await straight.connectCafe()
  expect(await straight.shown()).toMatchObject(WAITS)
  expect(await straight.outOn()).toEqual([])

  const signedOut = await scheduledOnBakehouse()
  await signedOut.expire('facebook')
  expect(await signedOut.outOn()).toEqual([])
  expect(await signedOut.shown()).toMatchObject({ state: 'held', reasonCode: 'needs_reconnect' })
  await signedOut.connectCafe()
  expect(await signedOut.shown()).toMatchObject(WAITS)
  expect(await signedOut.outOn()).toEqual([])
})

test('a client that has no screen for it sends what waits on what it connects', async () => {
  const straight = await scheduledOnBakehouse()
  await straight.connectCafeElsewhere()
  expect((await straight.shown()).state).toBe('scheduled')
  expect(await straight.outOn()).toHaveLength(1)

  const signedOut = await scheduledOnBakehouse()
  await signedOut.expire('facebook')
  expect(await signedOut.outOn()).toEqual([])
  await signedOut.connectCafeElsewhere()
  await signedOut.run()
  expect(await signedOut.shown()).toMatchObject({ state: 'published', account: { name: 'Harbour Café' } })
})

test('the same Page lets it go, also after another was in its place', async () => {
  const { connectCafe, connectBakehouse, disconnect, shown, outOn } = await scheduledOnBakehouse()
  await connectCafe()
  await disconnect()
  expect(await shown()).toMatchObject({ state: 'held', reasonCode: 'disconnected', account: null })
  await connectBakehouse()
  const waits = await shown()
  expect(waits).toMatchObject({ state: 'scheduled', reason: '', account: { name: 'Harbour Bakehouse' } })
  expect(waits.writtenFor).toBeUndefined()
  expect(await outOn()).toHaveLength(1)
})

test('its author’s word sends it on the Page that is connected now, at once or at another time', async () => {
  const now = await scheduledOnBakehouse()
  await now.connectCafe()
  expect(await now.change('retry', {})).toMatchObject({ status: 409, message: WAITS.reason })
  expect(await now.shown()).toMatchObject(WAITS)
  expect((await now.change('retry', { onConnectedAccount: true })).status).toBe(200)
  await now.run()
  const out = await now.shown()
  expect(out).toMatchObject({ state: 'published', account: { name: 'Harbour Café' } })
  expect(out.writtenFor).toBeUndefined()

  const later = await scheduledOnBakehouse()
  await later.connectCafe()
  const scheduledTime = +later.clock.now() / 1000 + 300
  await later.change('move', { scheduledTime })
  expect(await later.shown()).toMatchObject(WAITS)
  await later.call(`posts/${later.postId}`, { method: 'PUT', json: { scheduledTime } })
  expect(await later.shown()).toMatchObject(WAITS)
  await later.change('move', { scheduledTime, onConnectedAccount: true })
  expect(await later.shown()).toMatchObject({ state: 'scheduled', reason: '' })
  expect(await later.outOn()).toHaveLength(1)
})

test('what is given another time while nothing is connected waits as well', async () => {
  const app = await scheduledOnBakehouse()
  await app.disconnect()
  await app.change('move', { scheduledTime: +app.clock.now() / 1000 + 300 })
  expect((await app.shown()).state).toBe('scheduled')
  await app.connectCafe()
  expect(await app.shown()).toMatchObject(WAITS)
  expect(await app.outOn()).toEqual([])
})

test('what was tried and is to be tried again stays with the account that it was written for', async () => {
  const app = await scheduledOnBakehouse()
  await app.fault({ provider: 'facebook', operation: 'photos', kind: 'error', code: 2 })
  app.clock.advance(10 * MINUTE)
  await app.run()
  expect((await app.shown()).state).toBe('scheduled')
  await app.connectCafe()
  expect(await app.shown()).toMatchObject(WAITS)
})

test('and what waited for its author to stay', async () => {
  const app = await scheduledOnBakehouse()
  await app.call('users/requestDeletion', { json: { confirm: 'DELETE', password: PASSWORD } })
  await app.connectCafe()
  expect(await app.shown()).toMatchObject({ state: 'held', reasonCode: 'leaving' })
  await app.call('users/cancelDeletion', { json: {} })
  expect(await app.shown()).toMatchObject(WAITS)
  expect(await app.outOn()).toEqual([])
})

test('what a process died on stays with its account too, and its author is told', async () => {
  const app = await scheduledOnBakehouse()
  app.clock.advance(10 * MINUTE)
  const doomed = createEngine({ ...app.ctx, db: crashingDb(app.ctx.db, { write: 3, kept: false }) })
  await doomed.tick()
  await doomed.stop()
  expect((await app.shown()).state).toBe('publishing')
  await app.connectCafe()
  app.clock.advance(MINUTE)
  await app.run()
  expect(await app.shown()).toMatchObject(WAITS)
  expect(await app.published()).toEqual([])
  expect((await app.mails()).map(({ subject }) => subject)).toEqual(['Your Facebook post is waiting for you'])
})

test.each(['instagram', 'google'] as const)('it holds for %s as well', async network => {
  const app = await publishingApp({ networks: [network] })
  const postId = await app.accept({ inSeconds: 600, media: [await picture('red')] })
  const asking = inDashboard(app.author)
  await (network === 'instagram' ? app.connectInstagram(asking) : app.connectGoogle(asking))
  expect(await app.delivery(postId, network)).toMatchObject({ state: 'held', reasonCode: 'another_account' })
  await app.connect[network]()
  expect((await app.delivery(postId, network)).state).toBe('scheduled')
})
