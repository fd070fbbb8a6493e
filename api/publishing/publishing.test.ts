import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { members } from '#api/db/schema/businesses/members.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { liveEvents } from '#api/db/schema/server/live.ts'
import { mailOutcomes } from '#api/db/schema/server/mail.ts'
import { broadcastNotifications } from '#api/notifications/notifications.ts'
import { setSwitch } from '#api/settings/settings.ts'
import { addMember } from '#api/test/members.ts'
import { clip, picture, publishingApp } from '#api/test/publishing.ts'
import { sweepSuccessMails } from './settlement/published.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

describe('publishing', () => {
  test('publishes a post once on both networks, with its pictures and alt texts', async () => {
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

  test('publishes a video once on both networks', async () => {
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

  test('publishes two pictures and a video on Instagram but only the pictures on Facebook, and notifies the author', async () => {
    const app = await publishingApp()
    const response = await app.send({ media: [await picture('red'), await picture('navy'), await clip()] })
    const { results } = (await response.json()) as { results: { platform: string; message?: string }[] }
    expect(results.find(({ platform }) => platform === 'facebook')?.message).toBe(
      'Facebook takes pictures or one video in a post: the 2 pictures go there.',
    )
    for (let round = 0; round < 3; round++) {
      await app.run()
      app.clock.advance(10 * SECOND)
    }
    const media = Object.fromEntries((await app.published()).map(post => [post.network, post.media.length]))
    expect(media).toEqual({ facebook: 2, instagram: 3 })
  })

  test('publishes a scheduled post at its time', async () => {
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

  test('notifies the author once about a post on several networks, and names its business', async () => {
    const app = await publishingApp()
    await app.accept()
    await app.run()
    await app.run()
    const mails = await app.mails()
    expect(mails.map(({ subject }) => subject)).toEqual(['Published on Facebook and Instagram'])
    expect(mails[0]?.text).toStartWith('Pat’s Plumbing')
    expect(await titles(app)).toEqual(['Published on Facebook and Instagram'])
  })

  test('adds a network that publishes later to the post’s notification, and broadcasts it as unread again', async () => {
    const app = await publishingApp()
    await app.fault({
      provider: 'instagram',
      operation: 'media_publish',
      kind: 'error',
      code: 4,
      status: 400,
    })
    await app.accept()
    await app.run()
    expect(await titles(app)).toEqual(['Published on Facebook'])
    expect(await app.mails()).toEqual([])
    await broadcastNotifications(app.ctx)
    await app.author.call('notifications/read', { method: 'POST' })
    app.clock.advance(60 * MINUTE)
    await app.run()
    await broadcastNotifications(app.ctx)
    expect(await titles(app)).toEqual(['Published on Facebook and Instagram'])
    const events = await app.ctx.db.select().from(liveEvents).where(eq(liveEvents.type, 'notification'))
    expect(events.map(({ data }) => data)).toMatchObject([
      { title: 'Published on Facebook' },
      { title: 'Published on Facebook and Instagram' },
    ])
    const counts = await (await app.author.call('notifications/counts')).json()
    expect(counts).toMatchObject({ data: { unread: 1 } })
    expect(await app.mails()).toHaveLength(1)
  })

  test('mails a post’s success once, even if a cancelled network is restored and published later', async () => {
    const app = await publishingApp()
    const postId = await app.accept({ inSeconds: 600 })
    const { _id: deliveryId } = await app.delivery(postId, 'instagram')
    await app.call(`posts/${postId}/cancel`, { json: { deliveryId } })
    app.clock.advance(10 * MINUTE)
    await app.run()
    expect((await app.mails()).map(({ subject }) => subject)).toEqual(['Published on Facebook'])
    expect((await app.call(`posts/${postId}/restore`, { json: { deliveryId } })).status).toBe(200)
    await app.run()
    expect(await app.published()).toHaveLength(2)
    expect(await titles(app)).toEqual(['Published on Facebook and Instagram'])
    expect(await app.mails()).toHaveLength(1)

    await sweepSuccessMails(app.ctx)
    expect(await app.ctx.db.$count(mailOutcomes)).toBe(1)
    await app.ctx.db.delete(posts)
    await sweepSuccessMails(app.ctx)
    expect(await app.ctx.db.$count(mailOutcomes)).toBe(0)
  })

  test('mails only problems unless the author asks for mail about success', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await setSwitch(app.ctx, app.author.userId, 'publishedEmails', false)
    await app.accept()
    await app.run()
    expect(await titles(app)).toEqual(['Published on Facebook'])
    expect(await app.mails()).toEqual([])
  })

  test('mails nobody about the success of a member who has left', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await setSwitch(app.ctx, app.author.userId, 'publishedEmails', false)
    const colleague = await app.signUp()
    await addMember(app.ctx, { domainId: app.author.domainId, userId: colleague.userId, role: 'editor' })
    await setSwitch(app.ctx, colleague.userId, 'publishedEmails', true)
    const form = new FormData()
    const platforms = [{ platform: 'facebook', message: 'Parting words' }]
    form.set('data', JSON.stringify({ platforms, textOnly: true }))
    form.set('isScheduled', 'true')
    form.set('scheduledTime', String(Math.floor(+app.clock.now() / SECOND) + 3600))
    expect((await colleague.call('auth/createPosts', { form })).status).toBe(200)
    await app.ctx.db.delete(members).where(eq(members.userId, colleague.userId))
    app.clock.advance(60 * MINUTE)
    await app.run()
    expect((await app.published()).map(({ message }) => message)).toEqual(['Parting words'])
    expect([await app.mails(), await app.mail(colleague.email)]).toEqual([[], []])
  })

  test('fails a permanently rejected post with its reason, and explains the next step to the author', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.fault({ provider: 'facebook', operation: 'feed', kind: 'error', code: 368, status: 400 })
    const postId = await app.accept()
    const woken: string[] = []
    app.ctx.wake = (...jobs) => void woken.push(...jobs)
    await app.run()
    expect(woken).toContain('send-mail')
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

  test('waits for a rate limit without counting a failure', async () => {
    const app = await publishingApp({ networks: ['instagram'] })
    await app.fault({ provider: 'instagram', operation: 'media_publish', kind: 'quota' })
    const post = { media: [await picture('red')] }
    const postId = await app.accept(post)
    await app.run()
    expect(await app.delivery(postId, 'instagram')).toMatchObject({ state: 'scheduled', reasonCode: 'quota' })
    const later = await app.accept(post)
    await app.run()
    expect((await app.delivery(later, 'instagram')).state).toBe('scheduled')
    await app.clearFaults()
    const transient = { kind: 'error', code: 2, status: 500, times: 2 }
    await app.fault({ provider: 'instagram', operation: 'media', ...transient })
    app.clock.advance(61 * MINUTE)
    await app.run()
    for (const id of [postId, later]) {
      const { nextAttemptAt } = await app.delivery(id, 'instagram')
      expect(+new Date(nextAttemptAt!) - +app.clock.now()).toBeWithin(4 * SECOND, 6 * SECOND + 1)
    }
    app.clock.advance(6 * SECOND)
    await app.run()
    expect(await app.published()).toHaveLength(2)
  })
})

describe('an unconfirmed call', () => {
  const published = [
    ['facebook', 'feed', 'commit-then-500'],
    ['facebook', 'feed', 'drop-after'],
    ['facebook', 'feed', 'bad-json'],
    ['instagram', 'media_publish', 'commit-then-500'],
    ['instagram', 'media_publish', 'drop-after'],
    ['instagram', 'media_publish', 'bad-json'],
  ] as const
  test.each(published)(
    'finds the post and does not send it again after %s %s %s',
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
    'sends a post of %s again once, after %s was dropped and enough time has passed',
    async (provider, operation, waitMs) => {
      const app = await publishingApp({ networks: [provider] })
      await app.fault({ provider, operation, kind: 'drop-before' })
      const postId = await app.accept()
      await app.run()
      app.clock.advance(waitMs / 2)
      await app.run()
      expect((await app.delivery(postId, provider)).state).toBe('unconfirmed')
      expect(await app.published()).toEqual([])
      app.clock.advance(waitMs)
      await app.run()
      expect((await app.delivery(postId, provider)).state).toBe('published')
      expect(await app.published()).toHaveLength(1)
    },
  )

  test('finds a video by its id after the response to its publishing call is lost', async () => {
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

describe('late posts', () => {
  test('holds a post that missed its time during downtime, and notifies once', async () => {
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

  test('notifies once of several posts that missed their time', async () => {
    const app = await publishingApp()
    for (const inSeconds of [60, 120]) await app.accept({ message: `In ${inSeconds}`, inSeconds })
    const soon = await app.accept({ message: 'Not late', inSeconds: 3 * 24 * 3600 - 30 * 60 })
    app.clock.advance(3 * 24 * 60 * MINUTE)
    await app.run()
    await app.run()
    expect((await app.published()).map(({ message }) => message)).toEqual(['Not late', 'Not late'])
    const mails = (await app.mails()).map(({ subject }) => subject)
    expect(mails.filter(subject => !subject.startsWith('Published'))).toEqual([
      '2 posts missed their time and wait for you',
    ])
    expect((await app.delivery(soon, 'facebook')).state).toBe('published')
  })

  test('publishes a post that is slightly late, even if its first call is lost', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.fault({ provider: 'facebook', operation: 'feed', kind: 'drop-before' })
    await app.accept({ inSeconds: 60 })
    app.clock.advance(59 * MINUTE)
    await app.run()
    expect(await app.published()).toEqual([])
    app.clock.advance(5 * MINUTE)
    await app.run()
    expect(await app.published()).toHaveLength(1)
  })
})

describe('a disconnected account', () => {
  test('holds all posts of an account that was signed out, and notifies the author once', async () => {
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

  test('holds scheduled posts when their account is disconnected, and publishes them after it is reconnected', async () => {
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

async function titles({ author }: Awaited<ReturnType<typeof publishingApp>>) {
  const { data } = (await (await author.call('notifications')).json()) as { data: { title: string }[] }
  return data.map(({ title }) => title).toSorted()
}
