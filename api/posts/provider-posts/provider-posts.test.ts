import { beforeAll, describe, expect, test } from 'bun:test'

import { HUNG_AFTER_MS } from '#api/test/clock.ts'
import { picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import { brand } from '#shared/brand.ts'
import { NO_EXTRAS } from '#shared/posts/extras.ts'
import type { ProviderPost } from '#shared/posts/provider-posts.ts'

type Page = { data: ProviderPost[]; nextCursor: string | null }

const listOf = async (app: PublishingApp, network: string, query = '') =>
  (await (await app.call(`accounts/${network}/posts${query}`)).json()) as Page

describe('the posts of an account', () => {
  let app: PublishingApp
  let postId: string

  beforeAll(async () => {
    app = await publishingApp()
    for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) {
      await app.accept({ message: text, media: [await picture('red')] })
      await app.run()
      app.clock.advance(60_000)
    }
    postId = await app.accept({ message: 'Six', altTexts: ['Red', 'Blue'] })
    await app.run()
  }, HUNG_AFTER_MS)

  test.each(['facebook', 'instagram'])(
    'on %s are listed newest first, five at a time, to the end',
    async network => {
      const first = await listOf(app, network)
      expect(first.data.map(({ message }) => message)).toEqual(['Six', 'Five', 'Four', 'Three', 'Two'])
      const second = await listOf(app, network, `?after=${encodeURIComponent(first.nextCursor!)}`)
      expect(second.data.map(({ message }) => message)).toEqual(['One'])
      expect(second.nextCursor).toBeNull()
    },
  )

  test.each(['facebook', 'instagram'])(
    'on %s have their pictures, likes, comments and links',
    async network => {
      const [{ id }] = (await listOf(app, network, '?limit=1')).data as [ProviderPost]
      await app.world('engage', { id, likes: 12, comments: 3 })
      const [post] = (await listOf(app, network, '?limit=1')).data
      expect(post).toMatchObject({
        network,
        likes: 12,
        comments: 3,
        createdAt: expect.stringMatching(/^2030-01-01T12:05:/),
        permalink: expect.stringContaining('http'),
        picture: expect.stringContaining('http'),
        media: [{ kind: 'image' }, { kind: 'image' }],
        canEdit: network === 'facebook',
        canDelete: network === 'facebook',
        postId,
      })
    },
  )

  test('require a known network and page', async () => {
    for (const path of [
      'accounts/myspace/posts',
      'accounts/facebook/posts?limit=0',
      'accounts/facebook/posts?after=<>',
    ]) {
      const response = await app.call(path)
      expect([
        path,
        response.status,
        Object.keys(((await response.json()) as { fields: object }).fields).length,
      ]).toEqual([path, 400, 1])
    }
  })

  test('belong to their user, and others can neither read nor change them', async () => {
    const other = await app.owner()
    const [post] = (await listOf(app, 'facebook')).data
    expect((await other.call('accounts/facebook/posts')).status).toBe(404)
    expect((await other.call(`accounts/facebook/posts/${post!.id}`, { method: 'DELETE' })).status).toBe(404)
    await app.connectFacebook(other)
    expect((await other.call(`accounts/facebook/posts/${post!.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await listOf(app, 'facebook')).data[0]).toEqual(post)
  })
})

describe('a post on the Page', () => {
  test('is edited at Facebook and here', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ message: 'Befor' })
    await app.run()
    const [post] = (await listOf(app, 'facebook')).data
    const edited = await app.call(`accounts/facebook/posts/${post!.id}`, {
      method: 'PATCH',
      json: { message: 'Before' },
    })
    expect([edited.status, ((await edited.json()) as { message: string }).message]).toEqual([
      200,
      'Post updated on Facebook.',
    ])
    expect((await app.published()).map(({ message }) => message)).toEqual(['Before'])
    expect((await app.delivery(postId, 'facebook')).message).toBe('Before')
    const empty = await app.call(`accounts/facebook/posts/${post!.id}`, {
      method: 'PATCH',
      json: { message: ' ' },
    })
    expect(await empty.json()).toMatchObject({ fields: { message: 'Please enter a message to post.' } })
  })

  test('can’t be edited in Currawong if the business requires approval', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.accept({ message: 'Approved' })
    await app.run()
    const rule = { method: 'PUT', json: { required: true } }
    await app.call(`businesses/${app.author.domainId}/approval-rule`, rule)
    const [post] = (await listOf(app, 'facebook')).data
    expect(post?.canEdit).toBe(false)
    const edit = () =>
      app.call(`accounts/facebook/posts/${post!.id}`, { method: 'PATCH', json: { message: 'Unseen' } })
    expect((await edit()).status).toBe(409)
    expect((await app.published()).map(({ message }) => message)).toEqual(['Approved'])
    await app.call(`businesses/${app.author.domainId}/approval-rule`, { ...rule, json: { required: false } })
    expect((await edit()).status).toBe(200)
  })

  test('is deleted at Facebook, and is shown here as published and removed', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ message: 'Gone soon' })
    await app.run()
    const [post] = (await listOf(app, 'facebook')).data
    const remove = () => app.call(`accounts/facebook/posts/${post!.id}`, { method: 'DELETE' })
    expect((await remove()).status).toBe(200)
    expect(await app.published()).toEqual([])
    expect(await app.delivery(postId, 'facebook')).toMatchObject({
      state: 'published',
      removedAt: app.clock.now().toISOString(),
    })
    expect((await remove()).status).toBe(404)
  })

  test('is recognised as deleted when Facebook’s response was lost', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept()
    await app.run()
    const [post] = (await listOf(app, 'facebook')).data
    await app.fault({ provider: 'facebook', operation: 'post', kind: 'drop-after', times: 1 })
    expect((await app.call(`accounts/facebook/posts/${post!.id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await app.delivery(postId, 'facebook')).removedAt).toBeString()
  })

  test('by another app can’t be edited in Currawong, without asking to reconnect', async () => {
    const app = await publishingApp({ networks: ['facebook'] })
    await app.accept()
    await app.run()
    const [post] = (await listOf(app, 'facebook')).data
    await app.fault({
      provider: 'facebook',
      operation: 'post',
      kind: 'error',
      code: 200,
      status: 403,
      times: 1,
    })
    const refused = await app.call(`accounts/facebook/posts/${post!.id}`, {
      method: 'PATCH',
      json: { message: 'Mine' },
    })
    expect(await refused.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`posts that were published with ${brand.siteName}.`),
    })
    expect((await app.call('accounts/facebook/posts')).status).toBe(200)
  })
})

describe('a post on Google', () => {
  const openGoogle = async () => {
    const app = await publishingApp({ networks: ['google'] })
    const postId = await app.accept({ message: 'Open until nine' })
    await app.run()
    const [post] = (await listOf(app, 'google')).data
    return { app, postId, id: post!.id, post }
  }

  test('is listed with its picture and link, and deleted there and here', async () => {
    const { app, postId, id, post } = await openGoogle()
    expect(post).toMatchObject({
      network: 'google',
      message: 'Open until nine',
      permalink: expect.stringContaining('http'),
      media: [{ kind: 'image' }],
      likes: null,
      canEdit: true,
      canDelete: true,
      postId,
    })
    const remove = () => app.call(`accounts/google/posts/${id}`, { method: 'DELETE' })
    const removed = await remove()
    expect([removed.status, ((await removed.json()) as { message: string }).message]).toEqual([
      200,
      'Post deleted from Google.',
    ])
    expect(await app.published()).toEqual([])
    expect((await app.delivery(postId, 'google')).removedAt).toBe(app.clock.now().toISOString())
    const again = await remove()
    expect([again.status, ((await again.json()) as { message: string }).message]).toEqual([
      404,
      'Google Business Profile no longer has this post.',
    ])
  })

  test('is edited at Google and here', async () => {
    const { app, postId, id } = await openGoogle()
    const edit = (message: string) =>
      app.call(`accounts/google/posts/${id}`, { method: 'PATCH', json: { message } })
    expect((await edit('Open until ten')).status).toBe(200)
    expect((await app.published()).map(({ message }) => message)).toEqual(['Open until ten'])
    expect((await app.delivery(postId, 'google')).message).toBe('Open until ten')
    expect(await (await edit('Call 03 9123 4567')).json()).toMatchObject({
      fields: { message: expect.stringContaining('phone numbers') },
    })
    await app.call(`accounts/google/posts/${id}`, { method: 'DELETE' })
    expect((await edit('Too late')).status).toBe(404)
  })

  test('is neither edited nor deleted while it may be a post in flight, which would be sent again', async () => {
    const { app } = await openGoogle()
    await app.fault({ provider: 'google', operation: 'localPosts', kind: 'drop-after', times: 1 })
    const postId = await app.accept({ platforms: [{ platform: 'google', message: 'Lost' }], textOnly: true })
    await app.run()
    expect((await app.delivery(postId, 'google')).state).toBe('unconfirmed')
    app.clock.advance(60_000)
    const [post] = (await listOf(app, 'google')).data
    const edit = () =>
      app.call(`accounts/google/posts/${post!.id}`, { method: 'PATCH', json: { message: 'Found' } })
    const remove = () => app.call(`accounts/google/posts/${post!.id}`, { method: 'DELETE' })
    expect([post!.message, (await edit()).status, (await remove()).status]).toEqual(['Lost', 409, 409])
    app.clock.advance(5 * 60_000)
    await app.run()
    expect((await edit()).status).toBe(200)
    expect((await app.published()).map(({ message }) => message).toSorted()).toEqual([
      'Found',
      'Open until nine',
    ])
    expect((await remove()).status).toBe(200)
    expect((await app.published()).map(({ message }) => message)).toEqual(['Open until nine'])
  })

  test('that repeats is listed without its repetitions, which end when it is deleted', async () => {
    const { app } = await openGoogle()
    const event = { ...NO_EXTRAS, kind: 'event', title: 'Quiz night' } as const
    const times = { start: '2030-01-02T19:00', end: '2030-01-02T21:00' }
    const extras = { ...event, ...times, recurrence: { every: 'day', until: '' } } as const
    const platforms = [{ platform: 'google' as const, message: 'Come in', extras }]
    const postId = await app.accept({ platforms, textOnly: true })
    await app.run()
    app.clock.advance(50 * 60 * 60_000)
    const [post, ...others] = (await listOf(app, 'google')).data
    expect(post).toMatchObject({ message: 'Come in', repeats: true, postId })
    expect(others).toMatchObject([{ message: 'Open until nine' }])
    expect(others[0]).not.toHaveProperty('repeats')
    await app.call(`accounts/google/posts/${post!.id}`, { method: 'DELETE' })
    expect((await listOf(app, 'google')).data).toEqual(others)
  })

  test('is recognised as deleted when Google’s response was lost', async () => {
    const { app, postId, id } = await openGoogle()
    await app.fault({ provider: 'google', operation: 'post', kind: 'drop-after', times: 1 })
    expect((await app.call(`accounts/google/posts/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await app.delivery(postId, 'google')).removedAt).toBeString()
  })

  test('is read and deleted after Google’s hourly token expired', async () => {
    const { app, id } = await openGoogle()
    app.clock.advance(2 * 60 * 60_000)
    expect((await listOf(app, 'google')).data).toHaveLength(1)
    app.clock.advance(2 * 60 * 60_000)
    expect((await app.call(`accounts/google/posts/${id}`, { method: 'DELETE' })).status).toBe(200)
  })

  test('stays when another user tries to delete it, however its id is written', async () => {
    const { app, id } = await openGoogle()
    const other = await app.owner()
    await app.connectGoogle(other)
    for (const path of [id, encodeURIComponent(`../../2/localPosts/${id}`)])
      expect((await other.call(`accounts/google/posts/${path}`, { method: 'DELETE' })).ok).toBe(false)
    expect(await app.published()).toHaveLength(1)
  })
})

test('explains that Instagram’s API can neither edit nor delete posts', async () => {
  const app = await publishingApp({ networks: ['instagram'] })
  const removed = await app.call('accounts/instagram/posts/1', { method: 'DELETE' })
  expect([removed.status, await removed.json()]).toMatchObject([
    404,
    { message: 'Posts on Instagram can’t be deleted here.' },
  ])
  const edited = await app.call('accounts/instagram/posts/1', { method: 'PATCH', json: { message: 'Hello' } })
  expect([edited.status, await edited.json()]).toMatchObject([
    404,
    { message: 'Posts on Instagram can’t be edited here.' },
  ])
})

test.each(['facebook', 'wordpress'] as const)(
  'marks an account on %s that needs reconnecting, and mails its owner once',
  async network => {
    const app = await publishingApp({ networks: [network] })
    await app.expire(network)
    for (let time = 0; time < 2; time++) {
      const response = await app.call(`accounts/${network}/posts`)
      expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
        409,
        expect.stringMatching(/^(Facebook|WordPress) signed us out of .+\. Reconnect it in Social Hub\.$/),
      ])
    }
    expect(await app.mails()).toHaveLength(1)
  },
)

test('stops reading and publishing during an account’s cool-down', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({
    provider: 'facebook',
    operation: 'posts',
    kind: 'error',
    code: 32,
    status: 400,
    times: 1,
  })
  expect((await app.call('accounts/facebook/posts')).status).toBe(429)
  const requests = (await app.world<unknown[]>('requests')).length
  const again = await app.call('accounts/facebook/posts')
  expect([again.status, Number(again.headers.get('Retry-After')) > 60]).toEqual([429, true])
  expect((await app.world<unknown[]>('requests')).length).toBe(requests)
  app.clock.advance(10 * 60_000)
  expect((await app.call('accounts/facebook/posts')).status).toBe(200)
})

test('names a failing network, and changes nothing', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.fault({ provider: 'facebook', operation: 'posts', kind: 'bad-json', times: 1 })
  const response = await app.call('accounts/facebook/posts')
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    502,
    expect.stringContaining('Facebook'),
  ])
})
