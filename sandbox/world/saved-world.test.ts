import { afterAll, expect, jest, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import sharp from 'sharp'

import { FAULT_PROVIDERS, operationsOf } from '../faults/fault.ts'
import { FAULT_KINDS } from '../faults/kinds.ts'
import { isCut } from '../test/accounts.ts'
import { blob, jpeg, mp4, serveMedia } from '../test/media.ts'
import { APP, CALLBACK, openSandbox, type TestSandbox } from '../test/sandbox.ts'
import { emptyState } from './create-world.ts'
import { loadWorld } from './saved-world.ts'
import type { World } from './world.ts'

const root = mkdtempSync(join(tmpdir(), 'sandbox-saved-'))
const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, i) => (i * 7919) % 256))
const media = serveMedia({
  'square.jpg': await jpeg(),
  'noise.jpg': await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    .jpeg()
    .toBuffer(),
  'film.mp4': mp4(),
})
afterAll(async () => {
  await media.stop()
  rmSync(root, { recursive: true, force: true })
})

const graph = '/facebook/v23.0'
const stateOf = (world: World) =>
  Object.fromEntries(Object.keys(emptyState()).map(name => [name, world[name as keyof World]]))

/** Performs `act`, restarts the sandbox and compares its state and what it shows with those before. */
async function restarts(name: string, act: (sandbox: TestSandbox) => Promise<unknown>): Promise<TestSandbox> {
  const folder = join(root, name.replaceAll(' ', '-'))
  const before = await openSandbox({ folder })
  await act(before)
  const published = await before.published()
  const files = (sandbox: TestSandbox) =>
    [...sandbox.world.shownFiles.values()].map(file => sandbox.world.files.read(file))
  const bytes = files(before)
  await before.stop()
  expect(readdirSync(folder)).toContain('world')

  const after = await openSandbox({ folder })
  expect(stateOf(after.world)).toEqual(stateOf(before.world))
  expect(files(after)).toEqual(bytes)
  const shown = JSON.stringify(published).replaceAll(before.url, after.url)
  expect(await after.published()).toEqual(JSON.parse(shown))
  return after
}

async function googleLocation(sandbox: TestSandbox, login: object = {}) {
  const { code } = await sandbox.control('login', { provider: 'google', ...login })
  const form = { ...APP, grant_type: 'authorization_code', code, redirect_uri: CALLBACK }
  const { access_token } = (await sandbox.post('/google/token', form)).body
  const call = async (method: string, path: string, body?: object) =>
    (
      await sandbox.ask(`/google/business/${path}`, {
        method,
        headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).body
  const account = (await call('GET', 'v1/accounts')).accounts[0].name
  const { locations } = await call('GET', `v1/${account}/locations?readMask=name`)
  const posts = `v4/${account}/${locations[0].name}/localPosts`
  const create = (body: object) =>
    call('POST', posts, { languageCode: 'en', topicType: 'STANDARD', summary: 'Open late', ...body })
  return { call, create }
}

const onPage =
  (
    edge: string,
    form: Record<string, string | Blob>,
    then?: (sandbox: TestSandbox, id: string, token: string) => Promise<unknown>,
  ) =>
  async (sandbox: TestSandbox) => {
    const { id, token } = await sandbox.facebookPage()
    const { status, body } = await sandbox.post(`${graph}/${id}/${edge}`, { access_token: token, ...form })
    expect(status).toBe(200)
    await then?.(sandbox, body.id, token)
  }

const publishMedia =
  (
    form: Record<string, string>,
    then?: (sandbox: TestSandbox, id: string, token: string) => Promise<unknown>,
  ) =>
  async (sandbox: TestSandbox) => {
    const { id, token } = await sandbox.instagramAccount()
    const send = async (edge: string, fields: Record<string, string>) => {
      const path = `/instagram-graph/${id}/${edge}`
      const { status, body } = await sandbox.post(path, { access_token: token, ...fields })
      expect(status).toBe(200)
      return body.id as string
    }
    const container = await send('media', form)
    sandbox.advance(1000)
    const published = await send('media_publish', { creation_id: container })
    await then?.(sandbox, published, token)
  }

const source = blob(await jpeg(10, 10))
const film = blob(mp4())
const square = media.url('square.jpg')
const later = String(Date.parse('2026-11-22T12:00:00Z') / 1000)

const STEPS: Record<string, (sandbox: TestSandbox) => Promise<unknown>> = {
  'a login to Facebook with portfolios': sandbox =>
    sandbox.facebookPage({ pages: 2, portfolios: [{ owned: 1, client: 2 }], offered: true }),
  'a login to Instagram': sandbox => sandbox.instagramAccount(),
  'a login to Google': sandbox => googleLocation(sandbox, { locations: 3 }),
  'Google’s sign-in button': sandbox => sandbox.control('login', { provider: 'google-signin' }),
  'expired logins': async sandbox => {
    await sandbox.facebookPage()
    await googleLocation(sandbox)
    for (const provider of ['facebook', 'google']) await sandbox.control('expire', { provider })
  },
  'an app without calls': sandbox => sandbox.control('app', { provider: 'facebook', spent: true }),
  'a text on Facebook': onPage('feed', { message: 'Open at six', link: 'https://example.com/' }),
  'a text scheduled by Facebook': onPage('feed', {
    message: 'Tomorrow',
    published: 'false',
    scheduled_publish_time: later,
  }),
  'a picture on Facebook': onPage('photos', { source, caption: 'Loaf', alt_text_custom: 'A loaf' }),
  'pictures on Facebook': onPage('photos', { source, published: 'false' }, async (sandbox, id) => {
    const { pageId } = sandbox.world.photos.get(id)!
    const token = [...sandbox.world.pageTokens.values()].find(one => one.pageId === pageId)!.value
    const attached = { 'attached_media[0]': JSON.stringify({ media_fbid: id }) }
    await sandbox.post(`${graph}/${pageId}/feed`, { access_token: token, message: 'Album', ...attached })
  }),
  'a video on Facebook': onPage('videos', { source: film, description: 'Our film' }),
  'a comment on Facebook': onPage('feed', { message: 'Open late' }, (sandbox, id, token) =>
    sandbox.post(`${graph}/${id}/comments`, { access_token: token, message: 'Book on our site' }),
  ),
  'figures of a post': onPage('feed', { message: 'Popular' }, async (sandbox, id) => {
    await sandbox.control('engage', { id, likes: 3, comments: 2 })
    const account = sandbox.world.pagePosts.get(id)!.pageId
    const days = [{ day: '2026-11-20', followers: 250, engagement: 7 }]
    await sandbox.control('audience', { account, followers: 250, days })
  }),
  'a picture on Instagram': publishMedia({ image_url: square, caption: 'Loaf', alt_text: 'A loaf' }),
  'a story on Instagram': publishMedia({ image_url: square, media_type: 'STORIES' }),
  'a video on Instagram': publishMedia({ video_url: media.url('film.mp4'), media_type: 'REELS' }),
  'a comment on Instagram': publishMedia({ image_url: square }, (sandbox, id, token) =>
    sandbox.post(`/instagram-graph/${id}/comments`, { access_token: token, message: 'Book on our site' }),
  ),
  'a carousel on Instagram': async sandbox => {
    const { id, token } = await sandbox.instagramAccount()
    const create = async (form: Record<string, string>) =>
      (await sandbox.post(`/instagram-graph/${id}/media`, { access_token: token, ...form })).body.id
    const item = () => create({ image_url: square, is_carousel_item: 'true' })
    const children = [await item(), await item()].join()
    sandbox.advance(1000)
    const creation_id = await create({ media_type: 'CAROUSEL', children })
    sandbox.advance(1000)
    const path = `/instagram-graph/${id}/media_publish`
    expect((await sandbox.post(path, { access_token: token, creation_id })).status).toBe(200)
  },
  'a text on Google': async sandbox => (await googleLocation(sandbox)).create({}),
  'a picture on Google': async sandbox => {
    const { create } = await googleLocation(sandbox)
    const photo = { mediaFormat: 'PHOTO', sourceUrl: media.url('noise.jpg') }
    const callToAction = { actionType: 'BOOK', url: 'https://example.com/' }
    expect(await create({ media: [photo], callToAction })).toMatchObject({ state: 'PROCESSING' })
  },
  'a mail': sandbox =>
    createTransport(sandbox.smtpUrl).sendMail({
      from: 'hello@agency.example',
      to: 'pat@example.com',
      subject: 'A code',
      text: '123456',
      attachments: [{ filename: 'all.zip', content: Buffer.alloc(10) }],
    }),
  'faults of every kind': async sandbox => {
    for (const provider of FAULT_PROVIDERS)
      for (const [operation, kinds] of Object.entries(operationsOf(provider)))
        for (const kind of kinds) await sandbox.fault(provider, operation, kind, { ms: 1, code: 4 })
    const kinds = new Set(sandbox.world.faults.map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual([...FAULT_KINDS].toSorted())
  },
  'calls that a fault cut short': async sandbox => {
    const { id, token } = await sandbox.facebookPage()
    for (const kind of ['drop-before', 'drop-after', 'late', 'commit-then-500', 'bad-json']) {
      await sandbox.fault('facebook', 'videos', kind, { ms: 60_000 })
      const sent = sandbox.post(`${graph}/${id}/videos`, { access_token: token, source: film })
      expect(await isCut(sent)).toBe(!['commit-then-500', 'bad-json'].includes(kind))
    }
  },
  'a call that gets no response': async sandbox => {
    const { id, token } = await sandbox.facebookPage()
    await sandbox.fault('facebook', 'videos', 'silence-after')
    const sent = sandbox.post(`${graph}/${id}/videos`, { access_token: token, source: film })
    sent.catch(() => {})
    while (sandbox.world.silences.length === 0) await sandbox.get('/_sandbox/silences')
  },
  'a video that Facebook never finishes': async sandbox => {
    await sandbox.fault('facebook', 'videos', 'stuck')
    await onPage('videos', { source: film })(sandbox)
  },
  'containers that fail': async sandbox => {
    const { id, token } = await sandbox.instagramAccount()
    for (const kind of ['stuck', 'container-error', 'container-expired']) {
      await sandbox.fault('instagram', 'media', kind)
      const form = { access_token: token, image_url: square }
      expect((await sandbox.post(`/instagram-graph/${id}/media`, form)).status).toBe(200)
    }
  },
  'posts that Google rejects': async sandbox => {
    const { create } = await googleLocation(sandbox)
    for (const kind of ['stuck', 'rejected']) {
      await sandbox.fault('google', 'localPosts', kind)
      await create({})
    }
  },
}

test.each(Object.keys(STEPS))('keeps %s across a restart', async name => {
  const after = await restarts(name, STEPS[name]!)
  await after.stop()
})

test('continues a half-sent video after a restart', async () => {
  let [session, chunked] = ['', {} as Record<string, string>]
  let page = {} as Awaited<ReturnType<TestSandbox['facebookPage']>>
  const bytes = mp4(4096)
  const send = (sandbox: TestSandbox, offset: number, part: Buffer) =>
    sandbox.ask(`${graph}/${session}`, {
      method: 'POST',
      headers: { authorization: `OAuth ${page.userToken}`, file_offset: String(offset) },
      body: new Uint8Array(part),
    })
  const phase = async (sandbox: TestSandbox, form: Record<string, string | Blob>) =>
    (await sandbox.post(`${graph}/${page.id}/videos`, { access_token: page.token, ...form })).body

  const after = await restarts('halves', async sandbox => {
    page = await sandbox.facebookPage()
    const form = { access_token: page.userToken, file_length: '4096', file_type: 'video/mp4' }
    session = (await sandbox.post(`${graph}/${APP.client_id}/uploads`, form)).body.id
    await send(sandbox, 0, bytes.subarray(0, 1000))
    chunked = await phase(sandbox, { upload_phase: 'start', file_size: '4096' })
    const part = { start_offset: '0', video_file_chunk: blob(bytes.subarray(0, 10)) }
    const { upload_session_id = '' } = chunked
    expect(await phase(sandbox, { upload_phase: 'transfer', upload_session_id, ...part })).toMatchObject({
      start_offset: '10',
    })
  })
  const { h } = (await send(after, 1000, bytes.subarray(1000))).body
  expect(await phase(after, { fbuploader_video_file_chunk: h, description: 'By handle' })).toEqual({
    id: expect.any(String),
  })
  const { upload_session_id = '' } = chunked
  const rest = { start_offset: '10', video_file_chunk: blob(bytes.subarray(10)) }
  await phase(after, { upload_phase: 'transfer', upload_session_id, ...rest })
  const last = { upload_phase: 'finish', upload_session_id, description: 'By chunks' }
  expect(await phase(after, last)).toEqual({ success: true })
  expect(await after.published()).toMatchObject([{ message: 'By chunks' }, { message: 'By handle' }])
  for (const { media: shown } of await after.published()) {
    const stored = await fetch(shown[0].url)
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
  }
  await after.stop()
})

test('removes the files of refused calls at the next start', async () => {
  const folder = join(root, 'refused')
  const before = await openSandbox({ folder })
  await before.post(`${graph}/1/photos`, { access_token: 'unknown', source })
  await onPage('photos', { source })(before)
  expect(readdirSync(join(folder, 'files'))).toHaveLength(2)
  await before.stop()
  const after = await openSandbox({ folder })
  expect(readdirSync(join(folder, 'files'))).toEqual([...after.world.shownFiles.keys()])
  await after.stop()
})

test('runs on without a saved state that it can’t read, and sets it aside', () => {
  const folder = join(root, 'damaged')
  mkdirSync(folder)
  writeFileSync(join(folder, 'world'), 'half a wor')
  const said: string[] = []
  loadWorld(
    () => new Date(),
    folder,
    line => said.push(line),
  ).close()
  expect(said).toEqual([expect.stringContaining('starts empty. The old file is now')])
  expect(existsSync(join(folder, 'world.unreadable'))).toBe(true)
})

test('says once that it can’t save, runs on, and saves as soon as it can', () => {
  jest.useFakeTimers()
  const folder = join(root, 'full')
  const said: string[] = []
  const { world, close } = loadWorld(
    () => new Date(),
    folder,
    line => said.push(line),
  )
  world.mails.push({ subject: () => 'not plain data' } as unknown as World['mails'][number])
  jest.advanceTimersByTime(3000)
  expect(said).toEqual([expect.stringContaining('can’t save its state and goes on')])
  world.mails.pop()
  mkdirSync(join(folder, 'world.new'))
  jest.advanceTimersByTime(3000)
  expect([said.length, existsSync(join(folder, 'world'))]).toEqual([2, false])
  rmSync(join(folder, 'world.new'), { recursive: true })
  jest.advanceTimersByTime(1000)
  expect(existsSync(join(folder, 'world'))).toBe(true)
  close()
})

test('serialises its state only during and after a request, and after a mail', () => {
  jest.useFakeTimers()
  const { world, follow, close } = loadWorld(() => new Date(), join(root, 'idle'))
  let reads = 0
  const { people } = world
  Object.defineProperty(world, 'people', { enumerable: true, get: () => (reads++, people) })
  const readsInSeconds = (seconds: number) => {
    reads = 0
    jest.advanceTimersByTime(seconds * 1000)
    return reads
  }
  expect([readsInSeconds(1), readsInSeconds(3)]).toEqual([1, 0])
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  follow(response)
  expect(readsInSeconds(3)).toBe(3)
  response.emit('close')
  expect([readsInSeconds(1), readsInSeconds(3)]).toEqual([1, 0])
  world.mails.push({} as (typeof world.mails)[number])
  expect([readsInSeconds(1), readsInSeconds(3)]).toEqual([1, 0])
  close()
})
