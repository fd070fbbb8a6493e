import { expect, test } from 'bun:test'

import { picture, publishingApp } from '#api/test/publishing.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'

type ResponseBody = { message: string; postId: string }

async function send(
  app: Awaited<ReturnType<typeof publishingApp>>,
  platforms: string[],
  { textOnly = true, files = [] }: { textOnly?: boolean; files?: File[] } = {},
) {
  const form = new FormData()
  const list = platforms.map(platform => ({ platform, message: 'Closed on Friday' }))
  form.set('data', JSON.stringify({ platforms: list, textOnly }))
  for (const file of files) form.append('media', file)
  const response = await app.call('auth/createPosts', { form })
  return { status: response.status, ...((await response.json()) as ResponseBody) }
}

test('publishes a post without a picture on Facebook and Google, once', async () => {
  const app = await publishingApp({ networks: ['facebook', 'google'] })
  const { postId } = await send(app, ['facebook', 'google'])
  await app.run()
  await app.run()
  const { deliveries, media } = await app.read(postId)
  expect(media).toEqual([])
  expect(deliveries.map(({ state }) => state)).toEqual(['published', 'published'])
  const published = (await app.published()).filter(({ message }) => message === 'Closed on Friday')
  expect(published.map(({ network, media: files }) => [network, files.length]).toSorted()).toEqual([
    ['facebook', 0],
    ['google', 0],
  ])
})

test('finds a post without a picture after a lost response, and doesn’t publish it again', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'feed', kind: 'commit-then-500' })
  const { postId } = await send(app, ['facebook'])
  await app.run()
  app.clock.advance(5 * 60_000)
  await app.run()
  expect((await app.read(postId)).deliveries[0]?.state).toBe('published')
  expect((await app.published()).filter(({ message }) => message === 'Closed on Friday')).toHaveLength(1)
})

test('rejects a post without a picture on Instagram, or if the author didn’t choose to omit it', async () => {
  const app = await publishingApp()
  const instagram = POST_MESSAGES.noPictureFor('Instagram')
  expect(await send(app, ['facebook', 'instagram'])).toMatchObject({ status: 400, message: instagram })
  expect(await send(app, ['facebook'], { textOnly: false })).toMatchObject({
    status: 400,
    message: MEDIA_MESSAGES.none,
  })
})

test('rejects files in a post that the author chose to send without a picture', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const response = await send(app, ['facebook'], { files: [await picture('red')] })
  expect(response).toMatchObject({ status: 400, message: POST_MESSAGES.withoutPicture })
})
