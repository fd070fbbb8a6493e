import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { connect } from 'node:net'

import { blob, jpeg, mp4, serveMedia } from '../test/media.ts'
import { APP, CALLBACK, openStage, type Stage } from '../test/stage.ts'

let stage: Stage
let media: ReturnType<typeof serveMedia>
let page: Awaited<ReturnType<Stage['facebookPage']>>
let account: Awaited<ReturnType<Stage['instagramAccount']>>

beforeAll(async () => {
  stage = await openStage()
  media = serveMedia({ 'square.jpg': await jpeg() })
})
beforeEach(async () => {
  await stage.control('reset', {})
  page = await stage.facebookPage()
  account = await stage.instagramAccount()
})
afterAll(async () => {
  await stage.stop()
  await media.stop()
})

const feed = (message: string) =>
  stage.post(`/facebook/v23.0/${page.id}/feed`, { access_token: page.token, message })

const container = (more: Record<string, string> = {}) =>
  stage.post(`/instagram-graph/${account.id}/media`, {
    access_token: account.token,
    image_url: media.url('square.jpg'),
    ...more,
  })
const publish = (creation_id: string) =>
  stage.post(`/instagram-graph/${account.id}/media_publish`, { access_token: account.token, creation_id })
const status = async (id: string) =>
  (await stage.get(`/instagram-graph/${id}`, { access_token: account.token, fields: 'status_code' })).body

const isCut = (call: Promise<unknown>) =>
  call.then(
    () => false,
    () => true,
  )

/** What a bare socket receives until the other side ends the connection. */
function receivedBySocket(request: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let received = ''
  const socket = connect(Number(new URL(stage.url).port), '127.0.0.1', () => socket.write(request))
  socket.on('data', data => (received += data.toString()))
  socket.on('error', () => {})
  socket.on('close', () => resolve(received))
  return promise
}

test('drop-before cuts the connection and publishes nothing', async () => {
  await stage.fault('facebook', 'feed', 'drop-before')
  expect(await isCut(feed('Lost'))).toBe(true)
  expect(await stage.published()).toHaveLength(0)
  expect((await feed('Lost')).status).toBe(200)
})

test('drop-after publishes, then cuts the connection', async () => {
  await stage.fault('facebook', 'feed', 'drop-after')
  expect(await isCut(feed('Published all the same'))).toBe(true)
  expect(await stage.published()).toHaveLength(1)
})

test('a cut connection carries not a byte of an answer', async () => {
  await stage.fault('facebook', 'feed', 'drop-after')
  const body = `message=raw&access_token=${page.token}`
  const head =
    `POST /facebook/v23.0/${page.id}/feed HTTP/1.1\r\nHost: sandbox\r\nContent-Length: ${body.length}\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\n\r\n'
  expect(await receivedBySocket(head + body)).toBe('')
  expect(await stage.published()).toHaveLength(1)
})

test('delay-before and delay-after really wait, and both publish once', async () => {
  for (const kind of ['delay-before', 'delay-after']) {
    await stage.fault('facebook', 'feed', kind, { ms: 120 })
    const start = performance.now()
    expect((await feed(kind)).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(115)
  }
  expect(await stage.published()).toHaveLength(2)
})

test('a delayed answer comes after the deed: who gives up waiting has published', async () => {
  await stage.fault('facebook', 'feed', 'delay-after', { ms: 30_000 })
  const giveUp = new AbortController()
  const asked = fetch(`${stage.url}/facebook/v23.0/${page.id}/feed`, {
    method: 'POST',
    body: new URLSearchParams({ message: 'Slow', access_token: page.token }),
    signal: giveUp.signal,
  })
  asked.catch(() => {})
  while ((await stage.published()).length === 0) continue
  giveUp.abort()
  expect(await isCut(asked)).toBe(true)
  expect(await stage.published()).toHaveLength(1)
})

const silences = async () => (await stage.get('/_sandbox/silences')).body as { operation: string }[]
async function untilSilent() {
  while ((await silences()).length === 0) continue
}

test('a silence lasts until it is ended: going on answers, cutting does not', async () => {
  for (const [kind, publishedMeanwhile, then, isLost, publishedAtLast] of [
    ['silence-before', 0, 'go-on', false, 1],
    ['silence-before', 1, 'cut', true, 1],
    ['silence-after', 2, 'go-on', false, 2],
    ['silence-after', 3, 'cut', true, 3],
  ] as const) {
    await stage.fault('facebook', 'feed', kind)
    const lost = isCut(feed(`${kind}, then ${then}`))
    await untilSilent()
    expect(await silences()).toEqual([{ provider: 'facebook', operation: 'feed', kind }] as never)
    expect(await stage.published()).toHaveLength(publishedMeanwhile)
    expect(await stage.control('silences', { then })).toEqual({ success: true, ended: 1 })
    expect(await lost).toBe(isLost)
    expect(await stage.published()).toHaveLength(publishedAtLast)
  }
})

test('what a silence holds back may still be done when its sender is long gone', async () => {
  await stage.fault('facebook', 'feed', 'silence-before')
  const sender = new AbortController()
  const asked = fetch(`${stage.url}/facebook/v23.0/${page.id}/feed`, {
    method: 'POST',
    body: new URLSearchParams({ message: 'Late', access_token: page.token }),
    signal: sender.signal,
  })
  asked.catch(() => {})
  await untilSilent()
  sender.abort()
  expect(await isCut(asked)).toBe(true)
  await stage.control('silences', { then: 'go-on' })
  while ((await stage.published()).length === 0) continue
})

test('commit-then-500 publishes and answers code 2 with status 500', async () => {
  await stage.fault('facebook', 'feed', 'commit-then-500')
  const { status, body } = await feed('Really there')
  expect(status).toBe(500)
  expect(body.error).toMatchObject({ code: 2, is_transient: true })
  expect(await stage.published()).toHaveLength(1)
})

test('error answers as told and does nothing', async () => {
  await stage.fault('facebook', 'feed', 'error', { code: 368, subcode: 1390008, status: 403 })
  const { status, body } = await feed('Blocked')
  expect(status).toBe(403)
  expect(body.error).toMatchObject({ code: 368, error_subcode: 1390008, type: 'OAuthException' })
  expect(await stage.published()).toHaveLength(0)
})

test('bad-json publishes and answers 200 with broken text', async () => {
  await stage.fault('facebook', 'feed', 'bad-json')
  const { status, text, body } = await feed('Garbled')
  expect([status, body]).toEqual([200, null])
  expect(text).toStartWith('{"id"')
  expect(await stage.published()).toHaveLength(1)
})

test('usage shows its percentage in the headers and changes nothing else', async () => {
  await stage.fault('facebook', 'feed', 'usage', { percent: 100 })
  const { status, headers } = await feed('Busy')
  expect(status).toBe(200)
  expect(JSON.parse(headers.get('x-app-usage') ?? '').call_count).toBe(100)
  const [use] = JSON.parse(headers.get('x-business-use-case-usage') ?? '')[page.id]
  expect(use).toMatchObject({ type: 'pages', call_count: 100, estimated_time_to_regain_access: 5 })
})

test('quota fills the publishing limit and refuses the next publishing', async () => {
  await stage.fault('instagram', 'media_publish', 'quota')
  const limit = async () => {
    const path = `/instagram-graph/${account.id}/content_publishing_limit`
    return (await stage.get(path, { access_token: account.token })).body.data[0].quota_usage
  }
  const { id } = (await container()).body
  stage.advance(100)
  expect(await limit()).toBe(100)
  expect((await publish(id)).body.error).toMatchObject({ code: 9, error_subcode: 2207042 })
  expect(await limit()).toBe(0)
  expect((await publish(id)).status).toBe(200)
})

test('a stuck container never finishes, the one after it does', async () => {
  await stage.fault('instagram', 'media', 'stuck')
  const stuck = (await container()).body.id
  const next = (await container()).body.id
  stage.advance(3_600_000)
  expect((await status(stuck)).status_code).toBe('IN_PROGRESS')
  expect((await status(next)).status_code).toBe('FINISHED')
  expect((await publish(stuck)).body.error.code).toBe(9007)
})

test('a container that failed says why, one that expired says so, and neither is published', async () => {
  await stage.fault('instagram', 'media', 'container-error', { subcode: 2207026 })
  const failed = (await container()).body.id
  await stage.fault('instagram', 'media', 'container-expired')
  const expired = (await container()).body.id
  const read = (id: string) =>
    stage.get(`/instagram-graph/${id}`, { access_token: account.token, fields: 'status_code,status' })
  expect((await read(failed)).body).toMatchObject({
    status_code: 'ERROR',
    status: 'Error: Media upload has failed with error code 2207026',
  })
  expect((await read(expired)).body.status_code).toBe('EXPIRED')
  for (const id of [failed, expired]) expect((await publish(id)).body.error.code).toBe(24)
  expect(await stage.published()).toEqual([])
})

test('a video that Facebook can’t use says so and never shows', async () => {
  const graph = `/facebook/v23.0/${page.id}/videos`
  await stage.fault('facebook', 'videos', 'video-error')
  const { id } = (await stage.post(graph, { access_token: page.token, source: blob(mp4()) })).body
  const seen = await stage.get(`/facebook/v23.0/${id}`, {
    access_token: page.token,
    fields: 'published,status',
  })
  expect(seen.body).toMatchObject({ published: false, status: { video_status: 'error' } })
  expect(await stage.published()).toEqual([])
})

test('a stuck status says in progress as often as told', async () => {
  const { id } = (await container()).body
  stage.advance(100)
  await stage.fault('instagram', 'status', 'stuck', { times: 2 })
  const seen = [await status(id), await status(id), await status(id)].map(answer => answer.status_code)
  expect(seen).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'FINISHED'])
})

test('faults queue up, count down, can be listed and cleared', async () => {
  await stage.fault('facebook', 'feed', 'error', { code: 4, times: 2 })
  await stage.fault('facebook', 'feed', 'error', { code: 190, subcode: 463 })
  await stage.fault('instagram', 'media', 'error', { code: -1, subcode: 2207001 })
  const codes = [await feed('a'), await feed('a'), await feed('a'), await feed('a')].map(
    ({ body }) => body.error?.code,
  )
  expect(codes).toEqual([4, 4, 190, undefined])
  const left = await stage.get('/_sandbox/faults')
  expect(left.body).toMatchObject([{ provider: 'instagram', operation: 'media', times: 1 }])
  await stage.ask('/_sandbox/faults', { method: 'DELETE' })
  expect((await stage.get('/_sandbox/faults')).body).toEqual([])
  expect((await container()).status).toBe(200)
})

test('every operation of Facebook can be disturbed', async () => {
  const graph = `/facebook/v23.0/${page.id}`
  const { code } = await stage.control('login', { provider: 'facebook' })
  const source = blob(await jpeg(10, 10))
  const form = { access_token: page.token }
  const video = (await stage.post(`${graph}/videos`, { ...form, source: blob(mp4()) })).body.id
  const calls: Record<string, () => Promise<{ body: any }>> = {
    feed: () => feed('x'),
    photos: () => stage.post(`${graph}/photos`, { ...form, source }),
    videos: () => stage.post(`${graph}/videos`, { ...form, upload_phase: 'start', file_size: '10' }),
    'videos.start': () => stage.post(`${graph}/videos`, { ...form, upload_phase: 'start', file_size: '10' }),
    'videos.transfer': () => stage.post(`${graph}/videos`, { ...form, upload_phase: 'transfer' }),
    'videos.finish': () => stage.post(`${graph}/videos`, { ...form, upload_phase: 'finish' }),
    status: () => stage.get(`/facebook/v23.0/${video}`, { access_token: page.token, fields: 'status' }),
    accounts: () => stage.get('/facebook/v23.0/me/accounts', { access_token: page.userToken }),
    token: () => stage.get('/facebook/v23.0/oauth/access_token', { ...APP, redirect_uri: CALLBACK, code }),
    posts: () => stage.get(`${graph}/published_posts`, { access_token: page.token }),
  }
  for (const [operation, call] of Object.entries(calls)) {
    await stage.fault('facebook', operation, 'error', { code: 77 })
    expect([operation, (await call()).body.error?.code]).toEqual([operation, 77])
  }
  expect((await stage.get('/_sandbox/faults')).body).toEqual([])
})

test('every operation of Instagram can be disturbed', async () => {
  const { id } = (await container()).body
  const { code } = await stage.control('login', { provider: 'instagram' })
  const grant = { ...APP, grant_type: 'authorization_code', redirect_uri: CALLBACK, code }
  const calls: Record<string, () => Promise<{ body: any }>> = {
    media: () => container(),
    media_publish: () => publish(id),
    status: async () => ({ body: await status(id) }),
    accounts: () => stage.get('/instagram-graph/v23.0/me', { access_token: account.token }),
    posts: () => stage.get('/instagram-graph/me/media', { access_token: account.token }),
    token: () => stage.post('/instagram-api/oauth/access_token', grant),
  }
  for (const [operation, call] of Object.entries(calls)) {
    await stage.fault('instagram', operation, 'error', { code: 77 })
    const { body } = await call()
    expect([operation, body.error?.code ?? body.code]).toEqual([operation, 77])
  }
})

test('a dropped code exchange has used the code up', async () => {
  const { code } = await stage.control('login', { provider: 'facebook' })
  const query = new URLSearchParams({ ...APP, redirect_uri: CALLBACK, code })
  // Bun's fetch repeats a GET by itself when a connection that it kept alive is cut.
  const exchange = () =>
    stage.ask(`/facebook/v23.0/oauth/access_token?${query}`, {
      headers: { connection: 'close' },
      keepalive: false,
    })
  await stage.fault('facebook', 'token', 'drop-after')
  expect(await isCut(exchange())).toBe(true)
  expect((await exchange()).body.error.error_subcode).toBe(36009)
})

test('dropping a POST is seen by its sender, who has asked once', async () => {
  await stage.fault('facebook', 'feed', 'drop-after')
  expect(await isCut(feed('Once'))).toBe(true)
  const asked = stage.world.requests.filter(({ path }) => path.endsWith('/feed'))
  expect(asked).toHaveLength(1)
})

test('a fault that can never happen is refused with a sentence', async () => {
  expect(await stage.fault('facebook', 'media', 'error')).toEqual({
    error: expect.stringContaining('operation of facebook must be one of feed, photos, videos'),
  })
  expect((await stage.fault('facebook', 'feed', 'quota')).error).toBe(
    'kind quota does not fit facebook feed.',
  )
  expect((await stage.fault('facebook', 'feed', 'explode')).error).toContain('kind must be one of')
  expect((await stage.fault('pinterest', 'feed', 'error')).error).toContain('facebook, instagram, google')
  expect((await stage.fault('facebook', 'feed', 'error', { times: 0 })).error).toContain('times must be')
})
