import { expect, test } from 'bun:test'

import { deliveries } from '#api/db/schema/posts/posts.ts'
import { snapshot, startAfterLoss } from '#api/test/db/database-loss.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { markAllForReconciliation } from './recovery.ts'

const MINUTE = 60_000

const EACH = ['facebook', 'instagram', 'google'] as const

test.each(EACH)(
  'finds a post that was published on %s after the snapshot, and does not publish it again',
  async network => {
    const app = await publishingApp({ networks: [network] })
    const postId = await app.accept({ inSeconds: 60 })
    const restore = await snapshot(app)
    app.clock.advance(MINUTE)
    await app.run()
    expect(await app.published()).toHaveLength(1)
    await restore()

    await startAfterLoss(app)
    expect(await app.delivery(postId, network)).toMatchObject({
      state: 'unconfirmed',
      reasonCode: 'checking',
    })
    await app.run()
    expect(await app.delivery(postId, network)).toMatchObject({ state: 'published' })
    app.clock.advance(10 * MINUTE)
    await app.run()
    expect(await app.published()).toHaveLength(1)
  },
)

test.each(EACH)('publishes a post on %s once if the network has not listed it in time', async network => {
  const app = await publishingApp({ networks: [network] })
  const postId = await app.accept({ inSeconds: 60 })
  app.clock.advance(MINUTE)
  await startAfterLoss(app)
  await app.run()
  expect(await app.published()).toEqual([])
  expect(await app.delivery(postId, network)).toMatchObject({ state: 'unconfirmed' })
  app.clock.advance(2 * MINUTE)
  await app.run()
  expect(await app.published()).toHaveLength(1)
  expect(await app.delivery(postId, network)).toMatchObject({ state: 'published' })
})

test('finds a post that its author had published early, and leaves later posts at their time', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const moved = await app.accept({ message: 'Moved forward', inSeconds: 7 * 24 * 3600 })
  const ahead = await app.accept({ message: 'Still to come', inSeconds: 3600 })
  const restore = await snapshot(app)
  await app.call(`posts/${moved}/retry`, {
    method: 'POST',
    json: { deliveryId: (await app.delivery(moved, 'facebook'))._id },
  })
  await app.run()
  expect(await app.published()).toHaveLength(1)
  await restore()

  await startAfterLoss(app)
  app.clock.advance(3 * MINUTE)
  await app.run()
  expect(await app.delivery(moved, 'facebook')).toMatchObject({ state: 'published' })
  const later = await app.delivery(ahead, 'facebook')
  expect(later).toMatchObject({ state: 'scheduled', reason: '' })
  expect(+new Date(later.publishAt)).toBeGreaterThan(+app.clock.now())
  app.clock.advance(60 * MINUTE)
  await app.run()
  expect((await app.published()).map(({ message }) => message).toSorted()).toEqual([
    'Moved forward',
    'Still to come',
  ])
})

test('finds a failed post that was retried after the snapshot; others stay failed, with a single notice', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.rejectPosts('facebook', 2)
  const retried = await app.accept({ message: 'Tried again' })
  const left = await app.accept({ message: 'Left alone' })
  await app.run()
  expect(await app.delivery(left, 'facebook')).toMatchObject({ state: 'failed' })
  const mailsBefore = (await app.mails()).length
  const restore = await snapshot(app)
  await app.call(`posts/${retried}/retry`, { method: 'POST', json: {} })
  await app.run()
  expect(await app.published()).toHaveLength(1)
  await restore()

  await startAfterLoss(app)
  app.clock.advance(3 * MINUTE)
  await app.run()
  expect(await app.delivery(retried, 'facebook')).toMatchObject({ state: 'published' })
  expect(await app.delivery(left, 'facebook')).toMatchObject({ state: 'failed', reasonCode: '100' })
  expect(await app.published()).toHaveLength(1)
  const subjects = (await app.mails()).map(({ subject }) => subject)
  expect(subjects.filter(subject => subject.startsWith('Not published'))).toHaveLength(mailsBefore)
})

test('keeps two posts with the same text apart', async () => {
  const app = await publishingApp({ networks: ['google'] })
  const first = await app.accept({ message: 'Open today', inSeconds: 60 })
  const second = await app.accept({ message: 'Open today', inSeconds: 120 })
  const restore = await snapshot(app)
  app.clock.advance(MINUTE)
  await app.run()
  await restore()
  await startAfterLoss(app)
  app.clock.advance(3 * MINUTE)
  await app.run()
  expect(await app.published()).toHaveLength(2)
  const ids = [await app.delivery(first, 'google'), await app.delivery(second, 'google')]
  expect(ids.map(({ state }) => state)).toEqual(['published', 'published'])
})

test('reconciles a first comment before adding it again', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const platforms = [{ platform: 'facebook' as const, message: 'Open', firstComment: 'Come in' }]
  await app.accept({ platforms, inSeconds: 60 })
  const restore = await snapshot(app)
  app.clock.advance(MINUTE)
  await app.run()
  await app.run()
  expect((await app.published())[0]?.ownComments).toEqual(['Come in'])
  await restore()
  await startAfterLoss(app)
  app.clock.advance(3 * MINUTE)
  await app.run()
  app.clock.advance(3 * MINUTE)
  await app.run()
  expect(await app.published()).toHaveLength(1)
  expect((await app.published())[0]?.ownComments).toEqual(['Come in'])
})

test('after a restore, holds posts that were due and weren’t published, and sends later posts on time', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const due = await app.accept({ message: 'Due since the backup', inSeconds: 60 })
  const later = await app.accept({ message: 'Still to come', inSeconds: 3600 })
  app.clock.advance(2 * MINUTE)
  await startAfterLoss(app, { holdsDue: true })
  await app.run()
  expect(await app.published()).toEqual([])
  app.clock.advance(3 * MINUTE)
  await app.run()
  expect(await app.delivery(due, 'facebook')).toMatchObject({ state: 'held', reasonCode: 'restored' })
  expect(await app.mails()).toHaveLength(1)
  app.clock.advance(60 * MINUTE)
  await app.run()
  expect(await app.delivery(later, 'facebook')).toMatchObject({ state: 'published' })
  await app.call(`posts/${due}/retry`, { method: 'POST', json: {} })
  await app.run()
  expect(await app.published()).toHaveLength(2)
})

test('reconciles due posts at once, and future ones after them, each by its own time', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const due = await app.accept({ inSeconds: 60 })
  const ahead: string[] = []
  for (const hours of [1, 2, 3]) ahead.push(await app.accept({ inSeconds: hours * 3600 }))
  app.clock.advance(MINUTE)
  const start = +app.clock.now()
  await startAfterLoss(app, { chunk: 1 })
  const wakes = new Map(
    (await app.ctx.db.select().from(deliveries)).map(row => [row.postId, +row.wakeAt! - start]),
  )
  expect(wakes.get(due)).toBe(0)
  const waits = ahead.map(id => wakes.get(id)!)
  for (const wait of waits) expect(wait).toBeWithin(2 * MINUTE, 2 * MINUTE + 1000)
  expect(new Set(waits).size).toBe(3)
  app.clock.advance(3 * MINUTE)
  await app.run()
  expect((await app.delivery(due, 'facebook')).state).toBe('published')
  for (const id of ahead) expect((await app.delivery(id, 'facebook')).state).toBe('scheduled')
})

test('repeats a start that died between two chunks', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 100, times: 2 })
  const posts = [await app.accept({ message: 'One' }), await app.accept({ message: 'Two' })]
  await app.run()
  app.clock.advance(5 * 24 * 60 * MINUTE)
  const latest = await app.accept({ message: 'Three', inSeconds: 3600 })
  app.clock.advance(4 * 24 * 60 * MINUTE)
  const { db } = app.ctx
  let batches = 0
  const dying = new Proxy(db, {
    get: (target, name) =>
      name === 'batch' && batches++ > 0
        ? () => Promise.reject(new Error('killed'))
        : Reflect.get(target, name),
  })
  const until = app.clock.now()
  const span = { until, absentFrom: new Date(+until + 2 * MINUTE) }
  const first = markAllForReconciliation({ ...app.ctx, db: dying }, span, { chunk: 1 })
  await expect(first).rejects.toThrow('killed')
  const states = async () =>
    Promise.all([...posts, latest].map(async id => (await app.delivery(id, 'facebook')).state))
  expect(await states()).toEqual(['unconfirmed', 'failed', 'scheduled'])
  await startAfterLoss(app, { chunk: 1 })
  expect(await states()).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed'])
})
