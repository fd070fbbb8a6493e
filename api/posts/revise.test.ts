import { expect, test } from 'bun:test'

import { deliverySteps } from '#api/db/schema/posts/posts.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { Post } from '#shared/posts/posts.ts'

/** Creates an app with a post that is due in ten minutes, and functions that replace its content. */
async function scheduled(networks: NetworkId[] = ['facebook', 'instagram'], first: NetworkId[] = networks) {
  const app = await publishingApp({ networks })
  const postId = await app.accept({
    platforms: first.map(platform => ({ platform, message: 'Old' })),
    inSeconds: 600,
  })
  const upload = async (colour: string) => {
    const form = new FormData()
    form.append('media', await picture(colour))
    return ((await (await app.call('media', { form })).json()) as { data: { _id: string } }).data._id
  }
  const green = await upload('green')
  const content = (message: string, platforms: NetworkId[] = networks, change: object = {}) => ({
    platforms: platforms.map(platform => ({ platform, message })),
    mediaIds: [green],
    altTexts: [`alt ${message}`],
    ...change,
  })
  const revise = async (json: object) => {
    const response = await app.call(`posts/${postId}`, { method: 'PUT', json })
    return {
      status: response.status,
      ...((await response.json()) as { message: string; data: Post; fields?: object }),
    }
  }
  const texts = async () => (await app.published()).map(({ network, message }) => [network, message])
  return { ...app, postId, green, upload, content, revise, texts }
}

test('replaces texts, pictures, alt texts, first comment and time, and publishes the new content once', async () => {
  const app = await scheduled()
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 1200
  const input = app.content('New', undefined, { scheduledTime, timeZone: 'Australia/Perth' })
  const platforms = input.platforms.map(one => ({ ...one, firstComment: 'First!' }))
  const { data } = await app.revise({ ...input, platforms })
  expect(data).toMatchObject({
    version: 1,
    timeZone: 'Australia/Perth',
    publishAt: new Date(scheduledTime * 1000).toISOString(),
    media: [{ _id: app.green, altText: 'alt New' }],
    deliveries: ['facebook', 'instagram'].map(network => ({
      network,
      message: 'New',
      state: 'scheduled',
      firstComment: { message: 'First!' },
    })),
  })
  app.clock.advance(600_000)
  await app.run()
  expect(await app.published()).toEqual([])
  app.clock.advance(600_000)
  await app.run()
  await app.run()
  expect(
    (await app.published()).map(({ message, media, ownComments }) => [message, media.length, ownComments]),
  ).toEqual([
    ['New', 1, ['First!']],
    ['New', 1, ['First!']],
  ])
})

test('adds a network and removes another', async () => {
  const app = await scheduled(['facebook', 'instagram'], ['facebook'])
  const { data } = await app.revise(app.content('New', ['instagram']))
  expect(data.deliveries.map(({ network, state }) => [network, state])).toEqual([['instagram', 'scheduled']])
  app.clock.advance(600_000)
  await app.run()
  expect(await app.texts()).toEqual([['instagram', 'New']])
})

test('marks a removed network as cancelled if an attempt was made there, and can add it again', async () => {
  const app = await scheduled()
  await app.rejectPosts('facebook')
  await app.rejectPosts('instagram')
  app.clock.advance(600_000)
  await app.run()
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 600
  const removed = await app.revise(app.content('New', ['instagram'], { scheduledTime }))
  expect(removed.data.deliveries.map(({ network, state }) => [network, state])).toEqual([
    ['facebook', 'canceled'],
    ['instagram', 'scheduled'],
  ])
  await app.revise(app.content('Newer', ['facebook', 'instagram'], { scheduledTime }))
  app.clock.advance(600_000)
  await app.run()
  expect((await app.texts()).toSorted()).toEqual([
    ['facebook', 'Newer'],
    ['instagram', 'Newer'],
  ])
})

test('rejects a change once a network has published, and changes nothing', async () => {
  const app = await scheduled()
  await app.rejectPosts('instagram')
  app.clock.advance(600_000)
  await app.run()
  const before = await app.read(app.postId)
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 600
  expect(await app.revise(app.content('New', ['instagram'], { scheduledTime }))).toMatchObject({
    status: 409,
    message: 'This post is being published or already is, so it can’t be changed any more.',
  })
  expect(await app.read(app.postId)).toMatchObject({ version: before.version, deliveries: before.deliveries })
})

test('rejects a change of a cancelled post, and one without a message, a network or a picture', async () => {
  const app = await scheduled()
  expect((await app.revise(app.content(' '))).message).toBe('Please enter a message to post.')
  expect((await app.revise(app.content('New', []))).status).toBe(400)
  expect((await app.revise(app.content('New', undefined, { mediaIds: [] }))).status).toBe(400)
  expect((await app.revise(app.content('New', undefined, { mediaIds: ['nobodys'] }))).status).toBe(400)
  expect((await app.revise(app.content('New', ['google']))).message).toBe(
    'Google Business Profile requires a connected account and location.',
  )
  await app.call(`posts/${app.postId}/cancel`, { json: {} })
  expect(await app.revise(app.content('New'))).toMatchObject({
    status: 409,
    message: 'This post was cancelled, so it can’t be changed any more.',
  })
})

test('asks for a new time if the post’s time has passed', async () => {
  const app = await scheduled()
  app.clock.advance(600_000)
  await app.rejectPosts('facebook')
  await app.rejectPosts('instagram')
  await app.run()
  app.clock.advance(120_000)
  expect(await app.revise(app.content('New'))).toMatchObject({
    status: 400,
    message: 'Please choose a time in the future.',
  })
})

test('moves a post to the next free slot, and counts its own slot as free', async () => {
  const app = await scheduled()
  const slots = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, time: '18:00' }))
  await app.call('slots', { method: 'PUT', json: { slots, timeZone: 'UTC' } })
  const first = await app.revise(app.content('New', undefined, { slot: 'next' }))
  expect(first.data.publishAt).toBe('2030-01-01T18:00:00.000Z')
  const again = await app.revise(app.content('Newer', undefined, { slot: 'next' }))
  expect(again.data.publishAt).toBe('2030-01-01T18:00:00.000Z')
})

test('rejects a change that is based on an older version', async () => {
  const app = await scheduled()
  expect((await app.revise(app.content('One', undefined, { version: 0 }))).status).toBe(200)
  expect(await app.revise(app.content('Two', undefined, { version: 0 }))).toMatchObject({
    status: 409,
    message: 'This post was changed in another window. Reload it to see the changes.',
  })
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 900
  await app.call(`posts/${app.postId}/move`, { json: { scheduledTime } })
  expect((await app.revise(app.content('Three', undefined, { version: 1 }))).status).toBe(409)
  const textAlone = { platforms: [{ platform: 'facebook', message: 'Four' }], version: 1 }
  const edited = await app.call(`posts/${app.postId}`, { method: 'PUT', json: textAlone })
  expect(edited.status).toBe(409)
  expect((await app.read(app.postId)).deliveries.map(({ message }) => message)).toEqual(['One', 'One'])
})

test('applies exactly one of many simultaneous changes, and all of it', async () => {
  const app = await scheduled()
  const inputs = ['A', 'B', 'C', 'D', 'E', 'F'].map((message, index) =>
    app.content(message, index % 2 === 0 ? ['facebook', 'instagram'] : ['instagram'], { version: 0 }),
  )
  const results = await Promise.all(inputs.map(input => app.revise(input)))
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  const won = inputs[results.findIndex(({ status }) => status === 200)]!
  const post = await app.read(app.postId)
  expect(post.deliveries.map(({ network, message }) => ({ platform: network, message }))).toEqual(
    won.platforms,
  )
  expect(post.media.map(({ altText }) => altText)).toEqual(won.altTexts)
})

for (const wait of [0, 1, 2, 4, 8])
  test(`publishes either the old or the new content, never a mix, when a post is changed as it falls due (${wait} ms later)`, async () => {
    const app = await scheduled()
    app.clock.advance(600_000)
    const scheduledTime = Math.floor(+app.clock.now() / 1000)
    const running = app.run()
    await new Promise(resolve => setTimeout(resolve, wait))
    const { status } = await app.revise(app.content('New', ['instagram'], { scheduledTime }))
    await running
    await app.run()
    const published = await app.published()
    const seen = published.map(({ network, message, media }) => [network, message, media.length]).toSorted()
    expect(seen).toEqual(
      status === 200
        ? [['instagram', 'New', 1]]
        : [
            ['facebook', 'Old', 2],
            ['instagram', 'Old', 2],
          ],
    )
  })

test('removes all pictures if the author chooses so and the network allows it', async () => {
  const app = await scheduled(['facebook'])
  const json = app.content('Words alone', undefined, { mediaIds: [], altTexts: [], textOnly: true })
  expect((await app.revise(json)).data.media).toEqual([])
  app.clock.advance(600_000)
  await app.run()
  expect((await app.published()).map(({ message, media }) => [message, media])).toEqual([['Words alone', []]])
})

test('discards uploads and containers of the old content', async () => {
  const app = await scheduled()
  await app.rejectPosts('facebook')
  await app.rejectPosts('instagram')
  app.clock.advance(600_000)
  await app.run()
  expect(await app.ctx.db.select().from(deliverySteps)).not.toEqual([])
  const scheduledTime = Math.floor(+app.clock.now() / 1000) + 600
  expect((await app.revise(app.content('New', undefined, { scheduledTime }))).status).toBe(200)
  expect(await app.ctx.db.select().from(deliverySteps)).toEqual([])
})
