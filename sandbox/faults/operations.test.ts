import { expect, test } from 'bun:test'

import { freshAccounts } from '../test/accounts.ts'
import { blob, jpeg, mp4 } from '../test/media.ts'
import { APP, CALLBACK } from '../test/sandbox.ts'

const on = freshAccounts()

test('applies faults to every Facebook operation', async () => {
  const graph = `/facebook/v23.0/${on.page.id}`
  const { code } = await on.sandbox.control('login', { provider: 'facebook' })
  const source = blob(await jpeg(10, 10))
  const form = { access_token: on.page.token }
  const video = (await on.sandbox.post(`${graph}/videos`, { ...form, source: blob(mp4()) })).body.id
  const calls: Record<string, () => Promise<{ body: any }>> = {
    feed: () => on.feed('x'),
    photos: () => on.sandbox.post(`${graph}/photos`, { ...form, source }),
    videos: () => on.sandbox.post(`${graph}/videos`, { ...form, source: blob(mp4()) }),
    'videos.start': () =>
      on.sandbox.post(`${graph}/videos`, { ...form, upload_phase: 'start', file_size: '10' }),
    'videos.transfer': () => on.sandbox.post(`${graph}/videos`, { ...form, upload_phase: 'transfer' }),
    'videos.finish': () => on.sandbox.post(`${graph}/videos`, { ...form, upload_phase: 'finish' }),
    status: () =>
      on.sandbox.get(`/facebook/v23.0/${video}`, { access_token: on.page.token, fields: 'status' }),
    accounts: () => on.sandbox.get('/facebook/v23.0/me/accounts', { access_token: on.page.userToken }),
    token: () =>
      on.sandbox.get('/facebook/v23.0/oauth/access_token', { ...APP, redirect_uri: CALLBACK, code }),
    posts: () => on.sandbox.get(`${graph}/published_posts`, { access_token: on.page.token }),
  }
  for (const [operation, call] of Object.entries(calls)) {
    await on.sandbox.fault('facebook', operation, 'error', { code: 77 })
    expect([operation, (await call()).body.error?.code]).toEqual([operation, 77])
  }
  expect((await on.sandbox.get('/_sandbox/faults')).body).toEqual([])
})

test('applies faults to every Instagram operation', async () => {
  const { id } = (await on.container()).body
  const { code } = await on.sandbox.control('login', { provider: 'instagram' })
  const grant = { ...APP, grant_type: 'authorization_code', redirect_uri: CALLBACK, code }
  const calls: Record<string, () => Promise<{ body: any }>> = {
    media: () => on.container(),
    media_publish: () => on.publish(id),
    status: async () => ({ body: await on.status(id) }),
    accounts: () => on.sandbox.get('/instagram-graph/v23.0/me', { access_token: on.account.token }),
    posts: () => on.sandbox.get('/instagram-graph/me/media', { access_token: on.account.token }),
    token: () => on.sandbox.post('/instagram-api/oauth/access_token', grant),
  }
  for (const [operation, call] of Object.entries(calls)) {
    await on.sandbox.fault('instagram', operation, 'error', { code: 77 })
    const { body } = await call()
    expect([operation, body.error?.code ?? body.code]).toEqual([operation, 77])
  }
})
