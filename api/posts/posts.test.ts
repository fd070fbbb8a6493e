import { describe, expect, test } from 'bun:test'

import { media } from '#api/db/schema/posts/media.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { Post } from '#shared/posts/posts.ts'

const MINUTE = 60_000
type Refusal = { code: string; message: string; fields?: Record<string, string> }

test('lists the networks of a post in the order of the composer', async () => {
  const app = await publishingApp({ networks: ['google', 'instagram', 'facebook'] })
  const postId = await app.accept({ media: [await picture('red')], inSeconds: 3600 })
  const { deliveries } = await app.read(postId)
  expect(deliveries.map(({ network }) => network)).toEqual(['facebook', 'instagram', 'google'])
})

test('shows a post with its deliveries of one moment, whatever is changed meanwhile', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const id = await app.accept({ message: 'Open', inSeconds: 3600 })
  const client = app.ctx.db.$client
  const { execute, batch } = client
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  /** Changes the post after each call of the database. */
  const thenChanged =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> => {
      const result = last.then(() => call.apply(client, args))
      last = result.then(async () => {
        await execute.call(client, { sql: 'update posts set version = ?', args: [++count] } as never)
        await execute.call(client, {
          sql: 'update deliveries set message = ?',
          args: [String(count)],
        } as never)
      })
      return result
    }
  Object.assign(client, { execute: thenChanged(execute), batch: thenChanged(batch) })
  const { version, deliveries } = await app.read(id)
  Object.assign(client, { execute, batch })
  expect(deliveries.map(({ message }) => message)).toEqual([String(version)])
})

describe('creating a post', () => {
  test('rejects invalid posts with the specification’s messages, in its order, and saves nothing', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const refusal = async (post: Parameters<typeof app.send>[0]) => {
      const response = await app.send(post)
      expect(response.status).toBe(400)
      return (await response.json()) as Refusal
    }
    expect(await refusal({ platforms: [], media: [] })).toMatchObject({
      code: 'invalid',
      message: 'Please select at least one platform to post to.',
    })
    expect((await refusal({ message: '  ', media: [] })).message).toBe('Please enter a message to post.')
    expect((await refusal({ message: '\u200B\n\u2800', media: [] })).message).toBe(
      'Please enter a message to post.',
    )
    const differing = [
      { platform: 'facebook' as const, message: 'Hello' },
      { platform: 'instagram' as const, message: '' },
    ]
    expect((await refusal({ platforms: differing, media: [] })).message).toBe(
      'Please enter a message for Instagram.',
    )
    expect(
      (await refusal({ platforms: [{ platform: 'instagram', message: 'Hi' }], media: [] })).message,
    ).toBe('Instagram requires a connected account with User ID and Access Token.')
    expect((await refusal({ media: [] })).message).toBe('Please select at least one image or video to post.')
    expect((await refusal({ message: 'x'.repeat(63_207) })).message).toBe(
      'Facebook: Message exceeds limit by 1 character (63207/63206)',
    )
    expect((await refusal({ inSeconds: -3600 })).message).toBe('Please choose a time in the future.')
    expect(await listed(app)).toEqual([])
  })

  test('requires a time for a scheduled post', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const form = new FormData()
    form.set('data', JSON.stringify({ platforms: [{ platform: 'facebook', message: 'Hi' }] }))
    form.append('media', await picture('red'))
    form.set('isScheduled', 'true')
    form.set('scheduledTime', '')
    const response = await app.call('auth/createPosts', { form })
    expect(response.status).toBe(400)
    expect(((await response.json()) as Refusal).fields).toEqual({
      scheduledTime: 'Please choose a date and time to schedule.',
    })
  })

  test('requires a connected Page', async () => {
    const app = await publishingApp({ networks: [] })
    const response = await app.send({ platforms: [{ platform: 'facebook', message: 'Hi' }] })
    expect(((await response.json()) as Refusal).message).toBe(
      'Facebook requires a selected Page and Page Access Token.',
    )
  })

  test('publishes on the connected Page, and ignores Page ids and tokens from old clients', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const form = new FormData()
    form.set('data', JSON.stringify({ platforms: [{ platform: 'facebook', message: 'Hi' }] }))
    form.append('media', await picture('red'))
    for (const field of ['pageID', 'pageAccessToken', 'instagramUserID', 'instagramUserAccessToken'])
      form.set(field, 'of another')
    expect((await app.call('auth/createPosts', { form })).status).toBe(200)
    await app.run()
    expect((await app.published()).map(({ message }) => message)).toEqual(['Hi'])
  })

  test('creates one post for repeated requests with the same Idempotency-Key, with the same response', async () => {
    const app = await publishingApp({ networks: ['facebook', 'instagram'] })
    const headers = { 'Idempotency-Key': 'draft-1' }
    const responses = await Promise.all([app.send({ headers }), app.send({ headers })])
    await app.run()
    const repeated = await app.send({ headers })
    const [first, ...rest] = await Promise.all([...responses, repeated].map(response => response.json()))
    expect(rest).toEqual([first, first])
    expect(await app.published()).toHaveLength(2)
  })

  test('uses the business shown in the author’s window, even if another window has selected a different one', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const { author } = app
    const shown = { 'X-Domain-Id': author.domainId }
    await author.selectDomain(await author.addDomain('Another'))
    expect((await app.send()).status).toBe(400)
    expect((await app.send({ headers: { 'X-Domain-Id': '' } })).status).toBe(400)
    expect((await app.send({ headers: shown })).status).toBe(200)
    await app.call('drafts/' + crypto.randomUUID(), {
      method: 'PUT',
      json: { version: 0, content: { message: 'For the one shown' } },
      headers: shown,
    })
    const drafts = async (headers: Record<string, string>) =>
      ((await (await app.call('drafts', { headers })).json()) as { data: { text: string }[] }).data
    expect(await drafts({})).toEqual([])
    expect(await drafts({ 'X-Domain-Id': '' })).toEqual([])
    expect(await drafts(shown)).toMatchObject([{ text: 'For the one shown' }])
    const stranger = await app.owner()
    expect(
      (await (await stranger.call('users/getUserActiveDomain', { headers: shown })).json()) as object,
    ).toMatchObject({ data: null })

    await app.call(`users/deleteUserDomain/${author.domainId}`, { method: 'DELETE' })
    const refused = await app.send({ headers: shown })
    expect(refused.status).toBe(404)
    expect(((await refused.json()) as Refusal).message).toBe('This business no longer exists.')
  })

  test.each([
    [
      'account was disconnected',
      'auth/disconnectSocialAccount',
      { provider: 'facebook' },
      [400, 'Facebook requires a selected Page and Page Access Token.'],
    ],
    ['business was deleted', 'users/deleteUserDomain', undefined, [404, 'This business no longer exists.']],
  ] as const)('explains that the %s during the upload', async (_, path, json, expected) => {
    const app = await publishingApp({ networks: ['facebook'] })
    const { storage } = app.ctx
    app.ctx.storage = {
      ...storage,
      put: async (...file) => {
        const id = json ? '' : `/${app.author.domainId}`
        await app.call(path + id, { method: 'DELETE', ...(json && { json }) })
        await storage.put(...file)
      },
    }
    const response = await app.send({ media: [await picture('red')] })
    const { message } = (await response.json()) as Refusal
    expect([response.status, message]).toEqual([...expected])
    expect(await app.ctx.db.$count(media)).toBe(0)
  })

  test('rejects a post whose account is replaced by another during the upload', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const { storage } = app.ctx
    let replaced: Promise<unknown> | undefined
    const replace = async () => {
      await app.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
      await app.connectFacebook(app.author)
    }
    app.ctx.storage = {
      ...storage,
      put: async (...file) => {
        await (replaced ??= replace())
        await storage.put(...file)
      },
    }
    const response = await app.send({ media: [await picture('red')] })
    const { message } = (await response.json()) as Refusal
    expect([response.status, message]).toEqual([
      400,
      'Facebook requires a selected Page and Page Access Token.',
    ])
  })

  test('removes control characters and lone surrogates, and normalises line endings', async () => {
    const app = await publishingApp({ networks: ['facebook', 'instagram'] })
    const message = 'Open\u0000 today\r\nuntil six \ud83d'
    await app.send({
      platforms: [
        { platform: 'facebook', message },
        { platform: 'instagram', message },
      ],
    })
    await app.run()
    const sent = (await app.published()).map(post => post.message)
    expect(sent).toEqual(['Open today\nuntil six \ufffd', 'Open today\nuntil six \ufffd'])
  })

  test('names the field of data that is not JSON or has the wrong shape', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    for (const data of [
      '{',
      '[]',
      '{"platforms":"facebook"}',
      '{"platforms":[{"platform":"myspace","message":"Hi"}]}',
      'null',
    ]) {
      const form = new FormData()
      form.set('data', data)
      form.append('media', await picture('red'))
      const response = await app.call('auth/createPosts', { form })
      expect(response.status).toBe(400)
      const { fields = {} } = (await response.json()) as Refusal
      expect(Object.keys(fields)[0]).toStartWith('data')
      expect(Object.values(fields).join()).not.toMatch(/Expected|received/)
    }
  })
})

describe('changing a post', () => {
  test('edits, moves and cancels a scheduled post, and publishes its new text', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ message: 'Old words', altTexts: ['old'], inSeconds: 600 })
    const edited = await app.call(`posts/${postId}`, {
      method: 'PUT',
      json: { platforms: [{ platform: 'facebook', message: 'New words' }], altTexts: ['new', 'newer'] },
    })
    expect(edited.status).toBe(200)
    const sooner = Math.floor(+app.clock.now() / 1000) + 60
    expect((await app.call(`posts/${postId}/move`, { json: { scheduledTime: sooner } })).status).toBe(200)
    app.clock.advance(MINUTE)
    await app.run()
    const [published] = await app.published()
    expect(published).toMatchObject({ message: 'New words' })
    expect(published!.media.map(({ altText }) => altText)).toEqual(['new', 'newer'])

    const canceled = await app.accept({ message: 'Never', inSeconds: 600 })
    expect((await app.call(`posts/${canceled}/cancel`, { json: {} })).status).toBe(200)
    app.clock.advance(11 * MINUTE)
    await app.run()
    expect(await app.published()).toHaveLength(1)
    expect((await app.delivery(canceled, 'facebook')).state).toBe('canceled')
  })

  test('rejects changes to a published post', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept()
    await app.run()
    const later = Math.floor(+app.clock.now() / 1000) + 600
    const tries = [
      app.call(`posts/${postId}`, {
        method: 'PUT',
        json: { platforms: [{ platform: 'facebook', message: 'Other' }] },
      }),
      app.call(`posts/${postId}/move`, { json: { scheduledTime: later } }),
      app.call(`posts/${postId}/cancel`, { json: {} }),
      app.call(`posts/${postId}/retry`, { json: {} }),
    ]
    for (const response of await Promise.all(tries)) expect(response.status).toBe(409)
    expect((await app.delivery(postId, 'facebook')).state).toBe('published')
  })

  test('explains that a post was cancelled or has nothing to retry', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ inSeconds: 600 })
    const later = Math.floor(+app.clock.now() / 1000) + 900
    const platforms = [{ platform: 'facebook', message: 'Other' }]
    const refusal = async (path: string, json: object, method = 'POST') => {
      const response = await app.call(`posts/${postId}${path}`, { method, json })
      return [response.status, ((await response.json()) as Refusal).message]
    }
    expect(await refusal('/retry', {})).toEqual([
      409,
      'This post is still scheduled, so there is nothing to try again.',
    ])
    expect(await refusal('', { platforms: [{ platform: 'instagram', message: 'Hi' }] }, 'PUT')).toEqual([
      400,
      'This post does not go to Instagram.',
    ])
    await app.call(`posts/${postId}/cancel`, { json: {} })
    const cancelled = [409, 'This post was cancelled, so it can’t be changed any more.']
    expect(await refusal('', { platforms }, 'PUT')).toEqual(cancelled)
    expect(await refusal('/move', { scheduledTime: later })).toEqual(cancelled)
    expect(await refusal('/cancel', {})).toEqual(cancelled)
    expect(await refusal('/retry', {})).toEqual(cancelled)
  })

  test('hides a post from other users, and rejects their changes', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ inSeconds: 600 })
    const other = await app.signUp()
    const tries = [
      other.call(`posts/${postId}`),
      other.call(`posts/${postId}`, {
        method: 'PUT',
        json: { platforms: [{ platform: 'facebook', message: 'Mine' }] },
      }),
      other.call(`posts/${postId}/move`, { json: { scheduledTime: 1_900_000_000 } }),
      other.call(`posts/${postId}/cancel`, { json: {} }),
      other.call(`posts/${postId}/retry`, { json: {} }),
    ]
    for (const response of await Promise.all(tries)) expect(response.status).toBe(404)
    expect(await listed(app, '', other.call)).toEqual([])
    expect((await app.delivery(postId, 'facebook')).message).toBe('Hello Melbourne')
  })

  test('retries only the network on which the post failed', async () => {
    const app = await publishingApp()
    await app.rejectPosts('facebook')
    const postId = await app.accept()
    await app.run()
    expect((await app.read(postId)).deliveries.map(({ state }) => state)).toEqual(['failed', 'published'])
    await app.call(`posts/${postId}/retry`, { json: {} })
    await app.run()
    expect((await app.read(postId)).deliveries.map(({ state }) => state)).toEqual(['published', 'published'])
    expect((await app.published()).map(({ network }) => network).toSorted()).toEqual([
      'facebook',
      'instagram',
    ])
  })
})

async function listed(
  app: Awaited<ReturnType<typeof publishingApp>>,
  query = '',
  call = app.call,
): Promise<Post[]> {
  return ((await (await call(`posts${query}`)).json()) as { data: Post[] }).data
}
