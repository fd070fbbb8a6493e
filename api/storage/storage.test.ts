import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { atEnd } from '#api/test/at-end.ts'
import { s3ForTests } from '#api/test/servers/s3.ts'
import { diskStorage, s3Storage } from './open.ts'
import { copyToDisk, type Storage, type StoredFile, StorageError } from './storage.ts'

const LARGE_BYTES = 12 * 1024 * 1024

let folder: string
let source: string
let large: string
let s3: Storage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'currawong-storage-'))
  source = join(folder, 'source')
  large = join(folder, 'large')
  await Bun.write(source, '0123456789')
  await Bun.write(large, Buffer.alloc(LARGE_BYTES, 'abcdefghijk'))
  s3 = await s3ForTests()
})

afterAll(() => rm(folder, { recursive: true }))

const textOf = (file?: StoredFile) => new Response(file?.stream()).text()

const kinds: [string, () => Storage][] = [
  ['a folder', () => diskStorage(join(folder, 'disk'))],
  ['S3', () => s3],
]

describe.each(kinds)('storage in %s', (_, open) => {
  test('reads a stored file whole and by range', async () => {
    const storage = open()
    await storage.put('ann/one.jpg', source, 'image/jpeg')
    const whole = await storage.read('ann/one.jpg')
    expect([await textOf(whole), whole?.size]).toEqual(['0123456789', 10])
    const range = await storage.read('ann/one.jpg', 3, 6)
    expect([await textOf(range), range?.size]).toEqual(['345', 10])
    expect(await textOf(await storage.read('ann/one.jpg', 7))).toBe('789')
    expect(await textOf(await storage.read('ann/one.jpg', 0, 4))).toBe('0123')
    expect(await textOf(await storage.read('ann/one.jpg', 8, 99))).toBe('89')
    expect(await textOf(await storage.read('ann/one.jpg', 5, 5))).toBe('')
  })

  test('stores a file of several parts completely, and streams it', async () => {
    const storage = open()
    await storage.put('ann/film.mp4', large, 'video/mp4')
    const stored = await storage.read('ann/film.mp4')
    const hash = new Bun.CryptoHasher('sha256')
    for await (const chunk of stored!.stream()) hash.update(chunk)
    expect(hash.digest('hex')).toBe(Bun.SHA256.hash(await Bun.file(large).bytes(), 'hex'))
  })

  test('returns undefined for a missing key, and ignores it when deleting', async () => {
    const storage = open()
    await storage.put('ann/two.jpg', source, 'image/jpeg')
    await storage.delete(['ann/two.jpg', 'ann/never.jpg'])
    expect(await storage.read('ann/two.jpg')).toBeUndefined()
    expect(await storage.read('nobody/never.jpg')).toBeUndefined()
  })

  test('copies a stored file, which stays when the first one is deleted', async () => {
    const storage = open()
    await storage.put('ann/first.jpg', source, 'image/jpeg')
    await storage.copy('ann/first.jpg', 'ben/second.jpg', 'image/jpeg')
    await storage.delete(['ann/first.jpg'])
    expect(await textOf(await storage.read('ben/second.jpg'))).toBe('0123456789')
    await expect(storage.copy('ann/first.jpg', 'ben/third.jpg', 'image/jpeg')).rejects.toThrow()
  })

  test.each(['../secret', '/etc/passwd', 'a/../b', 'a//b', 'a/./b', '.hidden', 'a\\b', 'A', ''])(
    'rejects the key %p',
    async key => {
      const storage = open()
      await expect(storage.put(key, source, 'image/jpeg')).rejects.toThrow('malformed')
      await expect(storage.read(key)).rejects.toThrow('malformed')
      await expect(storage.delete([key])).rejects.toThrow('malformed')
    },
  )
})

test.each(kinds)('sends a stored file from %s whole and by range', async (_, open) => {
  const storage = open()
  await storage.put('ann/sent.jpg', source, 'image/jpeg')
  const sent = async (...range: number[]) =>
    new Response(await (await storage.read('ann/sent.jpg', ...range))?.toSend()).text()
  expect([await sent(), await sent(3, 6), await sent(5, 5)]).toEqual(['0123456789', '345', ''])
})

test('stores a copy on disk without its own bytes', async () => {
  const storage = diskStorage(join(folder, 'disk'))
  await storage.put('ann/first.jpg', source, 'image/jpeg')
  await storage.copy('ann/first.jpg', 'ben/second.jpg', 'image/jpeg')
  const [first, second] = await Promise.all(
    ['ann/first.jpg', 'ben/second.jpg'].map(key => stat(join(folder, 'disk', key))),
  )
  expect(second?.ino).toBe(first!.ino)
})

test('streams a file from disk without loading it, however slow its client is', async () => {
  const storage = diskStorage(join(folder, 'disk'))
  await storage.put('ann/sent.jpg', source, 'image/jpeg')
  expect(await (await storage.read('ann/sent.jpg'))?.toSend()).toBeInstanceOf(Blob)
})

test('removes a partial copy when a file can’t be copied to the folder', async () => {
  const storage = diskStorage(join(folder, 'broken'))
  await expect(storage.put('ann/one.jpg', join(folder, 'not-there'), 'image/jpeg')).rejects.toThrow()
  expect(await storage.read('ann/one.jpg')).toBeUndefined()
  expect(await readdir(join(folder, 'broken', 'ann'))).toEqual([])
})

const SETTINGS = { bucket: 'media', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' }

test('reports an unreachable bucket with advice, not as a missing file', async () => {
  const storage = s3Storage({ ...SETTINGS, endpoint: 'http://127.0.0.1:1' })
  const failure = await storage.read('ann/one.jpg').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StorageError)
  expect(failure).toMatchObject({
    message: expect.stringMatching(/^The bucket media can’t be used .*doctor/),
  })
})

test('times out when a bucket doesn’t respond', async () => {
  const silent = Bun.listen({ port: 0, hostname: '127.0.0.1', socket: { data() {} } })
  atEnd(() => silent.stop(true))
  const storage = s3Storage({ ...SETTINGS, endpoint: `http://127.0.0.1:${silent.port}` }, 100)
  const calls: (() => Promise<unknown>)[] = [
    () => storage.put('ann/one.jpg', source, 'image/jpeg'),
    () => storage.read('ann/one.jpg'),
    () => storage.delete(['ann/one.jpg']),
  ]
  for (const call of calls) await expect(call()).rejects.toThrow('no response in time')
})

test('reports a file whose transfer breaks off as a failure of the bucket', async () => {
  const broken = Bun.listen({
    port: 0,
    hostname: '127.0.0.1',
    socket: {
      data(socket, chunk) {
        const isRead = chunk.toString('latin1', 0, 4) === 'GET '
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${isRead ? 'the start' : ''}`)
      },
    },
  })
  atEnd(() => broken.stop(true))
  const storage = s3Storage({ ...SETTINGS, endpoint: `http://127.0.0.1:${broken.port}` })
  const stored = await storage.read('ann/one.jpg')
  expect(stored?.size).toBe(1000)
  await expect(stored?.toSend()).rejects.toBeInstanceOf(StorageError)
})

test('reads no more than it asked for from a bucket that ignores ranges', async () => {
  const whole = 'x'.repeat(1000)
  const ignoring = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(whole) })
  atEnd(() => ignoring.stop(true))
  const storage = s3Storage({ ...SETTINGS, endpoint: `http://127.0.0.1:${ignoring.port}` })
  const stored = await storage.read('ann/one.jpg', 0, 10)
  await expect(stored?.blob()).rejects.toThrow('more bytes than were asked for')
  await expect(stored?.toSend()).rejects.toBeInstanceOf(StorageError)
})

/** Plays a bucket whose files claim a size and never end. */
function endlessBucket(claimedBytes: number) {
  const closed = Promise.withResolvers<void>()
  const chunk = new Uint8Array(1024 * 1024)
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch(request) {
      if (request.method === 'HEAD')
        return new Response(null, { headers: { 'Content-Length': String(claimedBytes) } })
      request.signal.addEventListener('abort', () => closed.resolve())
      return new Response(new ReadableStream({ pull: controller => controller.enqueue(chunk) }))
    },
  })
  atEnd(() => server.stop(true))
  const storage = s3Storage({ ...SETTINGS, endpoint: `http://127.0.0.1:${server.port}` })
  return { storage, closed: closed.promise }
}

test('copies no more of an endless file than its size, and closes the connection', async () => {
  const { storage, closed } = endlessBucket(LARGE_BYTES)
  const stored = (await storage.read('ann/film.mp4'))!
  const path = join(folder, 'endless')
  await expect(copyToDisk(stored, path)).rejects.toBeInstanceOf(StorageError)
  expect(Bun.file(path).size).toBeLessThanOrEqual(LARGE_BYTES)
  await expect(new Response(await stored.toSend()).bytes()).rejects.toBeInstanceOf(StorageError)
  await closed
})

test('reads no file that is larger than any we store', async () => {
  const { storage } = endlessBucket(1024 ** 4)
  await expect(storage.read('ann/film.mp4')).rejects.toThrow('larger than any that we store')
})
