import { expect, test } from 'bun:test'

import { PASSWORD } from '#api/test/app.ts'
import { inDashboard } from '#api/test/in-dashboard.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'

const MINUTE = 60_000

/** Creates a business with a post scheduled in ten minutes on the Page Harbour Bakehouse. */
async function scheduledOnBakehouse() {
  const app = await publishingApp({ networks: [] })
  const { person } = await app.connectFacebook(app.author, ['Harbour Bakehouse'])
  const postId = await app.accept({
    platforms: [{ platform: 'facebook', message: 'Fresh bread' }],
    inSeconds: 600,
  })
  const caller = inDashboard(app.author)
  const disconnect = () =>
    app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  return {
    ...app,
    postId,
    disconnect,
    connectBakehouse: () => caller.call('auth/facebook', { json: person.authResponse }),
    connectCafe: () => app.connectFacebook(caller, ['Harbour Café']),
    connectCafeElsewhere: () => app.connectFacebook(app.author, ['Harbour Café']),
    shown: () => app.delivery(postId, 'facebook'),
    change: async (action: string, json: object) => {
      const response = await app.call(`posts/${postId}/${action}`, { json })
      return { status: response.status, ...((await response.json()) as { message: string }) }
    },
    /** Advances to the post's time, and returns the accounts on which it is published. */
    async publishedOn() {
      app.clock.advance(10 * MINUTE)
      await app.run()
      return (await app.published()).map(({ account }) => account)
    },
  }
}

const HELD = {
  state: 'held',
  reasonCode: 'another_account',
  reason:
    'This was written for Harbour Bakehouse, and another account is connected now: Harbour Café. Publish it there, reschedule it or discard it; or reconnect Harbour Bakehouse in Social Hub and it goes out automatically.',
  writtenFor: 'Harbour Bakehouse',
  account: { name: 'Harbour Café' },
}

test('holds a post of a disconnected Page when another Page is connected', async () => {
  const { disconnect, connectCafe, shown, publishedOn } = await scheduledOnBakehouse()
  await disconnect()
  await connectCafe()
  expect(await shown()).toMatchObject(HELD)
  expect(await publishedOn()).toEqual([])
})

test('holds a scheduled post when another Page replaces its own, or replaces one that was signed out', async () => {
  const straight = await scheduledOnBakehouse()
  await straight.connectCafe()
  expect(await straight.shown()).toMatchObject(HELD)
  expect(await straight.publishedOn()).toEqual([])

  const signedOut = await scheduledOnBakehouse()
  await signedOut.expire('facebook')
  expect(await signedOut.publishedOn()).toEqual([])
  expect(await signedOut.shown()).toMatchObject({ state: 'held', reasonCode: 'needs_reconnect' })
  await signedOut.connectCafe()
  expect(await signedOut.shown()).toMatchObject(HELD)
  expect(await signedOut.publishedOn()).toEqual([])
})

test('publishes waiting posts on the newly connected account for clients without a business header', async () => {
  const straight = await scheduledOnBakehouse()
  await straight.connectCafeElsewhere()
  expect((await straight.shown()).state).toBe('scheduled')
  expect(await straight.publishedOn()).toHaveLength(1)

  const signedOut = await scheduledOnBakehouse()
  await signedOut.expire('facebook')
  expect(await signedOut.publishedOn()).toEqual([])
  await signedOut.connectCafeElsewhere()
  await signedOut.run()
  expect(await signedOut.shown()).toMatchObject({ state: 'published', account: { name: 'Harbour Café' } })
})

test('releases the post when its own Page is connected again', async () => {
  const { connectCafe, connectBakehouse, disconnect, shown, publishedOn } = await scheduledOnBakehouse()
  await connectCafe()
  await disconnect()
  expect(await shown()).toMatchObject({ state: 'held', reasonCode: 'disconnected', account: null })
  await connectBakehouse()
  const released = await shown()
  expect(released).toMatchObject({ state: 'scheduled', reason: '', account: { name: 'Harbour Bakehouse' } })
  expect(released.writtenFor).toBeUndefined()
  expect(await publishedOn()).toHaveLength(1)
})

test('publishes on the connected Page with the author’s consent, at once or at another time', async () => {
  const now = await scheduledOnBakehouse()
  await now.connectCafe()
  expect(await now.change('retry', {})).toMatchObject({ status: 409, message: HELD.reason })
  expect(await now.shown()).toMatchObject(HELD)
  expect((await now.change('retry', { onConnectedAccount: true })).status).toBe(200)
  await now.run()
  const out = await now.shown()
  expect(out).toMatchObject({ state: 'published', account: { name: 'Harbour Café' } })
  expect(out.writtenFor).toBeUndefined()

  const later = await scheduledOnBakehouse()
  await later.connectCafe()
  const scheduledTime = +later.clock.now() / 1000 + 300
  await later.change('move', { scheduledTime })
  expect(await later.shown()).toMatchObject(HELD)
  await later.call(`posts/${later.postId}`, { method: 'PUT', json: { scheduledTime } })
  expect(await later.shown()).toMatchObject(HELD)
  await later.change('move', { scheduledTime, onConnectedAccount: true })
  expect(await later.shown()).toMatchObject({ state: 'scheduled', reason: '' })
  expect(await later.publishedOn()).toHaveLength(1)
})

test('holds a post that was rescheduled while no Page was connected', async () => {
  const app = await scheduledOnBakehouse()
  await app.disconnect()
  await app.change('move', { scheduledTime: +app.clock.now() / 1000 + 300 })
  expect(await app.shown()).toMatchObject({ state: 'held', reasonCode: 'disconnected' })
  await app.connectCafe()
  expect(await app.shown()).toMatchObject(HELD)
  expect(await app.publishedOn()).toEqual([])
})

test('keeps a post waiting for a sign-in when it is moved, and publishes it once after the sign-in', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({
    platforms: [{ platform: 'facebook', message: 'Fresh bread' }],
    inSeconds: 600,
  })
  const state = async () => {
    const { state, reasonCode } = await app.delivery(postId, 'facebook')
    return { state, reasonCode }
  }
  const troubles = async () =>
    ((await (await app.call('notifications')).json()) as { data: { colour: string }[] }).data.filter(
      ({ colour }) => colour !== 'success',
    ).length
  await app.expire('facebook')
  app.clock.advance(10 * MINUTE)
  await app.run()
  const before = await troubles()
  await app.call(`posts/${postId}/move`, { json: { scheduledTime: +app.clock.now() / 1000 + 600 } })
  expect(await state()).toEqual({ state: 'held', reasonCode: 'needs_reconnect' })
  await app.connect.facebook()
  expect((await state()).state).toBe('scheduled')
  app.clock.advance(10 * MINUTE)
  await app.run()
  expect(await app.published()).toHaveLength(1)
  expect(await troubles()).toBe(before)
})

test('holds a post that would be retried on another account', async () => {
  const app = await scheduledOnBakehouse()
  await app.fault({ provider: 'facebook', operation: 'photos', kind: 'error', code: 2 })
  app.clock.advance(10 * MINUTE)
  await app.run()
  expect((await app.shown()).state).toBe('scheduled')
  await app.connectCafe()
  expect(await app.shown()).toMatchObject(HELD)
})

test('keeps a post of another account held after its author cancels their deletion', async () => {
  const app = await scheduledOnBakehouse()
  await app.call('users/requestDeletion', { json: { confirm: 'DELETE', password: PASSWORD } })
  await app.connectCafe()
  expect(await app.shown()).toMatchObject({ state: 'held', reasonCode: 'leaving' })
  await app.call('users/cancelDeletion', { json: {} })
  expect(await app.shown()).toMatchObject(HELD)
  expect(await app.publishedOn()).toEqual([])
})

test('holds a post whose process died when another Page is connected, and notifies its author', async () => {
  const app = await scheduledOnBakehouse()
  app.clock.advance(10 * MINUTE)
  await app.runAndCrash({ write: 3, kept: false })
  expect((await app.shown()).state).toBe('publishing')
  await app.connectCafe()
  app.clock.advance(MINUTE)
  await app.run()
  expect(await app.shown()).toMatchObject(HELD)
  expect(await app.published()).toEqual([])
  expect((await app.mails()).map(({ subject }) => subject)).toEqual(['Your Facebook post is waiting for you'])
})

test.each(['instagram', 'google'] as const)('holds a post of another account on %s', async network => {
  const app = await publishingApp({ networks: [network] })
  const postId = await app.accept({ inSeconds: 600, media: [await picture('red')] })
  const caller = inDashboard(app.author)
  await (network === 'instagram' ? app.connectInstagram(caller) : app.connectGoogle(caller))
  expect(await app.delivery(postId, network)).toMatchObject({ state: 'held', reasonCode: 'another_account' })
  await app.connect[network]()
  expect((await app.delivery(postId, network)).state).toBe('scheduled')
})
