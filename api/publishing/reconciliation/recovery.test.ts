import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { deliveries, postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { clip, picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'

const MINUTE = 60_000
const THREE_DAYS = 3 * 24 * 60 * MINUTE

/** Publishes a post on Facebook whose response is lost, and disconnects its account before it can be reconciled. */
async function heldInDoubt() {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'drop-after' })
  const postId = await app.accept({ message: 'As it went out' })
  await app.run()
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  app.clock.advance(3000)
  await app.run()
  expect(await app.delivery(postId, 'facebook')).toMatchObject({
    state: 'held',
    reason: expect.stringContaining('before it told us whether this is published'),
  })
  return { ...app, postId }
}

test('rejects edits of a post that may be published', async () => {
  const { call, clock, postId, delivery } = await heldInDoubt()
  const platforms = [{ platform: 'facebook', message: 'Something else' }]
  const edited = await call(`posts/${postId}`, { method: 'PUT', json: { platforms } })
  expect(edited.status).toBe(409)
  expect((await delivery(postId, 'facebook')).message).toBe('As it went out')
  const altTexts = ['Another description']
  expect((await call(`posts/${postId}`, { method: 'PUT', json: { altTexts } })).status).toBe(409)
  const scheduledTime = +clock.now() / 1000 + 3600
  expect((await call(`posts/${postId}`, { method: 'PUT', json: { scheduledTime } })).status).toBe(409)
})

test('does not send a post that may be published on one account to its replacement', async () => {
  const { author, connectFacebook, run, postId, delivery, published, call, mails } = await heldInDoubt()
  await connectFacebook(author)
  await run()
  expect(await delivery(postId, 'facebook')).toMatchObject({
    state: 'failed',
    reasonCode: 'never_confirmed',
    reason: expect.stringContaining('Check there first'),
  })
  expect(await published()).toHaveLength(1)
  // The mail that it waits hadn't been sent yet.
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'Possibly published on Facebook: please check',
  ])
  const { data } = (await (await call('notifications')).json()) as { data: { message: string }[] }
  expect(data[0]!.message).toStartWith('“As it went out” may have been published.')
  expect(data.map(({ message }) => message).join(' ')).not.toContain('did not go out')

  await call(`posts/${postId}/retry`, { json: { onConnectedAccount: true } })
  await run()
  expect((await delivery(postId, 'facebook')).state).toBe('published')
  expect(await published()).toHaveLength(2)
})

test('shows a published post on its own account, not on the replacement', async () => {
  const app = await publishingApp({ networks: [] })
  const first = await app.connectFacebook(app.author, ['Harbour Bakehouse'])
  const postId = await app.accept({ platforms: [{ platform: 'facebook', message: 'Fresh bread' }] })
  await app.run()
  const shown = async () => (await app.delivery(postId, 'facebook')).account?.name
  expect(await shown()).toBe('Harbour Bakehouse')
  await app.connectFacebook(app.author, ['Harbour Café'])
  expect(await shown()).toBeUndefined()
  await app.call('auth/facebook', { json: first.person.authResponse })
  expect(await shown()).toBe('Harbour Bakehouse')
})

test('reconciles two unconfirmed posts with the same text, each to its own remote post', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  await app.fault({ provider: 'instagram', operation: 'media_publish', kind: 'drop-after', times: 2 })
  // Networks trim trailing spaces.
  for (const message of ['Twice', 'Twice '])
    await app.accept({ message, media: [await picture('red')], inSeconds: 60 })
  app.clock.advance(MINUTE)
  for (let round = 0; round < 4; round++) {
    await app.run()
    app.clock.advance(MINUTE)
  }
  const rows = await app.ctx.db.select().from(deliveries)
  expect(rows.map(({ state }) => state)).toEqual(['published', 'published'])
  expect(rows.map(({ externalId }) => externalId).toSorted()).toEqual(
    (await app.published()).map(({ id }) => id).toSorted(),
  )
})

test('prepares media again for another account', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  await app.fault({ provider: 'instagram', operation: 'media_publish', kind: 'error', code: 613 })
  const postId = await app.accept()
  await app.run()
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'instagram' } })
  await app.connectInstagram(app.author)
  await app.call(`posts/${postId}/retry`, { json: { onConnectedAccount: true } })
  await app.run()
  expect((await app.delivery(postId, 'instagram')).state).toBe('published')
})

test('holds a post for its author when a process died while preparing it three days ago', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ media: [await picture('red')] })
  await app.runAndCrash({ write: 3, kept: false })
  expect((await app.delivery(postId, 'facebook')).state).toBe('publishing')
  app.clock.advance(THREE_DAYS)
  await app.run()
  expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'held', reasonCode: 'late' })
  expect(await app.published()).toEqual([])
  expect(await app.mails()).toHaveLength(1)
})

test('reconciles a call of three days ago, and holds the post for its author if it is absent', async () => {
  for (const [kind, state, out] of [
    ['drop-after', 'published', 1],
    ['drop-before', 'held', 0],
  ] as const) {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.fault({ provider: 'facebook', operation: 'feed', kind })
    const postId = await app.accept({ media: [await picture('red')] })
    await app.run()
    app.clock.advance(THREE_DAYS)
    await app.run()
    expect((await app.delivery(postId, 'facebook')).state).toBe(state)
    expect(await app.published()).toHaveLength(out)
  }
})

test('holds every late post after three days of downtime', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const { db } = app.ctx
  const first = await app.accept({ inSeconds: 60 })
  const [[row], [post], media] = [
    await db.select().from(deliveries),
    await db.select().from(posts),
    await db.select().from(postMedia),
  ]
  for (let copy = 0; copy < 250; copy++) {
    const id = `${first}-${copy}`
    await db.batch([
      db.insert(posts).values({ ...post!, id }),
      db.insert(postMedia).values(media.map(item => ({ ...item, postId: id }))),
      db.insert(deliveries).values({ ...row!, id, postId: id }),
    ])
  }
  app.clock.advance(THREE_DAYS)
  for (let tick = 0; tick < 4; tick++) await app.run()
  expect(await app.published()).toEqual([])
  expect(await db.$count(deliveries, eq(deliveries.state, 'held'))).toBe(251)
})

test('notifies again when a post misses its time twice', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ inSeconds: 60 })
  for (const expected of [1, 2]) {
    app.clock.advance(THREE_DAYS)
    await app.run()
    expect(await app.mails()).toHaveLength(expected)
    const { data } = (await (await app.call('notifications')).json()) as { data: unknown[] }
    expect(data).toHaveLength(expected)
    const scheduledTime = Math.floor(+app.clock.now() / 1000) + 60
    await app.call(`posts/${postId}/move`, { json: { scheduledTime } })
  }
})

test('creates no new container after a rejected publishing call before reading the old one', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  await app.fault({
    provider: 'instagram',
    operation: 'media_publish',
    kind: 'error',
    code: 24,
    subcode: 2207006,
  })
  await app.accept({ media: [await picture('red')] })
  await app.run()
  app.clock.advance(MINUTE)
  await app.run()
  expect(await app.published()).toHaveLength(1)
  const made = (await app.world<{ method: string; path: string }[]>('requests')).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/media'),
  )
  expect(made).toHaveLength(1)
})

test('finds a post that was published after reconciliation, even if it used up the quota', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  await app.fault({ provider: 'instagram', operation: 'media_publish', kind: 'silence-before' })
  const postId = await app.accept({ media: [await picture('red')] })
  const first = app.run()
  await untilSilent(app, 1)
  app.clock.advance(10 * MINUTE)
  await app.fault({ provider: 'instagram', operation: 'status', kind: 'silence-after' })
  const other = createEngine(app.ctx)
  await other.tick()
  await untilSilent(app, 2)
  await app.world('silences', { then: 'go-on' })
  await app.fault({ provider: 'instagram', operation: 'media_publish', kind: 'quota' })
  await Promise.all([first, other.stop()])
  app.clock.advance(10 * MINUTE)
  await app.run()
  expect(await app.delivery(postId, 'instagram')).toMatchObject({ state: 'published', reason: '' })
  expect(await app.published()).toHaveLength(1)
})

const LATE_CALLS = [
  ['facebook', 'feed', 'posts', () => picture('red')],
  ['facebook', 'videos.finish', 'posts', clip],
  ['instagram', 'media_publish', 'status', () => picture('red')],
] as const

test.each(LATE_CALLS)(
  'finds the post of a %s %s call that succeeds after reconciliation, when the next call is rejected',
  async (provider, operation, look, file) => {
    const app = await publishingApp({ networks: [provider] })
    await app.fault({ provider, operation, kind: 'silence-before' })
    const postId = await app.accept({ media: [await file()] })
    const first = app.run()
    await untilSilent(app, 1)
    app.clock.advance(10 * MINUTE)
    await app.fault({ provider, operation: look, kind: 'silence-after' })
    const other = createEngine(app.ctx)
    await other.tick()
    await untilSilent(app, 2)
    await app.world('silences', { then: 'go-on' })
    await Promise.all([first, other.stop()])
    app.clock.advance(10 * MINUTE)
    await app.run()

    expect(await app.delivery(postId, provider)).toMatchObject({ state: 'published', reason: '' })
    const [published, ...others] = await app.published()
    expect(others).toEqual([])
    const [row] = await app.ctx.db.select().from(deliveries)
    expect(row!.externalId).toBe(published!.id)
  },
)

async function untilSilent(app: PublishingApp, calls: number) {
  while ((await app.world<unknown[]>('silences')).length < calls) await Bun.sleep(1)
}
