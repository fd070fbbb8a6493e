import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { atEnd } from '#api/test/at-end.ts'
import { s3ForTests } from '#api/test/s3.ts'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'
import { type Storage, StorageError } from './storage.ts'

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

const kinds: [string, () => Storage][] = [
  ['a folder', () => diskStorage(join(folder, 'disk'))],
  ['S3', () => s3],
]

describe.each(kinds)('storage in %s', (_, open) => {
  test('what was put is read back whole and by range', async () => {
    const storage = open()
    await storage.put('ann/one.jpg', source, 'image/jpeg')
    const whole = await storage.read('ann/one.jpg')
    expect([await whole?.body.text(), whole?.size]).toEqual(['0123456789', 10])
    const range = await storage.read('ann/one.jpg', 3, 6)
    expect([await range?.body.text(), range?.size]).toEqual(['345', 10])
    expect(await (await storage.read('ann/one.jpg', 7))?.body.text()).toBe('789')
    expect(await (await storage.read('ann/one.jpg', 0, 4))?.body.text()).toBe('0123')
    expect(await (await storage.read('ann/one.jpg', 8, 99))?.body.text()).toBe('89')
    expect(await (await storage.read('ann/one.jpg', 5, 5))?.body.text()).toBe('')
  })

  test('a file larger than one part arrives complete and can be streamed', async () => {
    const storage = open()
    await storage.put('ann/film.mp4', large, 'video/mp4')
    const stored = await storage.read('ann/film.mp4')
    const hash = new Bun.CryptoHasher('sha256')
    for await (const chunk of stored!.body.stream()) hash.update(chunk)
    expect(hash.digest('hex')).toBe(Bun.SHA256.hash(await Bun.file(large).bytes(), 'hex'))
  })

  test('a key that is not there reads as nothing, and deleting it is no error', async () => {
    const storage = open()
    await storage.put('ann/two.jpg', source, 'image/jpeg')
    await storage.delete(['ann/two.jpg', 'ann/never.jpg'])
    expect(await storage.read('ann/two.jpg')).toBeUndefined()
    expect(await storage.read('nobody/never.jpg')).toBeUndefined()
  })

  test.each(['../secret', '/etc/passwd', 'a/../b', 'a//b', 'a/./b', '.hidden', 'a\\b', 'A', ''])(
    'the key %p is refused',
    async key => {
      const storage = open()
      expect(storage.put(key, source, 'image/jpeg')).rejects.toThrow('malformed')
      expect(storage.read(key)).rejects.toThrow('malformed')
      expect(storage.delete([key])).rejects.toThrow('malformed')
    },
  )
})

test('a folder keeps nothing of a file that could not be copied whole', async () => {
  const storage = diskStorage(join(folder, 'broken'))
  expect(storage.put('ann/one.jpg', join(folder, 'not-there'), 'image/jpeg')).rejects.toThrow()
  expect(await storage.read('ann/one.jpg')).toBeUndefined()
  expect(await readdir(join(folder, 'broken', 'ann'))).toEqual([])
})

const SETTINGS = { bucket: 'media', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' }

test('a bucket that can’t be reached is an error that says what to do, not a missing file', async () => {
  const storage = s3Storage({ ...SETTINGS, endpoint: 'http://127.0.0.1:1' })
  const failure = await storage.read('ann/one.jpg').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StorageError)
  expect(failure).toMatchObject({
    message: expect.stringMatching(/^The bucket media can’t be used .*doctor/),
  })
})

test('nobody waits for a bucket that never answers', async () => {
  const silent = Bun.listen({ port: 0, hostname: '127.0.0.1', socket: { data() {} } })
  atEnd(() => silent.stop(true))
  const storage = s3Storage({ ...SETTINGS, endpoint: `http://127.0.0.1:${silent.port}` }, 100)
  expect(storage.put('ann/one.jpg', source, 'image/jpeg')).rejects.toThrow('no answer in time')
  expect(storage.read('ann/one.jpg')).rejects.toThrow('no answer in time')
  expect(storage.delete(['ann/one.jpg'])).rejects.toThrow('no answer in time')
})
