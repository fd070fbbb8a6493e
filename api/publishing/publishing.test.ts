import { describe, expect, test } from 'bun:test'

import { clip, picture, publishingApp } from '#api/test/publishing.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

describe('publishing', () => {
  test('a post goes out once on both networks, with its pictures and alt texts', async () => {
    const app = await publishingApp()
    const postId = await app.accept({ message: 'Spring specials', altTexts: ['A red door', 'A blue door'] })
    await app.run()
    await app.run()

    const published = await app.published()
    expect(published).toHaveLength(2)
    for (const post of published) {
      expect(post.message).toBe('Spring specials')
      expect(post.media.map(item => item.altText)).toEqual(['A red door', 'A blue door'])
    }
    const { deliveries } = await app.read(postId)
    expect(deliveries.map(({ state }) => state)).toEqual(['published', 'published'])
    for (const delivery of deliveries) expect(delivery.permalink).toStartWith('http')
  })

  test('a video goes out once on both networks', async () => {
    const app = await publishingApp()
    const postId = await app.accept({ media: [await clip()] })
    await app.run()
    await app.clock.advance(SECOND)
    await app.run()
    await app.clock.advance(10 * SECOND)
    await app.run()

    expect((await app.read(postId)).deliveries.map(({ state }) => state)).toEqual(['published', 'published'])
    expect(await app.published()).toHaveLength(2)
  })

  test('two pictures and a video: Instagram gets all three, Facebook the pictures, and the answer says so', async () => {
    const app = await publishingApp()
    const response = await app.send({ media: [await picture('red'), await picture('navy'), await clip()] })
    const { results } = (await response.json()) as { results: { platform: string; message?: string }[] }
    expect(results.find(({ platform }) => platform === 'facebook')?.message).toBe(
      'Facebook takes pictures or one video in a post: the 2 pictures go there.',
    )
    for (let look = 0; look < 3; look++) {
      await app.run()
      app.clock.advance(10 * SECOND)
    }
    const media = Object.fromEntries((await app.published()).map(post => [post.network, post.media.length]))
    expect(media).toEqual({ facebook: 2, instagram: 3 })
  })

  test('a scheduled post waits for its time', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ inSeconds: 300 })
    app.clock.advance(299 * SECOND)
    await app.run()
    expect(await app.published()).toEqual([])
    app.clock.advance(SECOND)
    await app.run()
    expect(await app.published()).toHaveLength(1)
    expect((await app.delivery(postId, 'facebook')).publishedAt).toBe('2030-01-01T12:05:00.000Z')
  })

  test('the author is told once of each outcome, in the dashboard and by mail', async () => {
    const app = await publishingApp()
    await app.accept()
    await app.run()
    await app.run()
    expect((await app.mails()).map(({ subject }) => subject).toSorted()).toEqual([
      'Published on Facebook',
      'Published on Instagram',
    ])
  })

  test('an answer that says no for good fails the post with its reason, and tells the author what to do', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 368, status: 400 })
    const postId = await app.accept()
    await app.run()
    expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'failed', reasonCode: '368' })
    expect(await app.published()).toEqual([])
    const [mail] = await app.mails()
    expect(mail).toMatchObject({ subject: 'Not published on Facebook' })
    expect(mail!.text).toContain('/dashboard/view-post?post=')
  })

  test('retries after a transient failure, with a growing delay', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.fault({
      provider: 'facebook',
      operation: 'photos',
      kind: 'error',
      code: 2,
      status: 500,
      times: 2,
    })
    const postId = await app.accept({ media: [await picture('red')] })
    await app.run()
    const delivery = await app.delivery(postId, 'facebook')
    expect(delivery.state).toBe('scheduled')
    expect(+new Date(delivery.nextAttemptAt!) - +app.clock.now()).toBeWithin(4 * SECOND, 6 * SECOND + 1)
    app.clock.advance(6 * SECOND)
    await app.run()
    app.clock.advance(12 * SECOND)
    await app.run()
    expect(await app.published()).toHaveLength(1)
  })

  test('a limit is waited for and does not count as a failure', async () => {
    const app = await publishingApp({ networks: ['instagram'] })
    await app.fault({ provider: 'instagram', operation: 'media_publish', kind: 'quota' })
    const postId = await app.accept()
    await app.run()
    expect(await app.delivery(postId, 'instagram')).toMatchObject({ state: 'scheduled', reasonCode: 'quota' })
    await app.clearFaults()
    app.clock.advance(61 * MINUTE)
    await app.run()
    expect(await app.published()).toHaveLength(1)
  })
})

describe('an outcome that nobody knows', () => {
  const published = [
    ['facebook', 'feed', 'commit-then-500'],
    ['facebook', 'feed', 'drop-after'],
    ['facebook', 'feed', 'bad-json'],
    ['instagram', 'media_publish', 'commit-then-500'],
    ['instagram', 'media_publish', 'drop-after'],
    ['instagram', 'media_publish', 'bad-json'],
  ] as const
  test.each(published)(
    '%s %s %s: the post is found there and not sent again',
    async (provider, operation, kind) => {
      const app = await publishingApp({ networks: [provider] })
      await app.fault({ provider, operation, kind })
      const postId = await app.accept()
      await app.run()
      expect((await app.delivery(postId, provider)).state).toBe('unconfirmed')
      app.clock.advance(3 * SECOND)
      await app.run()
      const delivery = await app.delivery(postId, provider)
      expect(delivery.state).toBe('published')
      expect(delivery.permalink).toStartWith('http')
      expect(await app.published()).toHaveLength(1)
      expect(await app.mails()).toHaveLength(1)
    },
  )

  const lost = [
    ['facebook', 'feed', 2 * MINUTE],
    ['instagram', 'media_publish', 20 * SECOND],
  ] as const
  test.each(lost)(
    '%s %s dropped before: after looking long enough it is sent again, once',
    async (provider, operation, looking) => {
      const app = await publishingApp({ networks: [provider] })
      await app.fault({ provider, operation, kind: 'drop-before' })
      const postId = await app.accept()
      await app.run()
      app.clock.advance(looking / 2)
      await app.run()
      expect((await app.delivery(postId, provider)).state).toBe('unconfirmed')
      expect(await app.published()).toEqual([])
      app.clock.advance(looking)
      await app.run()
      expect((await app.delivery(postId, provider)).state).toBe('published')
      expect(await app.published()).toHaveLength(1)
    },
  )

  test('a video whose finishing call was cut off is found by its id', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.fault({ provider: 'facebook', operation: 'videos.finish', kind: 'drop-after' })
    const postId = await app.accept({ media: [await clip()] })
    await app.run()
    expect((await app.delivery(postId, 'facebook')).state).toBe('unconfirmed')
    app.clock.advance(5 * SECOND)
    await app.run()
    expect((await app.delivery(postId, 'facebook')).state).toBe('published')
    expect(await app.published()).toHaveLength(1)
  })
})

describe('being late', () => {
  test('a post whose time passed while we were away is held, and told once', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ inSeconds: 60 })
    app.clock.advance(3 * 24 * 60 * MINUTE)
    await app.run()
    await app.run()
    expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'held', reasonCode: 'late' })
    expect(await app.published()).toEqual([])
    expect(await app.mails()).toHaveLength(1)

    expect((await app.call(`posts/${postId}/retry`, { json: {} })).status).toBe(200)
    await app.run()
    expect(await app.published()).toHaveLength(1)
  })

  test('several that missed their time are told of together, once', async () => {
    const app = await publishingApp()
    for (const inSeconds of [60, 120]) await app.accept({ message: `In ${inSeconds}`, inSeconds })
    const soon = await app.accept({ message: 'Not late', inSeconds: 3 * 24 * 3600 - 30 * 60 })
    app.clock.advance(3 * 24 * 60 * MINUTE)
    await app.run()
    await app.run()
    expect((await app.published()).map(({ message }) => message)).toEqual(['Not late', 'Not late'])
    const mails = (await app.mails()).map(({ subject }) => subject)
    expect(mails.filter(subject => !subject.startsWith('Published'))).toEqual([
      '4 posts missed their time and wait for you',
    ])
    expect((await app.delivery(soon, 'facebook')).state).toBe('published')
  })

  test('a post that is a little late goes out', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.accept({ inSeconds: 60 })
    app.clock.advance(59 * MINUTE)
    await app.run()
    expect(await app.published()).toHaveLength(1)
  })
})

describe('an account that no longer works', () => {
  test('its posts are held, the author is told once, and reconnecting sends them', async () => {
    const app = await publishingApp({ networks: ['instagram'] })
    const first = await app.accept()
    const second = await app.accept({ message: 'And another', inSeconds: 30 })
    await app.expire('instagram')
    await app.run()
    expect(await app.delivery(first, 'instagram')).toMatchObject({
      state: 'held',
      reasonCode: 'needs_reconnect',
    })
    expect(await app.delivery(second, 'instagram')).toMatchObject({
      state: 'held',
      reasonCode: 'needs_reconnect',
    })
    expect((await app.mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Instagram signed us out of /),
    ])
    expect(await app.published()).toEqual([])
  })

  test('disconnecting holds what is scheduled, and connecting again lets it go', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ inSeconds: 600 })
    await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
    expect(await app.delivery(postId, 'facebook')).toMatchObject({
      state: 'held',
      reasonCode: 'disconnected',
    })
    await app.connect.facebook()
    expect((await app.delivery(postId, 'facebook')).state).toBe('scheduled')
    app.clock.advance(10 * MINUTE)
    await app.run()
    expect(await app.published()).toHaveLength(1)
  })
})
