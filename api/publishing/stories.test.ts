import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'

import { deliverySteps } from '#api/db/schema/posts/posts.ts'
import { clip, picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'
import type { PostContent } from '#shared/posts/revision.ts'

const STORY = { ...NO_EXTRAS, kind: 'story' } as const
type Meta = 'facebook' | 'instagram'
const on = (platform: Meta, more = {}) => ({ platform, message: '', extras: STORY, ...more })

/** A picture of a phone's screen, with transparency, as design programs export it. */
async function upright() {
  const bytes = await sharp({ create: { width: 540, height: 960, channels: 4, background: '#2e7d5b80' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'upright.png', { type: 'image/png' })
}

const errorOf = async (app: PublishingApp, post: Parameters<PublishingApp['send']>[0]) =>
  (await (await app.send(post)).json()) as {
    code?: string
    message?: string
    fields?: Record<string, string>
  }

for (const network of ['facebook', 'instagram'] as const)
  for (const [kind, file] of [
    ['picture', upright],
    ['video', clip],
  ] as const)
    test(`publishes a ${kind} as a story on ${network}, without text, in its own ratio`, async () => {
      const app = await publishingApp({ networks: [network] })
      const post = await app.accept({
        platforms: [on(network, { message: 'For the team' })],
        media: [await file()],
        altTexts: ['A green wall'],
      })
      await app.run()
      const delivery = await app.delivery(post, network)
      expect(delivery).toMatchObject({
        state: 'published',
        message: 'For the team',
        extras: { kind: 'story' },
      })
      expect(delivery.permalink).toContain('/stories/')
      const [published, ...others] = await app.published()
      expect(others).toEqual([])
      expect(published).toMatchObject({
        isStory: true,
        message: '',
        media: [{ type: kind === 'video' ? 'video' : 'image' }],
      })
      if (kind === 'picture') expect(published?.media[0]).toMatchObject({ width: 540, height: 960 })
      app.clock.advance(25 * 60 * 60_000)
      await app.run()
      expect((await app.delivery(post, network)).removedAt).toBeUndefined()
    })

test('sends a story again only once its network doesn’t show it', async () => {
  for (const [network, operation, file] of [
    ['facebook', 'photo_stories', upright],
    ['facebook', 'video_stories', clip],
    ['instagram', 'media_publish', upright],
  ] as const)
    for (const kind of ['drop-before', 'drop-after', 'commit-then-500']) {
      const app = await publishingApp({ networks: [network] })
      await app.fault({ provider: network, operation, kind })
      const post = await app.accept({ platforms: [on(network)], media: [await file()] })
      await app.run()
      for (let minutes = 0; minutes < 5; minutes++) {
        app.clock.advance(60_000)
        await app.run()
      }
      const { state, permalink } = await app.delivery(post, network)
      expect([network, operation, kind, state]).toEqual([network, operation, kind, 'published'])
      expect(permalink).toContain('/stories/')
      expect(await app.published()).toHaveLength(1)
    }
})

test('finds a story whose response was lost, unless another story could be meant', async () => {
  const linksAfter = async (...lost: (typeof clip)[]) => {
    const app = await publishingApp({ networks: ['instagram'] })
    const accept = async (file: File) => app.accept({ platforms: [on('instagram')], media: [file] })
    const answered = await accept(await picture('navy'))
    await app.run()
    await app.fault({
      provider: 'instagram',
      operation: 'media_publish',
      kind: 'drop-after',
      times: lost.length,
    })
    const posts = []
    for (const file of lost) posts.push(await accept(await file()))
    for (let minutes = 0; minutes < 3; minutes++) {
      await app.run()
      app.clock.advance(60_000)
    }
    expect(await app.published()).toHaveLength(lost.length + 1)
    const deliveries = await Promise.all([answered, ...posts].map(post => app.delivery(post, 'instagram')))
    expect(deliveries.map(({ state }) => state)).toEqual(deliveries.map(() => 'published'))
    const published = await app.world<{ permalink: string; media: { type: string }[] }[]>('published')
    const links = deliveries.flatMap(({ permalink }) => permalink ?? [])
    expect(new Set(links).size).toBe(links.length)
    return deliveries.map(
      ({ permalink }) => permalink && published.find(story => story.permalink === permalink)?.media[0]?.type,
    )
  }
  expect(await linksAfter(clip)).toEqual(['image', 'video'])
  expect(await linksAfter(upright)).toEqual(['image', 'image'])
  expect(await linksAfter(upright, clip)).toEqual(['image', 'image', 'video'])
  expect(await linksAfter(upright, upright)).toEqual(['image', undefined, undefined])
})

test('resumes the upload of a story’s video where it was cut', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'video_stories.transfer', kind: 'drop-after' })
  await app.accept({ platforms: [on('facebook')], media: [await clip()] })
  await app.run()
  app.clock.advance(10_000)
  await app.run()
  expect(await app.published()).toHaveLength(1)
  const requests =
    await app.world<{ path: string; query: object; form: Record<string, string> }[]>('requests')
  expect(requests.filter(({ form }) => form.upload_phase === 'start')).toHaveLength(1)
  expect(requests.filter(({ path }) => path.includes('rupload'))).toHaveLength(1)
})

test('rejects a story without a file, with several chosen ones, or with a first comment', async () => {
  const app = await publishingApp()
  const files = [await picture('red'), await picture('navy')]
  expect((await errorOf(app, { platforms: [on('facebook')], textOnly: true })).message).toStartWith(
    'A story needs a picture or a video.',
  )
  expect(
    (await errorOf(app, { platforms: [on('instagram', { media: [0, 1] })], media: files })).message,
  ).toBe('A story on Instagram shows one picture or one video. Please choose one.')
  expect(
    (await errorOf(app, { platforms: [on('instagram', { firstComment: 'Hi' })], media: files })).message,
  ).toBe('A story on Instagram takes no comments. Please leave its first comment empty.')
  const { results } = (await (await app.send({ platforms: [on('instagram')], media: files })).json()) as {
    results: { message: string }[]
  }
  expect(results[0]?.message).toBe(
    'A story on Instagram shows one picture or one video: the first picture goes there.',
  )
})

test('rejects a story on a network without stories', async () => {
  const app = await publishingApp({ networks: ['google'] })
  const story = { platform: 'google' as const, message: 'Hello', extras: STORY }
  const { fields } = await errorOf(app, { platforms: [story], media: [await picture('red')] })
  expect(fields).toEqual({ 'platforms.extras': 'Google Business Profile takes no stories.' })
})

test('keeps a story a story when its text or files change, and asks for approval when it becomes a post', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const id = await app.accept({
    platforms: [on('instagram')],
    media: [await picture('red')],
    inSeconds: 3600,
  })
  const read = () => app.read(id)
  const before = await read()
  await app.call(`businesses/${before.domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  const change = async (platform: object) => {
    const { version, media } = await read()
    const response = await app.call(`posts/${id}`, {
      method: 'PUT',
      json: {
        version,
        platforms: [{ platform: 'instagram', message: 'Hello', ...platform }],
        mediaIds: media.map(({ _id }) => _id),
        scheduledTime: Math.floor(Date.parse(before.publishAt) / 1000),
      },
    })
    expect(response.status).toBe(200)
  }
  await change({ message: '' })
  expect((await read()).deliveries[0]).toMatchObject({ extras: { kind: 'story' } })
  const approved = (await read()).approval?.contentHash
  await change({ message: 'Now a post', extras: null })
  const after = await read()
  expect(after.deliveries[0]?.extras).toBeUndefined()
  expect(after.approval?.contentHash).not.toBe(approved)
})

test('keeps a story without a name apart from the text of other networks', async () => {
  const app = await publishingApp({ networks: ['facebook', 'google'] })
  const google = { platform: 'google' as const, message: 'Hello' }
  const id = await app.accept({
    platforms: [on('facebook'), google],
    media: [await picture('red')],
    inSeconds: 3600,
  })
  const { data } = (await (await app.call(`posts/${id}/content`)).json()) as { data: PostContent }
  expect(data.content).toMatchObject({ sameMessage: false, messages: { facebook: '', google: 'Hello' } })
})

for (const [operation, file] of [
  ['photo_stories', upright],
  ['video_stories', clip],
] as const)
  test(`uploads the file of a story again after ${operation} has rejected it`, async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.fault({ provider: 'facebook', operation, kind: 'error', code: 100, status: 400 })
    const id = await app.accept({ platforms: [on('facebook')], media: [await file()] })
    await app.run()
    const { _id, state } = await app.delivery(id, 'facebook')
    expect(state).toBe('failed')
    const steps = await app.ctx.db.select().from(deliverySteps).where(eq(deliverySteps.deliveryId, _id))
    expect(steps).toEqual([])
  })
