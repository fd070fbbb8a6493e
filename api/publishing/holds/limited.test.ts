import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { startCoolDown } from '#api/accounts/accounts.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const open = () => publishingApp({ networks: ['instagram'] })
const shown = (app: PublishingApp, postId: string) => app.delivery(postId, 'instagram')

/** Lets the network limit the account, as it does by its answers, from now on. */
async function limit(app: PublishingApp, forMs: number) {
  const [account] = await app.ctx.db.select().from(accounts).where(eq(accounts.network, 'instagram'))
  await startCoolDown(app.ctx, account!.id, new Date(+app.clock.now() + forMs))
}

async function pass(app: PublishingApp, ms: number) {
  for (let passed = 0; passed < ms; passed += 10 * MINUTE) {
    app.clock.advance(10 * MINUTE)
    await app.run()
  }
}

test('publishes a post whose limit ends before it is late', async () => {
  const app = await open()
  await limit(app, 50 * MINUTE)
  const post = await app.accept({ media: [await picture('red')] })
  await app.run()
  expect(await shown(app, post)).toMatchObject({ state: 'scheduled', reasonCode: 'paused' })
  await pass(app, HOUR)
  expect((await shown(app, post)).state).toBe('published')
})

test('asks once about all posts that a limit makes late, and sends none of them by itself', async () => {
  const app = await open()
  await limit(app, 3 * HOUR)
  const posts = []
  for (const message of ['First', 'Second'])
    posts.push(await app.accept({ message, media: [await picture('red')] }))
  await app.run()
  for (const post of posts)
    expect(await shown(app, post)).toMatchObject({
      state: 'scheduled',
      reason:
        'Instagram has limited posting to this account for so long that this post can’t go out in time. Choose Publish now and it goes out when the limit ends, or reschedule it. Otherwise we’ll ask you once it’s late.',
      nextAttemptAt: new Date(+app.clock.now() + HOUR).toISOString(),
    })
  await pass(app, 5 * HOUR)
  for (const post of posts)
    expect(await shown(app, post)).toMatchObject({ state: 'held', reasonCode: 'late' })
  expect(await app.published()).toEqual([])
  const titles = (await app.ctx.db.select().from(notifications)).map(({ title }) => title)
  expect(titles).toEqual(['2 posts missed their time and wait for you'])
  expect((await app.mails()).map(({ subject }) => subject)).toEqual(titles)

  expect((await app.call(`posts/${posts[0]}/retry`, { json: {} })).status).toBe(200)
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['First'])
})

test('tries a full quota again until the post is late', async () => {
  const app = await open()
  await app.fault({ provider: 'instagram', operation: 'media_publish', kind: 'quota' })
  const post = await app.accept({ media: [await picture('red')] })
  await app.run()
  expect(await shown(app, post)).toMatchObject({ state: 'scheduled', reasonCode: 'quota' })
  await pass(app, 50 * MINUTE)
  expect((await shown(app, post)).state).toBe('scheduled')
  await pass(app, 4 * HOUR)
  expect(await shown(app, post)).toMatchObject({ state: 'held', reasonCode: 'late' })
})

test('publishes a post at the end of its account’s pause if a person chose Publish now, unless a new pause makes it late', async () => {
  const app = await open()
  await limit(app, 3 * HOUR)
  const posts = []
  for (const message of ['First', 'Second'])
    posts.push(await app.accept({ message, media: [await picture('red')] }))
  await app.run()
  await pass(app, HOUR)
  const end = +app.clock.now() + 2 * HOUR
  const until = new Date(end).toISOString()
  for (const post of posts) {
    expect(await shown(app, post)).toMatchObject({ state: 'held', pausedUntil: until })
    const { message, data } = (await (await app.call(`posts/${post}/retry`, { json: {} })).json()) as {
      message: string
      data: { publishAt: string }
    }
    expect(message).toMatch(
      /^Instagram has paused posting to this account until .+, 3:00 pm UTC\. The post goes out there by itself then\.$/,
    )
    expect(data.publishAt).toBe(until)
    expect(await shown(app, post)).toMatchObject({
      state: 'scheduled',
      reasonCode: 'after_pause',
      publishAt: until,
      nextAttemptAt: until,
    })
  }

  await pass(app, HOUR + 50 * MINUTE)
  expect(await app.published()).toEqual([])
  await limit(app, HOUR)
  await pass(app, HOUR)
  expect((await app.published()).map(({ message }) => message).toSorted()).toEqual(['First', 'Second'])

  await limit(app, 3 * HOUR)
  const third = await app.accept({ message: 'Third', media: [await picture('red')] })
  await app.run()
  await app.call(`posts/${third}/retry`, { json: { deliveryId: (await shown(app, third))._id } })
  await pass(app, 2 * HOUR)
  await limit(app, 4 * HOUR)
  await pass(app, 2 * HOUR)
  expect(await shown(app, third)).toMatchObject({ state: 'held', reasonCode: 'late' })
})

test('says nothing of another network’s pause when one delivery is published now', async () => {
  const app = await publishingApp({ networks: ['facebook', 'instagram'] })
  await limit(app, 3 * HOUR)
  const post = await app.accept({
    media: [await picture('red')],
    inSeconds: 24 * 3600,
  })
  const retry = async (network: 'facebook' | 'instagram') => {
    const { _id: deliveryId } = await app.delivery(post, network)
    const response = await app.call(`posts/${post}/retry`, { json: { deliveryId } })
    return ((await response.json()) as { message: string }).message
  }
  expect(await retry('instagram')).toStartWith('Instagram has paused posting')
  expect(await retry('facebook')).toBe('On its way.')
})
