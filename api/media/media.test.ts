import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

import { asUser, type UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import { fixture } from '#api/test/fixture.ts'
import { s3ForTests } from '#api/test/servers/s3.ts'
import type { FileType } from '#shared/media/file-type.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { acceptMedia, deleteUnusedMedia, mediaItem, publicationMedia } from './media.ts'
import type { ReceivedFile } from './uploads/received-file.ts'

const HOUR_MS = 60 * 60 * 1000

let app: TestApp
let ctx: UserContext
let folder: string
let picture: ReceivedFile

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'currawong-media-'))
  const png = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  await Bun.write(join(folder, 'a.png'), png)
  picture = received('a.png', 'image/png')
})
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  app = await testApp()
  ctx = asUser(app.ctx, (await app.signUp()).userId)
})

function received(name: string, type: FileType): ReceivedFile {
  const path = name.endsWith('.mp4') ? fixture(name as 'clip.mp4' | 'short.mp4') : join(folder, name)
  return { field: 'media', name, kind: type === 'video/mp4' ? 'video' : 'image', type, path, bytes: 0 }
}
const clip = received('clip.mp4', 'video/mp4')
const short = received('short.mp4', 'video/mp4')

const accept = (files: ReceivedFile[], networks: NetworkId[] = ['facebook', 'instagram']) =>
  acceptMedia(
    ctx,
    files.map(file => ({ file, networks })),
  )
const rows = () => ctx.db.select().from(media)
const filesIn = async (name: string) =>
  (await readdir(join(ctx.config.dataDir, name), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter(entry => entry.isFile())
    .map(entry => entry.name)

/** Creates a post with the media. */
async function usePost(mediaId: string) {
  const { userId } = ctx
  const [domainId, postId] = [crypto.randomUUID(), crypto.randomUUID()]
  const createdAt = ctx.now()
  await ctx.db
    .insert(domains)
    .values({ id: domainId, userId, businessName: 'Pat’s', websiteUrl: '', createdAt })
  await ctx.db
    .insert(posts)
    .values({ id: postId, userId, domainId, publishAt: createdAt, timeZone: 'UTC', createdAt })
  await ctx.db.insert(postMedia).values({ postId, position: 0, mediaId })
}

describe('accepted media', () => {
  test('are stored in order, each with the variants for its networks', async () => {
    const [image, video] = await accept([picture, clip])
    expect(image).toMatchObject({ kind: 'image', name: 'a.png', type: 'image/png', width: 500, height: 500 })
    expect(video).toMatchObject({
      kind: 'video',
      type: 'video/mp4',
      duration: 4,
      codec: 'avc',
      width: 540,
      height: 960,
    })
    expect(await rows()).toEqual([image!, video!])
    expect((await filesIn('media')).toSorted()).toEqual([
      'jpeg.jpg',
      'original.mp4',
      'original.png',
      'thumbnail.webp',
    ])
    expect(await filesIn('tmp')).toEqual([])
    const stored = await ctx.storage.read(video!.key)
    expect(Buffer.compare(await (await stored!.blob()).bytes(), await Bun.file(clip.path).bytes())).toBe(0)
  })

  test('are rejected together, and none is stored, if a network rejects one', async () => {
    const reason = 'Instagram takes videos from 3 seconds to 15 minutes; “short.mp4” is 1 second.'
    await expect(accept([picture, clip, short])).rejects.toMatchObject({
      code: 'invalid',
      message: reason,
      fields: { 'short.mp4': reason },
    })
    await accept([picture, short]).catch(() => undefined)
    expect([await rows(), await filesIn('media'), await filesIn('tmp')]).toEqual([[], [], []])
    expect(await accept([short], ['facebook'])).toHaveLength(1)
  })

  test('are rejected, and none is stored, if one can’t be read', async () => {
    const video = await Bun.file(clip.path).bytes()
    await Bun.write(join(folder, 'cut'), video.subarray(0, video.length / 2))
    await Bun.write(join(folder, 'broken'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    await expect(accept([picture, received('cut', 'video/mp4')])).rejects.toThrow(
      MEDIA_MESSAGES.unreadableVideo,
    )
    await expect(accept([picture, received('broken', 'image/png')])).rejects.toThrow(
      MEDIA_MESSAGES.unreadableImage,
    )
    await accept([picture, received('cut', 'video/mp4')]).catch(() => undefined)
    expect([await rows(), await filesIn('media'), await filesIn('tmp')]).toEqual([[], [], []])
  })

  test('leave nothing behind when storage fails half-way', async () => {
    let puts = 0
    const { storage } = ctx
    ctx.storage = {
      ...storage,
      put: (...given) => (++puts > 2 ? Promise.reject(new Error('disk full')) : storage.put(...given)),
    }
    await expect(accept([picture, clip])).rejects.toThrow('disk full')
    await accept([picture]).catch(() => undefined)
    expect([await rows(), await filesIn('media'), await filesIn('tmp')]).toEqual([[], [], []])
  })
})

describe('unused media', () => {
  test('are removed with their files after an hour, unless a post uses them', async () => {
    const [used, unused] = await accept([picture, clip])
    await usePost(used!.id)
    await deleteUnusedMedia(ctx)
    expect(await rows()).toHaveLength(2)
    app.clock.advance(HOUR_MS + 1)
    await deleteUnusedMedia(ctx)
    expect((await rows()).map(row => row.id)).toEqual([used!.id])
    expect(await ctx.storage.read(unused!.key)).toBeUndefined()
    expect(await ctx.storage.read(used!.key)).toBeDefined()
  })

  test('are removed immediately by id, unless a post uses them', async () => {
    const [used, unused, other] = await accept([picture, picture, picture])
    await usePost(used!.id)
    await deleteUnusedMedia(ctx, { ids: [used!.id, unused!.id] })
    expect((await rows()).map(row => row.id).toSorted()).toEqual([used!.id, other!.id].toSorted())
  })

  test('are removed later if their files can’t be removed now', async () => {
    await accept([picture])
    const { storage } = ctx
    const failing = { ...storage, delete: () => Promise.reject(new Error('unreachable')) }
    app.clock.advance(HOUR_MS + 1)
    await expect(deleteUnusedMedia({ ...ctx, storage: failing })).rejects.toThrow('unreachable')
    await deleteUnusedMedia(ctx)
    expect([await rows(), await filesIn('media')]).toEqual([[], []])
  })
})

describe('media for a network', () => {
  test('provide the file in parts, and the URL of the JPEG', async () => {
    const [image, video] = await accept([picture, clip])
    const [forImage, forVideo] = publicationMedia(ctx, [
      { ...image!, altText: 'A blue square' },
      { ...video!, altText: '' },
    ])
    expect(forImage).toMatchObject({
      kind: 'image',
      type: 'image/png',
      altText: 'A blue square',
      bytes: image!.bytes,
    })
    expect((await forImage!.read()).size).toBe(image!.bytes)
    expect(await forVideo!.read(4, 8).then(part => part.text())).toBe('ftyp')
    const fetched = await app.request(forImage!.url.replace('http://currawong.test', ''))
    expect((await sharp(await fetched.arrayBuffer()).metadata()).format).toBe('jpeg')
    expect(new URL(forVideo!.url).pathname).toEndWith('/original.mp4')
  })

  test('can be sent as part of a form', async () => {
    const [image] = await accept([picture])
    const [forImage] = publicationMedia(ctx, [{ ...image!, altText: '' }])
    const form = new FormData()
    form.append('source', await forImage!.read(), 'a.png')
    expect((await new Response(form).arrayBuffer()).byteLength).toBeGreaterThan(image!.bytes)
  })
})

test('returns URLs of a picture and its thumbnail', async () => {
  const [image, video] = await accept([picture, clip])
  const item = mediaItem(ctx, image!, 'A blue square')
  expect(item).toMatchObject({
    _id: image!.id,
    kind: 'image',
    name: 'a.png',
    width: 500,
    altText: 'A blue square',
  })
  for (const [url, type] of [
    [item.url, 'image/png'],
    [item.thumbnailUrl, 'image/webp'],
  ] as const) {
    const fetched = await app.request(url!.replace('http://currawong.test', ''))
    expect([fetched.status, fetched.headers.get('Content-Type')]).toEqual([200, type])
  }
  const film = mediaItem(ctx, video!, '')
  expect(film).toMatchObject({ kind: 'video', duration: 4 })
  expect(film.thumbnailUrl).toBeUndefined()
})

test('serves ranges of media in S3, sends and removes them like those in a folder', async () => {
  ctx.storage = await s3ForTests()
  app = await testApp({ storage: ctx.storage })
  ctx = asUser(app.ctx, (await app.signUp()).userId)
  const [image, video] = await accept([picture, clip])
  const { url } = mediaItem(ctx, video!, '')
  const part = await app.request(url.replace('http://currawong.test', ''), {
    headers: { Range: 'bytes=4-7' },
  })
  expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
  const whole = await app.request(url.replace('http://currawong.test', ''))
  expect(Buffer.compare(await (await whole.blob()).bytes(), await Bun.file(clip.path).bytes())).toBe(0)
  const [forImage] = publicationMedia(ctx, [{ ...image!, altText: '' }])
  expect((await forImage!.read()).size).toBe(image!.bytes)
  expect(await filesIn('media')).toEqual([])
  await deleteUnusedMedia(ctx, { ids: [image!.id, video!.id] })
  expect(await ctx.storage.read(video!.key)).toBeUndefined()
})
