import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { fixture } from '#api/test/fixture.ts'
import { box } from '#api/test/media/box.ts'
import { removePrivateParts } from './privacy.ts'
import { readVideoFacts } from './properties.ts'
import { readVideo } from './videos.ts'

let folder: string
let clip: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'currawong-mp4-'))
  clip = Buffer.from(await Bun.file(fixture('clip.mp4')).arrayBuffer())
})
afterAll(() => rm(folder, { recursive: true }))

const words = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4))
  return bytes
}
const secret = (at: string) => Buffer.from(`SECRET ${at} +37.8136+144.9631/`)

/** Builds a GPS track like those of action cameras: two samples in one chunk. */
const placeTrack = (start: number, bytes: number) =>
  box(
    'trak',
    box(
      'mdia',
      box('hdlr', words(0, 0), Buffer.from('meta'), words(0, 0, 0), Buffer.from('SECRET maker\0')),
      box(
        'minf',
        box(
          'stbl',
          box('stsz', words(0, 0, 2, 10, bytes - 10)),
          box('stsc', words(0, 1, 1, 2, 1)),
          box('stco', words(0, 1, start)),
        ),
      ),
    ),
  )

/** Adds to the clip all the metadata that cameras and editors write. The index goes last, so that no sample moves. */
function filmed(): Buffer {
  const indexAt = clip.indexOf('moov', 0, 'latin1') - 4
  const indexEnd = indexAt + clip.readUInt32BE(indexAt)
  const index = Buffer.from(clip.subarray(indexAt + 8, indexEnd))
  index.writeUInt32BE(3_800_000_000, index.indexOf('mvhd') + 8)
  // Fills the space of the old index, so that sample offsets stay valid.
  const filled = box('skip', Buffer.alloc(indexEnd - indexAt - 8, 'SECRET '))
  const start = Buffer.concat([clip.subarray(0, indexAt), filled, clip.subarray(indexEnd)])
  const places = secret('samples')
  const content = box('mdat', places)
  return Buffer.concat([
    start,
    content,
    box('uuid', secret('uuid')),
    box(
      'moov',
      index,
      placeTrack(start.length + 8, places.length),
      box('udta', box('\xa9xyz', secret('udta'))),
      box('meta', secret('meta')),
    ),
    box('free', secret('free')),
    box('zzzz', secret('unknown')),
    Buffer.from('SECRET'),
  ])
}

async function written(bytes: Buffer) {
  const path = join(folder, crypto.randomUUID())
  await Bun.write(path, bytes)
  return path
}

test('keeps picture and sound, and removes location, dates, device and trailing data', async () => {
  const path = await written(filmed())
  const before = await readVideoFacts(path)
  expect(before).toEqual(await readVideo(path, 'pat'))
  const after = Buffer.from(await Bun.file(path).bytes())
  expect(after.toString('latin1')).not.toMatch(/SECRET|37\.8136/)
  expect(after.readUInt32BE(after.indexOf('mvhd') + 8)).toBe(0)
  const [film] = [clip.subarray(clip.indexOf('mdat', 0, 'latin1'))]
  expect(after.includes(film)).toBe(true)
})

test('leaves a video without metadata unchanged, byte for byte', async () => {
  const path = await written(clip)
  await removePrivateParts(path)
  expect(Buffer.compare(await Bun.file(path).bytes(), clip)).toBe(0)
})
