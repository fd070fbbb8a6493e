import { expect, test } from 'bun:test'
import { connect } from 'node:net'

import { freshAccounts, isCut } from '../test/accounts.ts'
import { blob, mp4 } from '../test/media.ts'
import { APP, CALLBACK } from '../test/sandbox.ts'

const on = freshAccounts()

/** Returns everything a bare socket receives until the server closes the connection. */
function receivedBySocket(request: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let received = ''
  const socket = connect(Number(new URL(on.sandbox.url).port), '127.0.0.1', () => socket.write(request))
  socket.on('data', data => (received += data.toString()))
  socket.on('error', () => {})
  socket.on('close', () => resolve(received))
  return promise
}

test('drop-before cuts the connection and publishes nothing', async () => {
  await on.sandbox.fault('facebook', 'feed', 'drop-before')
  expect(await isCut(on.feed('Lost'))).toBe(true)
  expect(await on.sandbox.published()).toHaveLength(0)
  expect((await on.feed('Lost')).status).toBe(200)
})

test('drop-after publishes, then cuts the connection', async () => {
  await on.sandbox.fault('facebook', 'feed', 'drop-after')
  expect(await isCut(on.feed('Published all the same'))).toBe(true)
  expect(await on.sandbox.published()).toHaveLength(1)
})

test('sends no byte before cutting a connection', async () => {
  await on.sandbox.fault('facebook', 'feed', 'drop-after')
  const body = `message=raw&access_token=${on.page.token}`
  const head =
    `POST /facebook/v23.0/${on.page.id}/feed HTTP/1.1\r\nHost: sandbox\r\nContent-Length: ${body.length}\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\n\r\n'
  expect(await receivedBySocket(head + body)).toBe('')
  expect(await on.sandbox.published()).toHaveLength(1)
})

test('delays the call or only its response, and publishes once', async () => {
  for (const kind of ['delay-before', 'delay-after']) {
    await on.sandbox.fault('facebook', 'feed', kind, { ms: 120 })
    const start = performance.now()
    expect((await on.feed(kind)).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(115)
  }
  expect(await on.sandbox.published()).toHaveLength(2)
})

test('publishes although the sender stops waiting for a delayed response', async () => {
  await on.sandbox.fault('facebook', 'feed', 'delay-after', { ms: 30_000 })
  const giveUp = new AbortController()
  const pending = fetch(`${on.sandbox.url}/facebook/v23.0/${on.page.id}/feed`, {
    method: 'POST',
    body: new URLSearchParams({ message: 'Slow', access_token: on.page.token }),
    signal: giveUp.signal,
  })
  pending.catch(() => {})
  while ((await on.sandbox.published()).length === 0) continue
  giveUp.abort()
  expect(await isCut(pending)).toBe(true)
  expect(await on.sandbox.published()).toHaveLength(1)
})

test('publishes and returns code 2 with status 500 under commit-then-500', async () => {
  await on.sandbox.fault('facebook', 'feed', 'commit-then-500')
  const { status, body } = await on.feed('Really there')
  expect(status).toBe(500)
  expect(body.error).toMatchObject({ code: 2, is_transient: true })
  expect(await on.sandbox.published()).toHaveLength(1)
})

test('returns the configured error without performing the call', async () => {
  await on.sandbox.fault('facebook', 'feed', 'error', { code: 368, subcode: 1390008, status: 403 })
  const { status, body } = await on.feed('Blocked')
  expect(status).toBe(403)
  expect(body.error).toMatchObject({ code: 368, error_subcode: 1390008, type: 'OAuthException' })
  expect(await on.sandbox.published()).toHaveLength(0)
})

test('publishes and returns 200 with malformed JSON under bad-json', async () => {
  await on.sandbox.fault('facebook', 'feed', 'bad-json')
  const { status, text, body } = await on.feed('Garbled')
  expect([status, body]).toEqual([200, null])
  expect(text).toStartWith('{"id"')
  expect(await on.sandbox.published()).toHaveLength(1)
})

test('sets only the usage headers under usage', async () => {
  await on.sandbox.fault('facebook', 'feed', 'usage', { percent: 100 })
  const { status, headers } = await on.feed('Busy')
  expect(status).toBe(200)
  expect(JSON.parse(headers.get('x-app-usage') ?? '').call_count).toBe(100)
  const [use] = JSON.parse(headers.get('x-business-use-case-usage') ?? '')[on.page.id]
  expect(use).toMatchObject({ type: 'pages', call_count: 100, estimated_time_to_regain_access: 5 })
})

test('fills the publishing limit and refuses the next publishing call under quota', async () => {
  await on.sandbox.fault('instagram', 'media_publish', 'quota')
  const limit = async () => {
    const path = `/instagram-graph/${on.account.id}/content_publishing_limit`
    return (await on.sandbox.get(path, { access_token: on.account.token })).body.data[0].quota_usage
  }
  const { id } = (await on.container()).body
  on.sandbox.advance(100)
  expect(await limit()).toBe(100)
  expect((await on.publish(id)).body.error).toMatchObject({ code: 9, error_subcode: 2207042 })
  expect(await limit()).toBe(0)
  expect((await on.publish(id)).status).toBe(200)
})

test('never finishes a stuck container, and finishes the next one', async () => {
  await on.sandbox.fault('instagram', 'media', 'stuck')
  const stuck = (await on.container()).body.id
  const next = (await on.container()).body.id
  on.sandbox.advance(3_600_000)
  expect((await on.status(stuck)).status_code).toBe('IN_PROGRESS')
  expect((await on.status(next)).status_code).toBe('FINISHED')
  expect((await on.publish(stuck)).body.error.code).toBe(9007)
})

test('reports failed and expired containers and refuses to publish them', async () => {
  await on.sandbox.fault('instagram', 'media', 'container-error', { subcode: 2207026 })
  const failed = (await on.container()).body.id
  await on.sandbox.fault('instagram', 'media', 'container-expired')
  const expired = (await on.container()).body.id
  const read = (id: string) =>
    on.sandbox.get(`/instagram-graph/${id}`, { access_token: on.account.token, fields: 'status_code,status' })
  expect((await read(failed)).body).toMatchObject({
    status_code: 'ERROR',
    status: 'Error: Media upload has failed with error code 2207026',
  })
  expect((await read(expired)).body.status_code).toBe('EXPIRED')
  for (const id of [failed, expired]) expect((await on.publish(id)).body.error.code).toBe(24)
  expect(await on.sandbox.published()).toEqual([])
})

test('reports a video that Facebook can’t use and never publishes it', async () => {
  const graph = `/facebook/v23.0/${on.page.id}/videos`
  await on.sandbox.fault('facebook', 'videos', 'video-error')
  const { id } = (await on.sandbox.post(graph, { access_token: on.page.token, source: blob(mp4()) })).body
  const seen = await on.sandbox.get(`/facebook/v23.0/${id}`, {
    access_token: on.page.token,
    fields: 'published,status',
  })
  expect(seen.body).toMatchObject({ published: false, status: { video_status: 'error' } })
  expect(await on.sandbox.published()).toEqual([])
})

test('reports a stuck status as in progress for the configured number of calls', async () => {
  const { id } = (await on.container()).body
  on.sandbox.advance(100)
  await on.sandbox.fault('instagram', 'status', 'stuck', { times: 2 })
  const seen = [await on.status(id), await on.status(id), await on.status(id)].map(
    answer => answer.status_code,
  )
  expect(seen).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'FINISHED'])
})

test('queues, counts down, lists and clears faults', async () => {
  await on.sandbox.fault('facebook', 'feed', 'error', { code: 4, times: 2 })
  await on.sandbox.fault('facebook', 'feed', 'error', { code: 190, subcode: 463 })
  await on.sandbox.fault('instagram', 'media', 'error', { code: -1, subcode: 2207001 })
  const codes = [await on.feed('a'), await on.feed('a'), await on.feed('a'), await on.feed('a')].map(
    ({ body }) => body.error?.code,
  )
  expect(codes).toEqual([4, 4, 190, undefined])
  const left = await on.sandbox.get('/_sandbox/faults')
  expect(left.body).toMatchObject([{ provider: 'instagram', operation: 'media', times: 1 }])
  await on.sandbox.ask('/_sandbox/faults', { method: 'DELETE' })
  expect((await on.sandbox.get('/_sandbox/faults')).body).toEqual([])
  expect((await on.container()).status).toBe(200)
})

test('uses up a code even if the response is dropped', async () => {
  const { code } = await on.sandbox.control('login', { provider: 'facebook' })
  const query = new URLSearchParams({ ...APP, redirect_uri: CALLBACK, code })
  // Bun's fetch repeats a GET when a kept-alive connection is cut.
  const exchange = () =>
    on.sandbox.ask(`/facebook/v23.0/oauth/access_token?${query}`, {
      headers: { connection: 'close' },
      keepalive: false,
    })
  await on.sandbox.fault('facebook', 'token', 'drop-after')
  expect(await isCut(exchange())).toBe(true)
  expect((await exchange()).body.error.error_subcode).toBe(36009)
})

test('fails a dropped POST without resending it', async () => {
  await on.sandbox.fault('facebook', 'feed', 'drop-after')
  expect(await isCut(on.feed('Once'))).toBe(true)
  const pending = on.sandbox.world.requests.filter(({ path }) => path.endsWith('/feed'))
  expect(pending).toHaveLength(1)
})

test('refuses a fault that can never occur and explains why', async () => {
  expect(await on.sandbox.fault('facebook', 'media', 'error')).toEqual({
    error: expect.stringContaining('operation of facebook must be one of feed, photos, videos'),
  })
  expect((await on.sandbox.fault('facebook', 'feed', 'quota')).error).toBe(
    'kind quota does not fit facebook feed.',
  )
  expect((await on.sandbox.fault('facebook', 'feed', 'explode')).error).toContain('kind must be one of')
  expect((await on.sandbox.fault('pinterest', 'feed', 'error')).error).toContain(
    'facebook, instagram, google',
  )
  expect((await on.sandbox.fault('facebook', 'feed', 'error', { times: 0 })).error).toContain('times must be')
})
