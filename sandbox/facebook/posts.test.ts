import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'

import { blob, jpeg, mp4 } from '../test/media.ts'
import { APP, CALLBACK, openSandbox, type TestSandbox } from '../test/sandbox.ts'

let sandbox: TestSandbox
let page: Awaited<ReturnType<TestSandbox['facebookPage']>>
beforeAll(async () => {
  sandbox = await openSandbox()
})
beforeEach(async () => {
  page = await sandbox.facebookPage()
})
afterAll(() => sandbox.stop())

const publish = async (message: string) =>
  (await sandbox.post(`/facebook/v23.0/${page.id}/feed`, { access_token: page.token, message })).body
    .id as string

const list = (edge: string, query: Record<string, string> = {}) =>
  sandbox.get(`/facebook/v23.0/${page.id}/${edge}`, { access_token: page.token, ...query })

const read = (id: string, fields: string, access_token = page.token) =>
  sandbox.get(`/facebook/v23.0/${id}`, { access_token, fields })

async function album(count: number) {
  const form: Record<string, string> = { access_token: page.token, message: 'Album' }
  const fbids: string[] = []
  for (let i = 0; i < count; i++) {
    const source = blob(await jpeg(16 + i, 16))
    const photo = { access_token: page.token, published: 'false', source }
    const { body } = await sandbox.post(`/facebook/v23.0/${page.id}/photos`, photo)
    fbids.push(body.id)
    form[`attached_media[${i}]`] = JSON.stringify({ media_fbid: body.id })
  }
  const { body } = await sandbox.post(`/facebook/v23.0/${page.id}/feed`, form)
  return { id: body.id as string, fbids }
}

test('returns a post’s app, message, time and permalink', async () => {
  const id = await publish('Hello')
  const { body } = await read(id, 'message,created_time,permalink_url,application{id},from,is_published')
  expect(body).toMatchObject({ id, message: 'Hello', application: { id: APP.client_id }, is_published: true })
  expect(body.created_time).toMatch(/^2026-11-2\dT[\d:]{8}\+0000$/)
  expect((await fetch(body.permalink_url)).status).toBe(200)
})

test('lists an album’s photos, twelve unless a limit is given', async () => {
  const { id, fbids } = await album(14)
  const targets = async (fields: string) => {
    const { body } = await read(id, fields)
    const items = body.attachments.data[0].subattachments.data
    return items.map((item: { target: { id: string } }) => item.target.id)
  }
  expect(await targets('attachments{media_type,subattachments{target}}')).toEqual(fbids.slice(0, 12))
  expect(await targets('attachments{subattachments.limit(50){target{id}}}')).toEqual(fbids)
})

test('attaches a single photo and a video directly', async () => {
  const { id, fbids } = await album(1)
  const photo = (await read(id, 'attachments,full_picture')).body
  expect(photo.attachments.data[0]).toMatchObject({ media_type: 'photo', target: { id: fbids[0] } })
  expect(photo.full_picture).toBe(photo.attachments.data[0].media.image.src)

  const form = { access_token: page.token, source: blob(mp4()), description: 'Film' }
  const video = (await sandbox.post(`/facebook/v23.0/${page.id}/videos`, form)).body.id
  const { post_id } = (await read(video, 'post_id')).body
  const { body } = await read(post_id, 'message,attachments{media_type,target}')
  expect(body).toMatchObject({
    message: 'Film',
    attachments: { data: [{ media_type: 'video', target: { id: video } }] },
  })
})

test('counts likes and comments in a summary, zero until somebody engages', async () => {
  const id = await publish('Like me')
  const fields = 'likes.summary(true).limit(0),comments.summary(true)'
  expect((await read(id, fields)).body.likes.summary.total_count).toBe(0)
  await sandbox.control('engage', { id, likes: 3, comments: 2 })
  const { likes, comments } = (await read(id, fields)).body
  expect([likes.summary.total_count, comments.summary.total_count]).toEqual([3, 2])
  expect((await read(id, 'likes')).body.likes).toEqual({ data: [] })
})

test('paginates posts, newest first, and refuses the parameter `since`', async () => {
  const ids: string[] = []
  for (const message of ['one', 'two', 'three']) {
    ids.unshift(await publish(message))
    sandbox.advance(60_000)
  }
  const first = (await list('published_posts', { limit: '2', fields: 'id' })).body
  expect(first.data.map((post: { id: string }) => post.id)).toEqual(ids.slice(0, 2))
  const rest = (await sandbox.ask(first.paging.next.replace(sandbox.url, ''))).body
  expect(rest.data.map((post: { id: string }) => post.id)).toEqual(ids.slice(2))
  expect(rest.paging.next).toBeUndefined()

  const since = String(Math.floor(sandbox.world.now().getTime() / 1000) - 90)
  for (const edge of ['feed', 'posts', 'published_posts'])
    expect((await list(edge, { since })).body.error.code).toBe(100)
})

test('lists unpublished posts in the feed, not among the published posts', async () => {
  const form = { access_token: page.token, message: 'Draft', published: 'false' }
  await sandbox.post(`/facebook/v23.0/${page.id}/feed`, form)
  expect((await list('feed')).body.data).toHaveLength(1)
  expect((await list('published_posts')).body.data).toHaveLength(0)
})

test('lets only the app that created a post edit it', async () => {
  const id = await publish('Tpyo')
  const edit = (access_token: string, form: Record<string, string>) =>
    sandbox.post(`/facebook/v23.0/${id}`, { access_token, ...form })
  expect((await edit(page.token, { message: 'Typo' })).body).toEqual({ success: true })
  expect((await read(id, 'message')).body.message).toBe('Typo')
  expect((await edit(page.token, { message: '' })).body.error.code).toBe(197)
  expect((await edit(page.token, { caption: 'x' })).body.error.code).toBe(100)
  expect((await edit(page.userToken, { message: 'x' })).body.error.code).toBe(190)

  const other = { client_id: '555', client_secret: 'other' }
  const query = {
    client_id: '555',
    redirect_uri: CALLBACK,
    state: 's',
    config_id: '1',
    response_type: 'code',
  }
  const dialog = await sandbox.get('/facebook/v23.0/dialog/oauth', { ...query, sandbox_consent: page.person })
  const code = new URL(dialog.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const grant = await sandbox.get('/facebook/v23.0/oauth/access_token', {
    ...other,
    redirect_uri: CALLBACK,
    code,
  })
  const own = await read(page.id, 'access_token', grant.body.access_token)
  expect((await edit(own.body.access_token, { message: 'Theirs' })).body.error.code).toBe(200)
  expect((await read(id, 'application', own.body.access_token)).body.application).toBeUndefined()
})

test('removes a deleted post for everybody', async () => {
  const id = await publish('Regret')
  const address = `/facebook/v23.0/${id}?access_token=${page.token}`
  expect((await sandbox.ask(address, { method: 'DELETE' })).body).toEqual({ success: true })
  expect((await sandbox.ask(address, { method: 'DELETE' })).body.error).toMatchObject({
    code: 100,
    error_subcode: 33,
  })
  expect((await list('feed')).body.data).toEqual([])
  expect((await sandbox.published()).some((row: { id: string }) => row.id === id)).toBe(false)
})

test('returns a Page’s fields, and its token to a person who manages it', async () => {
  const { body } = await read(page.id, 'name,fan_count,website,access_token,picture', page.userToken)
  expect(body).toMatchObject({ id: page.id, fan_count: 0, access_token: page.token })
  const stranger = await sandbox.facebookPage()
  const { error } = (await read(page.id, 'name', stranger.userToken)).body
  expect(error).toMatchObject({ code: 100, error_subcode: 33 })
})

test('refuses unknown fields, malformed field lists and unknown paths', async () => {
  const id = await publish('Fields')
  expect((await read(id, 'message,colour')).body.error.code).toBe(100)
  expect((await read(id, 'message{')).body.error.code).toBe(2500)
  expect((await list('friends')).body.error.code).toBe(2500)
  expect((await list('feed', { limit: 'many' })).body.error.code).toBe(100)
  expect((await list('feed', { filter: 'x' })).body.error.code).toBe(100)
})

test('requires pages_read_engagement for reading', async () => {
  page = await sandbox.facebookPage({ scopes: ['pages_show_list', 'pages_manage_posts'] })
  expect((await list('feed')).body.error.code).toBe(10)
})
