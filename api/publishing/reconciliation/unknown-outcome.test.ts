import { expect, test } from 'bun:test'

import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const lost = { provider: 'facebook', operation: 'feed', kind: 'drop-before' } as const

const open = () => publishingApp({ networks: ['facebook'] })
const accept = async (app: PublishingApp, message = 'Hello') =>
  app.accept({ message, media: [await picture('red')] })
const shown = (app: PublishingApp, postId: string) => app.delivery(postId, 'facebook')
const calls = async (app: PublishingApp) =>
  (await app.world<{ path: string }[]>('requests')).filter(({ path }) => path.endsWith('/feed')).length
const change = (app: PublishingApp, postId: string, action: string, json: object) =>
  app.call(`posts/${postId}/${action}`, { json })

test('does not repeat a call that may have succeeded before its rate limit is over, but asks once the post is late', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const held = { code: 368, subcode: 2207051, status: 400 }
  await app.fault({ provider: 'instagram', operation: 'media_publish', kind: 'error', ...held })
  const postId = await accept(app)
  await app.run()
  expect((await app.delivery(postId, 'instagram')).state).toBe('unconfirmed')
  const calls = async () =>
    (await app.world<{ path: string }[]>('requests')).filter(({ path }) => path.endsWith('/media_publish'))
      .length
  app.clock.advance(MINUTE)
  await app.run()
  const { state, reason, publishAt, nextAttemptAt } = await app.delivery(postId, 'instagram')
  expect([state, reason]).toEqual(['scheduled', expect.stringContaining('can’t go out in time')])
  expect(Date.parse(nextAttemptAt!)).toBe(Date.parse(publishAt) + HOUR)
  app.clock.advance(HOUR)
  await app.run()
  expect(await app.delivery(postId, 'instagram')).toMatchObject({ state: 'held', reasonCode: 'late' })
  expect(await calls()).toBe(1)
})

test('lets the author edit the text after the network has definitely rejected the call', async () => {
  const app = await open()
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 190 })
  const postId = await accept(app)
  await app.run()
  expect(await shown(app, postId)).toMatchObject({
    state: 'held',
    reason: expect.stringContaining('and the post will go out'),
  })
  const platforms = [{ platform: 'facebook', message: 'Better words' }]
  expect((await app.call(`posts/${postId}`, { method: 'PUT', json: { platforms } })).status).toBe(200)
})

test('cools down the whole account at a rate limit, and keeps possibly published posts unconfirmed', async () => {
  const app = await open()
  await app.fault(lost)
  const inDoubt = await accept(app, 'In doubt')
  await app.run()
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 32 })
  await accept(app, 'Meets the limit')
  await app.run()
  const before = (await app.world<unknown[]>('requests')).length
  const waits = await accept(app, 'Waits')
  app.clock.advance(3 * SECOND)
  await app.run()
  expect(await shown(app, waits)).toMatchObject({ state: 'scheduled', reasonCode: 'paused' })
  expect(await shown(app, inDoubt)).toMatchObject({ state: 'unconfirmed', reasonCode: 'paused' })
  expect((await app.world<unknown[]>('requests')).length).toBe(before)
})

test('sends a rescheduled post at its new time, however long ago the first call was lost', async () => {
  const app = await open()
  await app.fault(lost)
  const postId = await accept(app)
  await app.run()
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  app.clock.advance(3 * SECOND)
  await app.run()
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + (2 * 24 * HOUR) / 1000
  expect((await change(app, postId, 'move', { scheduledTime })).status).toBe(200)
  await app.connect.facebook()
  app.clock.set(new Date(scheduledTime * 1000))
  await app.run()
  expect((await shown(app, postId)).state).toBe('published')
})

test('retries a call that is always lost ten times, and notifies its author once', async () => {
  const app = await open()
  await app.fault({ ...lost, times: 1000 })
  const postId = await accept(app)
  for (let round = 0; round < 30 && (await app.run(), (await shown(app, postId)).state) !== 'failed'; round++)
    app.clock.advance(15 * MINUTE)
  expect(await shown(app, postId)).toMatchObject({ state: 'failed', reasonCode: 'never_taken' })
  expect(await calls(app)).toBe(10)
  expect(await app.mails()).toHaveLength(1)
})

test('asks the author to check a post that stays unconfirmed for a day, without repeating it', async () => {
  const app = await open()
  await app.fault({ ...lost, kind: 'drop-after' })
  await app.fault({ provider: 'facebook', operation: 'posts', kind: 'error', code: 2, times: 1000 })
  const postId = await accept(app)
  await app.run()
  app.clock.advance(23 * HOUR)
  await app.run()
  expect((await shown(app, postId)).state).toBe('unconfirmed')
  app.clock.advance(2 * HOUR)
  await app.run()
  expect(await shown(app, postId)).toMatchObject({ state: 'failed', reasonCode: 'never_confirmed' })
  expect((await app.mails()).map(({ subject }) => subject)).toEqual([
    'Possibly published on Facebook: please check',
  ])

  const stranger = await app.owner()
  expect((await stranger.call(`posts/${postId}/retry`, { json: {} })).status).toBe(404)
  const platforms = [{ platform: 'facebook', message: 'Other words' }]
  expect((await app.call(`posts/${postId}`, { method: 'PUT', json: { platforms } })).status).toBe(409)
})
