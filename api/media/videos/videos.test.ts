import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { MEDIA_ERRORS } from '#api/media/errors.ts'
import { shortestTime } from '#api/test/clock.ts'
import { fixture } from '#api/test/fixture.ts'
import { box } from '#api/test/media/box.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { readVideo } from './videos.ts'

let folder: string
let clip: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'currawong-videos-'))
  clip = Buffer.from(await Bun.file(fixture('clip.mp4')).arrayBuffer())
})
afterAll(() => rm(folder, { recursive: true }))

async function read(bytes: Uint8Array) {
  const path = join(folder, crypto.randomUUID())
  await Bun.write(path, bytes)
  return readVideo(path, 'pat')
}

/** Copies the clip with a change of the bytes that follow `name` in its index. */
function edited(name: string, change: (bytes: Buffer, at: number) => void, nth = 0) {
  const copy = Buffer.from(clip)
  let at = -1
  for (let found = 0; found <= nth; found++) at = copy.indexOf(name, at + 1, 'latin1')
  change(copy, at)
  return copy
}

const indexStart = () => clip.indexOf('moov', 0, 'latin1') - 4
const indexEnd = () => indexStart() + clip.readUInt32BE(indexStart())

describe('a video', () => {
  test('has a duration, size, codecs and frame rate', async () => {
    expect(await readVideo(fixture('clip.mp4'), 'pat')).toEqual({
      duration: 4,
      width: 540,
      height: 960,
      codec: 'avc',
      fps: 30,
      audioCodec: 'aac',
    })
    expect((await readVideo(fixture('short.mp4'), 'pat')).duration).toBe(1)
  })

  test('filmed sideways has the size that viewers see', async () => {
    const quarterTurn = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]
    const turned = edited('tkhd', (bytes, at) =>
      quarterTurn.forEach((value, index) => bytes.writeInt32BE(value, at + 44 + index * 4)),
    )
    expect(await read(turned)).toMatchObject({ width: 960, height: 540 })
  })

  test('can have its index at the end', async () => {
    const moved = edited('stco', (bytes, at) => shiftOffsets(bytes, at, -(indexEnd() - indexStart())))
    edited('stco', (_, at) => shiftOffsets(moved, at, -(indexEnd() - indexStart())), 1)
    const [start, end] = [indexStart(), indexEnd()]
    const whole = Buffer.concat([moved.subarray(0, start), moved.subarray(end), moved.subarray(start, end)])
    expect(await read(whole)).toMatchObject({ duration: 4, codec: 'avc' })
  })

  test('without pictures is rejected with a message', async () => {
    const silent = edited('vide', (bytes, at) => bytes.write('text', at, 'latin1'))
    await expect(read(silent)).rejects.toMatchObject({
      code: 'unsupported',
      message: MEDIA_ERRORS.soundOnly,
    })
  })

  test('can have an unknown codec', async () => {
    expect((await read(edited('avc1', (bytes, at) => bytes.write('zzzz', at, 'latin1'), 1))).codec).toBe(
      'unknown',
    )
  })
})

function shiftOffsets(bytes: Buffer, at: number, by: number) {
  const count = bytes.readUInt32BE(at + 8)
  for (let index = 0; index < count; index++) {
    const place = at + 12 + index * 4
    bytes.writeUInt32BE(bytes.readUInt32BE(place) + by, place)
  }
}

describe('a video that can’t be read', () => {
  const refusals: [string, () => Uint8Array][] = [
    ['cut short by a byte', () => clip.subarray(0, -1)],
    ['cut in half', () => clip.subarray(0, clip.length / 2)],
    ['cut within its index', () => clip.subarray(0, indexEnd() - 100)],
    ['cut after its index', () => clip.subarray(0, indexEnd())],
    ['without an index', () => Buffer.concat([clip.subarray(0, indexStart()), clip.subarray(indexEnd())])],
    [
      'whose content is shorter than its index says',
      () =>
        Buffer.concat([clip.subarray(0, indexEnd()), box('mdat', clip.subarray(indexEnd() + 16, -20_000))]),
    ],
    [
      'whose index names places past its end',
      () => edited('stco', (bytes, at) => shiftOffsets(bytes, at, clip.length)),
    ],
    [
      'whose sound’s index names places past its end',
      () => edited('stco', (bytes, at) => shiftOffsets(bytes, at, clip.length), 1),
    ],
    [
      'of more than a thousand outermost boxes',
      () => Buffer.concat([clip, ...Array.from({ length: 1000 }, () => box('free'))]),
    ],
    [
      'with an empty index',
      () => Buffer.concat([clip.subarray(0, indexStart()), box('moov'), box('mdat', clip)]),
    ],
    [
      'that claims billions of frames',
      () => edited('stts', (bytes, at) => bytes.fill(0xff, at + 12, at + 16)),
    ],
    ['that is only its first bytes', () => clip.subarray(0, 40)],
    ['whose boxes have no size', () => edited('moov', (bytes, at) => bytes.writeUInt32BE(3, at - 4))],
    [
      'whose index claims to be enormous',
      () =>
        Buffer.concat([
          clip.subarray(0, indexStart()),
          box('moov', new Uint8Array(33 * 1024 * 1024)),
          box('mdat'),
        ]),
    ],
  ]
  test.each(refusals)('%s is rejected with a message', async (_, make) => {
    await expect(read(make())).rejects.toMatchObject({
      code: 'invalid',
      message: MEDIA_MESSAGES.unreadableVideo,
    })
  })
})

test('stops reading a file of two hundred thousand boxes after the first thousand', async () => {
  const boxes = Buffer.concat([clip, Buffer.alloc(8 * 200_000, box('free'))])
  expect(await read(boxes).catch(({ code }: { code: string }) => code)).toBe('invalid')
  expect(await shortestTime(() => read(boxes).catch(() => undefined))).toBeLessThan(1000)
})
