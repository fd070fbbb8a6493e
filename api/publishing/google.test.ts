import { expect, test } from 'bun:test'

import { clip, picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'

const open = () => publishingApp({ networks: ['google'] })
const MINUTE = 60_000

const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message

/** Runs the engine at each of the delivery's attempts until none is left. */
async function settle(app: PublishingApp, postId: string) {
  for (let attempt = 0; attempt < 400; attempt++) {
    await app.run()
    const delivery = await app.delivery(postId, 'google')
    if (!delivery.nextAttemptAt) return delivery
    app.clock.advance(Math.max(1, Date.parse(delivery.nextAttemptAt) - +app.clock.now()))
  }
  throw new Error('never settled')
}

test('publishes a post with its picture, and reports it once Google shows it', async () => {
  const app = await open()
  const postId = await app.accept({ media: [await picture('red')] })
  await app.run()
  const [post] = await app.published()
  expect(post).toMatchObject({ network: 'google', message: 'Hello Melbourne', media: [{ type: 'image' }] })
  expect(await app.delivery(postId, 'google')).toMatchObject({
    state: 'published',
    permalink: expect.stringContaining('/google/posts/'),
  })
  expect((await app.mails())[0]?.subject).toContain('Published on Google Business Profile')
})

test('enlarges a small picture to Google’s minimum size', async () => {
  const app = await open()
  const bytes = await (
    await import('sharp')
  )
    .default({ create: { width: 60, height: 40, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  const tiny = new File([new Uint8Array(bytes)], 'tiny.png', { type: 'image/png' })
  const postId = await app.accept({ media: [tiny] })
  await app.run()
  expect(await app.delivery(postId, 'google')).toMatchObject({ state: 'published', reason: '' })
})

test('publishes only the first picture, and the text without a video', async () => {
  const app = await open()
  const several = await app.send()
  const { results } = (await several.json()) as { results: { message: string }[] }
  expect(results[0]?.message).toBe(
    'Google Business Profile takes one picture in a post: the first picture goes there.',
  )
  await app.run()
  expect((await app.published())[0]?.media).toHaveLength(1)
  const mixed = await app.send({ message: 'Mixed', media: [await clip(), await picture('red')] })
  expect(mixed.status).toBe(200)
  const film = await app.send({ message: 'Film', media: [await clip()] })
  expect(await film.json()).toMatchObject({
    results: [
      { message: 'Google Business Profile shows no videos: it gets the text without it.', success: true },
    ],
  })
  await app.run()
  const published = await app.published()
  expect(published.find(({ message }) => message === 'Film')?.media).toEqual([])
})

test('rejects phone numbers and texts over the limit before anything is sent', async () => {
  const app = await open()
  expect(await messageOf(await app.send({ message: 'Call 0412 345 678' }))).toBe(
    POST_MESSAGES.phoneNumber('Google Business Profile', '0412 345 678'),
  )
  expect(await messageOf(await app.send({ message: 'a'.repeat(1501) }))).toContain(
    'Message exceeds limit by 1 character (1501/1500)',
  )
})

test('keeps a post unconfirmed while Google is checking it', async () => {
  const app = await open()
  await app.fault({ provider: 'google', operation: 'post', kind: 'stuck', times: 12 })
  const postId = await app.accept({ media: [await picture('red')] })
  await app.run()
  expect(await app.delivery(postId, 'google')).toMatchObject({
    state: 'unconfirmed',
    reason: 'Google has the post and is checking it. It shows on your profile once it passes.',
  })
  const cancel = await app.call(`posts/${postId}/cancel`, { json: {} })
  expect(cancel.status).toBe(409)
  expect((await settle(app, postId)).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
  expect((await app.mails()).map(({ subject }) => subject)).toEqual([expect.stringContaining('Published')])
})

test('fails a post that Google rejects, notifies the author once, and publishes it on retry', async () => {
  const app = await open()
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'rejected' })
  const postId = await app.accept({ media: [await picture('red')] })
  const failed = await settle(app, postId)
  expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining('rejected this') })
  expect(await app.published()).toEqual([])
  expect(await app.mails()).toHaveLength(1)
  await app.call(`posts/${postId}/retry`, { json: {} })
  expect((await settle(app, postId)).state).toBe('published')
  expect(await app.published()).toHaveLength(1)
})

test('reconciles two posts with the same text, each to its own remote post', async () => {
  const app = await open()
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-after' })
  const first = await app.accept({ media: [await picture('red')] })
  await app.run()
  expect((await app.delivery(first, 'google')).state).toBe('unconfirmed')
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-before' })
  const second = await app.accept({ media: [await picture('red')] })
  await settle(app, first)
  await settle(app, second)
  const published = await app.published()
  expect(published).toHaveLength(2)
  const links = [await app.delivery(first, 'google'), await app.delivery(second, 'google')].map(
    ({ permalink }) => permalink,
  )
  expect(new Set(links).size).toBe(2)
})

test('does not confuse a post of a business that no longer has the location with one of the same text', async () => {
  const app = await open()
  await app.accept({ media: [await picture('red')] })
  await app.run()
  await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'google' } })
  await app.author.selectDomain(await app.author.addDomain('Its new business'))
  await app.connect.google()
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-before' })
  const second = await app.accept({ media: [await picture('red')] })
  expect((await settle(app, second)).state).toBe('published')
  expect(await app.published()).toHaveLength(2)
})

test('renews an expired or rejected access token when publishing', async () => {
  const app = await open()
  const postId = await app.accept({ media: [await picture('red')], inSeconds: 3 * 60 * 60 })
  app.clock.advance(3 * 60 * MINUTE)
  await app.run()
  expect((await app.delivery(postId, 'google')).state).toBe('published')
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'error', code: 401 })
  const next = await app.accept({ media: [await picture('red')], message: 'Next' })
  expect((await settle(app, next)).state).toBe('published')
})

test('holds a post whose grant was revoked, notifies once, and publishes it after reconnecting', async () => {
  const app = await publishingApp({ networks: [] })
  const { person } = await app.connectGoogle(app.author)
  await app.expire('google')
  const send = { platforms: [{ platform: 'google' as const, message: 'Hello' }] }
  const postId = await app.accept({ ...send, media: [await picture('red')] })
  expect(await settle(app, postId)).toMatchObject({ state: 'held', reasonCode: 'needs_reconnect' })
  expect(await app.mails()).toHaveLength(1)
  await app.connectGoogle(app.author, { person })
  expect((await settle(app, postId)).state).toBe('published')
})

test('reconciles a post after reconnecting, without resending it, when the grant ends while Google processes it', async () => {
  // The token is revoked, or expires after its hour so that the renewal fails.
  for (const minutes of [5, 120]) {
    const app = await open()
    await app.fault({ provider: 'google', operation: 'post', kind: 'stuck', times: 6 })
    const postId = await app.accept({ media: [await picture('red')] })
    await app.run()
    await app.expire('google')
    app.clock.advance(minutes * MINUTE)
    await app.run()
    expect(await app.delivery(postId, 'google')).toMatchObject({
      state: 'held',
      reasonCode: 'needs_reconnect',
      reason: expect.stringContaining('before it told us whether this is published'),
    })
    expect(await app.mails()).toHaveLength(1)
    await app.connect.google()
    expect((await settle(app, postId)).state).toBe('published')
    expect(await app.published()).toHaveLength(1)
  }
})

test('asks the author to check a post that Google is still processing after a day', async () => {
  const app = await open()
  await app.fault({ provider: 'google', operation: 'post', kind: 'stuck', times: 1000 })
  const postId = await app.accept({ media: [await picture('red')] })
  for (const hours of [0, 12, 13]) {
    app.clock.advance(hours * 60 * MINUTE)
    await app.run()
  }
  expect(await app.delivery(postId, 'google')).toMatchObject({
    state: 'failed',
    reasonCode: 'never_confirmed',
  })
  expect((await app.mails()).map(({ subject }) => subject)).toEqual([
    'Possibly published on Google Business Profile: please check',
  ])
})

test('treats a sign-in as ended after its fourth new token in a row is rejected', async () => {
  const app = await open()
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'error', code: 401, times: 1000 })
  const postId = await app.accept({ media: [await picture('red')] })
  expect(await settle(app, postId)).toMatchObject({ state: 'held', reasonCode: 'needs_reconnect' })
  const calls = (await app.world<{ method: string; path: string }[]>('requests')).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/localPosts'),
  )
  expect(calls).toHaveLength(4)
})

test('waits for a full quota, and explains that a location accepts no posts', async () => {
  const app = await publishingApp({ networks: [] })
  await app.world('login', { provider: 'google' })
  const closed = await app.world<{ person: string }>('login', {
    provider: 'google',
    locations: [{ name: 'A chain', takesPosts: false }],
  })
  await app.connectGoogle(app.author, { person: closed.person })
  const send = { platforms: [{ platform: 'google' as const, message: 'Hello' }] }
  await app.fault({ provider: 'google', operation: 'localPosts', kind: 'usage', percent: 100 })
  const postId = await app.accept({ ...send, media: [await picture('red')] })
  await app.run()
  expect(await app.delivery(postId, 'google')).toMatchObject({
    state: 'scheduled',
    reason: expect.stringContaining('limiting how many calls'),
  })
  expect(await settle(app, postId)).toMatchObject({
    state: 'failed',
    reasonCode: 'google/LOCATION_DISABLED_FOR_LOCAL_POST_API',
  })
})
