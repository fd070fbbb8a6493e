import { beforeEach, describe, expect, test } from 'bun:test'

import { trackInFlight } from '#api/deliveries/capacity.ts'
import { startAfterLoss } from '#api/test/db/database-loss.ts'
import type { Fault } from '#api/test/fault.ts'
import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import type { Delivery } from '#shared/posts/posts.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { attemptComment, claimDueComments } from './first-comments.ts'

const NETWORKS = ['facebook', 'instagram'] as const
const MINUTE = 60_000

let app: PublishingApp

beforeEach(async () => {
  app = await publishingApp()
})

const comments = async () => (await app.published()).map(({ network, ownComments }) => [network, ownComments])

/** Publishes a post. The next run adds its comment. */
async function publish(
  network: (typeof NETWORKS)[number],
  firstComment = 'Book on 03 9000 0000',
  message = 'Hello',
) {
  const postId = await app.accept({
    platforms: [{ platform: network, message, firstComment }],
    media: [await picture('red')],
  })
  await app.run()
  return postId
}

async function untilSettled(postId: string, network: (typeof NETWORKS)[number]) {
  for (let round = 0; round < 40; round++) {
    await app.run()
    const { firstComment } = (await app.delivery(postId, network)) as Required<Delivery>
    if (firstComment.state === 'added' || firstComment.state === 'failed') return firstComment
    app.clock.advance(30_000)
  }
  throw new Error('The first comment is still on its way')
}

const fault = (network: (typeof NETWORKS)[number], kind: string, more: Partial<Fault> = {}) =>
  app.fault({ provider: network, operation: 'comments', kind, ...more })

describe.each(NETWORKS)('on %s', network => {
  test('adds a first comment once, after its post is published', async () => {
    const postId = await app.accept({
      platforms: [{ platform: network, message: 'Hello', firstComment: ' #plumber  ' }],
      media: [await picture('red')],
      inSeconds: 3600,
    })
    await app.run()
    expect((await app.delivery(postId, network)).firstComment).toEqual({
      message: '#plumber',
      state: 'waiting',
      reason: '',
    })
    app.clock.advance(60 * MINUTE)
    await app.run()
    expect((await untilSettled(postId, network)).state).toBe('added')
    app.clock.advance(60 * MINUTE)
    await app.run()
    expect(await comments()).toEqual([[network, ['#plumber']]])
  })

  test.each(['drop-after', 'commit-then-500', 'bad-json'])(
    'finds a comment whose response was lost (%s), and does not add it twice',
    async kind => {
      await fault(network, kind)
      const postId = await publish(network)
      await app.run()
      expect((await untilSettled(postId, network)).state).toBe('added')
      expect(await comments()).toEqual([[network, ['Book on 03 9000 0000']]])
    },
  )

  test('reconciles a comment that never arrived, then adds it', async () => {
    await fault(network, 'drop-before')
    const postId = await publish(network)
    await app.run()
    expect((await app.delivery(postId, network)).firstComment).toMatchObject({
      state: 'unconfirmed',
      reason: expect.stringContaining('checking'),
    })
    expect((await untilSettled(postId, network)).state).toBe('added')
    expect(await comments()).toEqual([[network, ['Book on 03 9000 0000']]])
  })

  test('does not repeat a comment while the network can’t be reached', async () => {
    await fault(network, 'drop-after')
    await app.fault({ provider: network, operation: 'comments.read', kind: 'error', code: 2, times: 6 })
    const postId = await publish(network)
    expect((await untilSettled(postId, network)).state).toBe('added')
    expect(await comments()).toEqual([[network, ['Book on 03 9000 0000']]])
  })

  test('keeps the post published when its comment is rejected, and notifies the author once', async () => {
    await fault(network, 'error', { code: 100 })
    const postId = await publish(network)
    const { state, reason } = await untilSettled(postId, network)
    expect(state).toBe('failed')
    expect(reason).not.toBe('')
    expect((await app.delivery(postId, network)).state).toBe('published')
    const { data } = (await (await app.author.call('notifications')).json()) as { data: { title: string }[] }
    expect(data.filter(({ title }) => title.includes('without its first comment'))).toHaveLength(1)
    const [mail, ...others] = (await app.mails()).filter(({ subject }) =>
      subject.includes('without its first comment'),
    )
    expect(others).toEqual([])
    expect(mail?.text).toContain('Book on 03 9000 0000')
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(reason)
    expect(mail?.text).toContain(`/dashboard/view-post?post=${postId}`)
  })

  test('sends no mail about a rejected comment to users who have turned mail off', async () => {
    await app.call('settings', { method: 'PUT', json: { ...DEFAULT_SETTINGS, emailNotifications: false } })
    await fault(network, 'error', { code: 100 })
    expect((await untilSettled(await publish(network), network)).state).toBe('failed')
    expect(await app.mails()).toEqual([])
  })

  test('explains a missing permission, and keeps publishing posts', async () => {
    await fault(network, 'error', { code: network === 'facebook' ? 200 : 10 })
    const postId = await publish(network)
    expect((await untilSettled(postId, network)).reason).toContain('permission to comment')
    expect((await app.delivery(await publish(network, '', 'Another'), network)).state).toBe('published')
  })

  test('retries after a transient failure', async () => {
    await fault(network, 'error', { code: 4 })
    const postId = await publish(network)
    expect((await untilSettled(postId, network)).state).toBe('added')
    expect(await comments()).toEqual([[network, ['Book on 03 9000 0000']]])
  })

  test('gives up on a comment that could not be added within a day', async () => {
    await app.fault({ provider: network, operation: 'comments', kind: 'error', code: 4, times: 1000 })
    const postId = await publish(network)
    await app.run()
    app.clock.advance(25 * 60 * MINUTE)
    expect(await untilSettled(postId, network)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('within a day'),
    })
  })

  test('reconciles a comment before adding it when its process was killed', async () => {
    const postId = await publish(network)
    const [claimed] = await claimDueComments(app.ctx, trackInFlight().capacity())
    expect(await attemptComment(app.ctx, claimed!)).toMatchObject({ outcome: { state: 'added' } })
    expect((await app.delivery(postId, network)).firstComment?.state).toBe('adding')
    expect((await untilSettled(postId, network)).state).toBe('added')
    expect(await comments()).toEqual([[network, ['Book on 03 9000 0000']]])
  })
})

test('adds comments on other networks while one network doesn’t respond', async () => {
  const called = Promise.withResolvers<void>()
  const response = Promise.withResolvers<void>()
  const { facebook } = app.ctx.networks
  const comments = facebook.comments!
  app.ctx.networks.facebook = {
    ...facebook,
    comments: {
      ...comments,
      add: async (own, asking) => {
        called.resolve()
        await response.promise
        return comments.add(own, asking)
      },
    },
  }
  const slow = await publish('facebook')
  const started = app.engine.tick()
  await called.promise
  await started

  const quick = await app.accept({
    platforms: [{ platform: 'instagram', message: 'Hello', firstComment: '#plumber' }],
    media: [await picture('red')],
  })
  const states = async () => [
    (await app.delivery(slow, 'facebook')).firstComment?.state,
    (await app.delivery(quick, 'instagram')).firstComment?.state,
  ]
  for (let tick = 0; tick < 500 && (await states())[1] !== 'added'; tick++) await app.engine.tick()
  expect(await states()).toEqual(['adding', 'added'])

  app.clock.advance(MINUTE)
  await app.engine.tick()
  response.resolve()
  await app.engine.idle()
  expect(await states()).toEqual(['added', 'added'])
})

test('reconciles a comment that may have been added before a restore', async () => {
  const postId = await publish('facebook')
  await startAfterLoss(app)
  await app.run()
  expect((await app.delivery(postId, 'facebook')).firstComment).toMatchObject({ state: 'unconfirmed' })
  expect(await comments()).toEqual([['facebook', []]])
  app.clock.advance(2 * MINUTE)
  await app.run()
  expect(await comments()).toEqual([['facebook', [expect.any(String)]]])
})

test('rejects a post whose comment the network wouldn’t accept, and saves nothing', async () => {
  const response = await app.send({
    platforms: [{ platform: 'instagram', message: 'Hello', firstComment: '#x '.repeat(31) }],
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    message: 'Instagram takes up to 30 hashtags in a comment. Please remove some.',
  })
})

test('changes, adds and removes a first comment until its post is published', async () => {
  const postId = await app.accept({
    platforms: [
      { platform: 'facebook', message: 'Hello', firstComment: 'First thought' },
      { platform: 'instagram', message: 'Hello' },
    ],
    inSeconds: 3600,
  })
  const edit = (facebook: string, instagram: string) =>
    app.call(`posts/${postId}`, {
      method: 'PUT',
      json: {
        platforms: [
          { platform: 'facebook', message: 'Hello', firstComment: facebook },
          { platform: 'instagram', message: 'Hello', firstComment: instagram },
        ],
      },
    })
  expect((await edit('Second thought', '#added')).status).toBe(200)
  const messages = async () =>
    (await app.read(postId)).deliveries.map(({ firstComment }) => firstComment?.message)
  expect(await messages()).toEqual(['Second thought', '#added'])
  await edit('Second thought', '')
  expect(await messages()).toEqual(['Second thought', undefined])
  app.clock.advance(60 * MINUTE)
  await app.run()
  await untilSettled(postId, 'facebook')
  expect((await comments()).toSorted()).toEqual([
    ['facebook', ['Second thought']],
    ['instagram', []],
  ])
})
