import { beforeAll, describe, expect, test } from 'bun:test'

import { asUser } from '#api/context.ts'
import { users } from '#api/db/schema/people/auth.ts'
import type { Media } from '#api/db/schema/posts/media.ts'
import { parseRange } from '#api/http/byte-range.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import { fixture } from '#api/test/fixture.ts'
import { acceptMedia } from './media.ts'
import { signMediaUrl } from './signed-url.ts'

const HOUR_MS = 60 * 60 * 1000

let app: TestApp
let clip: Media
let bytes: Uint8Array
let address: string

beforeAll(async () => {
  app = await testApp()
  const userId = crypto.randomUUID()
  await app.ctx.db
    .insert(users)
    .values({ id: userId, email: `${userId}@example.com`, fullname: 'Ann', createdAt: app.ctx.now() })
  const file = {
    field: 'media',
    name: 'clip.mp4',
    kind: 'video',
    type: 'video/mp4',
    path: fixture('clip.mp4'),
    bytes: 0,
  } as const
  const ctx = asUser(app.ctx, userId)
  clip = (await acceptMedia(ctx, [{ file, networks: ['instagram'] }]))[0]!
  bytes = await Bun.file(file.path).bytes()
  address = signMediaUrl(app.ctx, clip, 'original', { ttlMs: HOUR_MS })
})

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(url.replace('http://currawong.test', ''), { method, headers })

describe('a signed URL', () => {
  test('serves the file to anybody, inline and privately cached', async () => {
    const response = await get(address)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600, immutable',
    })
    expect(Buffer.compare(await response.bytes(), bytes)).toBe(0)
  })

  test('returns the length without content for HEAD', async () => {
    const response = await get(address, {}, 'HEAD')
    expect([response.status, response.headers.get('Content-Length')]).toEqual([200, String(bytes.length)])
    expect(await response.text()).toBe('')
  })

  test('stays the same within an hour and is valid for at least the given time', () => {
    const at = (minutes: number) => {
      const now = () => new Date(Date.UTC(2030, 0, 1, 12, minutes))
      return new URL(signMediaUrl({ ...app.ctx, now }, clip, 'original', { ttlMs: HOUR_MS }))
    }
    expect(at(1).href).toBe(at(59).href)
    expect(at(59).href).not.toBe(at(61).href)
    expect(Number(at(59).searchParams.get('expires'))).toBe(Date.UTC(2030, 0, 1, 14) / 1000)
  })

  test('is rejected from the second at which it expires', async () => {
    const past = { ...app.ctx, now: () => new Date(+app.ctx.now() - HOUR_MS) }
    const response = await get(signMediaUrl(past, clip, 'original', { ttlMs: HOUR_MS }))
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      success: false,
      code: 'forbidden',
      message: 'This link has expired.',
    })
  })

  const tampered: [string, (url: URL) => void][] = [
    ['another time', url => url.searchParams.set('expires', '9999999999')],
    ['a time that isn’t a number', url => url.searchParams.set('expires', 'NaN')],
    ['another signature', url => url.searchParams.set('signature', '0'.repeat(64))],
    ['an empty signature', url => url.searchParams.set('signature', '')],
    ['another variant', url => void (url.pathname = url.pathname.replace('original.mp4', 'jpeg.jpg'))],
    ['another file', url => void (url.pathname = url.pathname.replace(clip.id, 'other'))],
  ]
  test.each(tampered)('with %s is rejected', async (_, change) => {
    const url = new URL(address)
    change(url)
    const response = await get(url.href)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ success: false, code: 'forbidden' })
  })

  test('without its signature, or with another or no extension, is rejected', async () => {
    expect((await get(address.replace(/&signature=.*/, ''))).status).toBe(400)
    expect((await get(address.replace('original.mp4', 'original.png'))).status).toBe(404)
    expect((await get(address.replace('original.mp4', 'original'))).status).toBe(404)
  })

  test('with an impossible id is rejected as a client error', async () => {
    const path = address.replace(clip.id, 'x'.repeat(3000))
    expect((await get(path)).status).toBe(400)
  })

  test('says that its file was removed', async () => {
    const response = await get(signMediaUrl(app.ctx, { ...clip, id: 'gone' }, 'original', { ttlMs: HOUR_MS }))
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      code: 'not_found',
      message: 'This file is no longer here.',
    })
  })

  test('is cached by browsers', async () => {
    const etag = (await get(address)).headers.get('ETag')!
    const response = await get(address, { 'If-None-Match': etag })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect((await get(address, { 'If-None-Match': '"another file"' })).status).toBe(200)
  })
})

describe('a range', () => {
  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-199', 100, 200],
    ['bytes=145000-', 145_000, undefined],
    ['bytes=-24', -24, undefined],
  ])('%s returns that part', async (range, start, end) => {
    const response = await get(address, { Range: range })
    const part = bytes.slice(start, end)
    expect(response.status).toBe(206)
    expect(response.headers.get('Content-Length')).toBe(String(part.length))
    const first = start < 0 ? bytes.length + start : start
    expect(response.headers.get('Content-Range')).toBe(
      `bytes ${first}-${first + part.length - 1}/${bytes.length}`,
    )
    expect(Buffer.compare(await response.bytes(), part)).toBe(0)
  })

  test('past the end gets a response with the length', async () => {
    const response = await get(address, { Range: 'bytes=99999999-' })
    expect([response.status, response.headers.get('Content-Range')]).toEqual([416, `bytes */${bytes.length}`])
  })

  test('for an older version returns the whole file', async () => {
    expect((await get(address, { Range: 'bytes=0-9', 'If-Range': '"older"' })).status).toBe(200)
  })

  test('is ignored if malformed, in other units or one of several', () => {
    const passedOver = [
      'bytes=',
      'bytes=-',
      'bytes=a-b',
      'bytes=9-3',
      'lines=1-2',
      'bytes=0-1,4-5',
      undefined,
    ]
    expect(passedOver.map(header => parseRange(header, 10))).toEqual(passedOver.map(() => undefined))
    expect(parseRange('bytes=5-99', 10)).toEqual({ start: 5, end: 10 })
    expect(parseRange('bytes=-99', 10)).toEqual({ start: 0, end: 10 })
    expect(parseRange('bytes=10-', 10)).toBe('unsatisfiable')
    expect(parseRange('bytes=-0', 10)).toBe('unsatisfiable')
  })
})
