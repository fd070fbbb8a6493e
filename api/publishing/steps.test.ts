import { expect, test } from 'bun:test'

import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'

const HOUR = 60 * 60_000

const uploads = async (app: PublishingApp) =>
  (await app.world<{ path: string }[]>('requests')).filter(({ path }) => path.endsWith('/photos')).length

test('publishes the edited text and alt texts, not those prepared before the edit', async () => {
  const app = await publishingApp()
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 4 })
  await app.fault({ provider: 'instagram', operation: 'media_publish', kind: 'error', code: 4 })
  const postId = await app.accept({ media: [await picture('red')], altTexts: ['A red door'] })
  await app.run()
  expect((await app.read(postId)).deliveries.map(({ state }) => state)).toEqual(['scheduled', 'scheduled'])

  const platforms = (['facebook', 'instagram'] as const).map(platform => ({
    platform,
    message: 'Good evening',
  }))
  const json = { platforms, altTexts: ['A door at night'] }
  expect((await app.call(`posts/${postId}`, { method: 'PUT', json })).status).toBe(200)
  app.clock.advance(HOUR)
  await app.run()
  const shown = (await app.published()).map(({ message, media }) => [message, media[0]?.altText])
  expect(shown).toEqual([
    ['Good evening', 'A door at night'],
    ['Good evening', 'A door at night'],
  ])
})

test('reuses an upload when the author retries a rejected post', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.rejectPosts('facebook')
  const postId = await app.accept({ media: [await picture('red')] })
  await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('failed')
  await app.call(`posts/${postId}/retry`, { json: {} })
  await app.run()
  expect((await app.delivery(postId, 'facebook')).state).toBe('published')
  expect(await uploads(app)).toBe(1)
})

test('reuses an upload for hours, and repeats it before the network discards it', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 4, times: 2 })
  const postId = await app.accept({ media: [await picture('red')] })
  const tryIn = async (hours: number) => {
    const scheduledTime = Math.floor(+app.clock.now() / 1000) + hours * 3600
    await app.call(`posts/${postId}/move`, { json: { scheduledTime } })
    app.clock.advance(hours * HOUR)
    await app.run()
    return uploads(app)
  }
  await app.run()
  expect(await uploads(app)).toBe(1)
  expect(await tryIn(10)).toBe(1)
  expect(await tryIn(20)).toBe(2)
  expect((await app.delivery(postId, 'facebook')).state).toBe('published')
})
