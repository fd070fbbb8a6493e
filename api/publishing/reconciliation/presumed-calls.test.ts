import { expect, test } from 'bun:test'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { deliverySteps } from '#api/db/schema/posts/posts.ts'
import { PASSWORD } from '#api/test/app.ts'
import { snapshot, startAfterLoss } from '#api/test/db/database-loss.ts'
import { inDashboard } from '#api/test/in-dashboard.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test('sends nothing early when a process dies after reconciling', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ media: [await picture('red')], inSeconds: (7 * DAY) / 1000 })
  for (const write of [2, 3, 4]) {
    await startAfterLoss(app)
    app.clock.advance(3 * MINUTE)
    await app.runAndCrash({ write, kept: true })
    app.clock.advance(MINUTE)
    await app.run()
    expect(await app.published()).toEqual([])
    expect((await app.delivery(postId, 'facebook')).state).toBe('scheduled')
  }
})

test.each([
  ['its network is still processing', 'google', { operation: 'localPosts', kind: 'stuck' }],
  ['we can’t look for', 'facebook', { operation: 'posts', kind: 'error', code: 2, times: 1000 }],
] as const)(
  'keeps a post that %s unconfirmed for a day after the loss is detected',
  async (_, network, fault) => {
    const app = await publishingApp({ networks: [network] })
    const postId = await app.accept({ media: [await picture('red')], inSeconds: (3 * DAY) / 1000 })
    const restore = await snapshot(app)
    app.clock.advance(3 * DAY)
    await app.fault({ provider: network, ...fault })
    await app.run()
    await restore()
    await startAfterLoss(app)
    await app.run()
    expect((await app.delivery(postId, network)).state).toBe('unconfirmed')
    app.clock.advance(DAY + MINUTE)
    await app.run()
    expect(await app.delivery(postId, network)).toMatchObject({
      state: 'failed',
      reasonCode: 'never_confirmed',
    })
    const subjects = (await app.mails()).map(({ subject }) => subject)
    expect(subjects.filter(subject => subject.startsWith('Possibly published'))).toHaveLength(1)
  },
)

test('schedules a reconciled post if its author has cancelled their account deletion, and otherwise holds it', async () => {
  for (const stays of [true, false]) {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ media: [await picture('red')], inSeconds: DAY / 1000 })
    await app.call('users/requestDeletion', { json: { confirm: 'DELETE', password: PASSWORD } })
    await startAfterLoss(app)
    if (stays) await app.call('users/cancelDeletion', { json: {} })
    app.clock.advance(3 * MINUTE)
    await app.run()
    expect(await app.delivery(postId, 'facebook')).toMatchObject(
      stays ? { state: 'scheduled', reasonCode: '' } : { state: 'held', reasonCode: 'leaving' },
    )
  }
})

test('delays the first comment of a post found after a loss until the network would list an earlier comment', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const platforms = [{ platform: 'facebook' as const, message: 'Open', firstComment: 'Come in' }]
  await app.accept({ platforms, media: [await picture('red')], inSeconds: 3600 })
  const restore = await snapshot(app)
  app.clock.advance(60 * MINUTE)
  await app.run()
  await restore()
  await startAfterLoss(app)
  for (let round = 0; round < 3; round++) await app.run()
  expect((await app.published())[0]!.ownComments).toEqual([])
  app.clock.advance(3 * MINUTE)
  for (let round = 0; round < 3; round++) await app.run()
  expect((await app.published())[0]!.ownComments).toEqual(['Come in'])
})

test('does not notify again of a post held for a disconnected account', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ media: [await picture('red')], inSeconds: 3600 })
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  const held = { state: 'held', reasonCode: 'disconnected' }
  expect(await app.delivery(postId, 'facebook')).toMatchObject(held)
  await startAfterLoss(app)
  await app.run()
  expect(await app.delivery(postId, 'facebook')).toMatchObject(held)
  expect(await app.mails()).toEqual([])

  await app.connect.facebook()
  app.clock.advance(3 * MINUTE)
  await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('scheduled')
})

test('notifies the author who retries a post without an account', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ media: [await picture('red')], inSeconds: 3600 })
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  await startAfterLoss(app)
  await app.run()
  await app.call(`posts/${postId}/retry`, { json: {} })
  await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('held')
  expect(await app.mails()).toHaveLength(1)
})

test('publishes when the author retries after a loss, not at the former due time', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ media: [await picture('red')], inSeconds: 3600 })
  await startAfterLoss(app)
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  app.clock.advance(3 * MINUTE)
  await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('held')
  expect((await app.call(`posts/${postId}/retry`, { json: {} })).status).toBe(200)
  await app.connect.facebook()
  app.clock.advance(3 * MINUTE)
  for (let round = 0; round < 3; round++) await app.run()
  expect(await app.published()).toHaveLength(1)
})

test('reconciles by the account’s posts when Instagram no longer knows the container', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const postId = await app.accept({ media: [await picture('red')], inSeconds: 3600 })
  const { _id: deliveryId } = await app.delivery(postId, 'instagram')
  const [account] = await app.ctx.db.select().from(accounts)
  const made = { startedAt: app.clock.now(), finishedAt: app.clock.now(), attempt: 1 }
  await app.ctx.db.insert(deliverySteps).values({
    ...made,
    deliveryId,
    name: 'container',
    intent: { account: account!.providerId },
    result: { id: '17999999999999999', createdAt: +app.clock.now() },
  })
  await startAfterLoss(app)
  app.clock.advance(3 * MINUTE)
  await app.run()
  expect((await app.delivery(postId, 'instagram')).state).toBe('scheduled')
  app.clock.advance(60 * MINUTE)
  await app.run()
  expect(await app.published()).toHaveLength(1)
})

test('keeps a post held for another account, without notifying again, after a loss', async () => {
  const app = await publishingApp({ networks: [] })
  const { person } = await app.connectFacebook(app.author, ['Harbour Bakehouse'])
  const postId = await app.accept({
    platforms: [{ platform: 'facebook', message: 'Fresh bread' }],
    inSeconds: 3600,
  })
  const caller = inDashboard(app.author)
  await app.connectFacebook(caller, ['Harbour Café'])
  const waits = { state: 'held', reasonCode: 'another_account' }
  expect(await app.delivery(postId, 'facebook')).toMatchObject(waits)
  await startAfterLoss(app)
  await app.run()
  expect(await app.delivery(postId, 'facebook')).toMatchObject(waits)
  expect(await app.mails()).toEqual([])

  await caller.call('auth/facebook', { json: person.authResponse })
  app.clock.advance(60 * MINUTE)
  for (let round = 0; round < 3; round++) await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
})

test('keeps the time that its author chose after the database was set back', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const id = await app.accept({ message: 'Another day', inSeconds: DAY / 1000 })
  await startAfterLoss(app)
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  app.clock.advance(3 * MINUTE)
  await app.run()
  expect((await app.delivery(id, 'facebook')).state).toBe('held')
  const scheduledTime = Math.floor((+app.clock.now() + 2 * DAY) / 1000)
  expect((await app.call(`posts/${id}/move`, { json: { scheduledTime } })).status).toBe(200)
  await app.connect.facebook()
  app.clock.advance(2 * DAY)
  for (let minute = 0; minute < 3; minute++) {
    await app.run()
    app.clock.advance(MINUTE)
  }
  expect((await app.delivery(id, 'facebook')).state).toBe('published')
  expect((await app.published()).map(({ message }) => message)).toEqual(['Another day'])
})
