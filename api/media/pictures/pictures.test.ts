import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

import { MEDIA_ERRORS } from '#api/media/errors.ts'
import { removeFiles } from '#api/media/files/temporary-files.ts'
import { chartError, chartPng } from '#api/test/chart.ts'
import { fixture } from '#api/test/fixture.ts'
import { inVerify } from '#api/test/in-verify.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import type { ImageType } from './convert.ts'
import { instagramSize } from './network-jpeg.ts'
import { convertImage, pictures } from './pictures.ts'

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'currawong-images-'))))
afterAll(() => {
  pictures.end()
  return rm(dataDir, { recursive: true })
})

const plain = (width: number, height: number, background: string | object = '#336699', channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background } })

/** A picture that hardly compresses. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

async function convert(picture: Sharp | Uint8Array) {
  const path = join(dataDir, crypto.randomUUID())
  await Bun.write(path, picture instanceof Uint8Array ? picture : await picture.toBuffer())
  return convertImage({ dataDir }, { path, userId: 'pat' })
}

const colourAt = async (path: string, left: number, top: number) => [
  ...(await sharp(path).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
]
const close = (actual: number[], expected: number[], within = 6) =>
  actual.every((value, index) => Math.abs(value - expected[index]!) <= within)

describe('a converted picture', () => {
  test('contains no camera, location or colour profile in any file', async () => {
    const camera = plain(800, 800)
      .withExif({ IFD0: { Make: 'Secret Camera', Copyright: 'Ann' }, IFD3: { GPSLatitude: '37/1 48/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Secret Place</place></x:xmpmeta>')
      .withIccProfile('p3')
    const before = await sharp(await camera.clone().jpeg().toBuffer()).metadata()
    expect([before.exif, before.xmp, before.icc].every(Boolean)).toBe(true)
    for (const [picture, type] of [
      [camera.clone().jpeg(), 'image/jpeg'],
      [camera.clone().png(), 'image/png'],
    ] as const) {
      const { original, jpegPath, thumbnailPath } = await convert(picture)
      expect(original.type).toBe(type)
      for (const path of [original.path, jpegPath, thumbnailPath]) {
        const { exif, xmp, icc, iptc, comments, orientation, space } = await sharp(path).metadata()
        expect([exif, xmp, icc, iptc, comments, orientation]).toEqual(Array(6).fill(undefined))
        expect(space).toBe('srgb')
        expect(await Bun.file(path).text()).not.toMatch(/Secret|GPS/)
      }
    }
  })

  test('keeps its colours when its profile is turned into sRGB', async () => {
    const red = await plain(400, 400, { r: 255, g: 0, b: 0 }).withIccProfile('p3').png().toBuffer()
    const { original } = await convert(red)
    expect(close(await colourAt(original.path, 5, 5), [255, 0, 0])).toBe(true)
    const cmyk = await plain(400, 400, { r: 255, g: 255, b: 255 }).toColourspace('cmyk').jpeg().toBuffer()
    expect(close(await colourAt((await convert(cmyk)).original.path, 5, 5), [255, 255, 255])).toBe(true)
  })

  test('is rotated upright', async () => {
    const left = plain(300, 600, '#ff0000')
    const lying = await plain(900, 600, '#0000ff')
      .composite([{ input: await left.png().toBuffer(), left: 0, top: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { original, jpegPath, thumbnailPath } = await convert(lying)
    expect([original.width, original.height]).toEqual([600, 900])
    for (const path of [original.path, thumbnailPath]) {
      expect(close(await colourAt(path, 10, 10), [254, 0, 0], 12)).toBe(true)
    }
    const jpeg = await sharp(jpegPath).metadata()
    expect(jpeg.height / jpeg.width).toBeCloseTo(1.25, 2)
  })

  test('has a thumbnail of at most 480 pixels and its own width', async () => {
    const large = await sharp((await convert(plain(2000, 1000).jpeg())).thumbnailPath).metadata()
    expect([large.format, large.width, large.height]).toEqual(['webp', 480, 240])
    const small = await sharp((await convert(plain(200, 100).jpeg())).thumbnailPath).metadata()
    expect([small.width, small.height]).toEqual([200, 100])
  })

  test('stays within Facebook’s limit', async () => {
    const { original } = await convert(noise(1900, 1900).png({ compressionLevel: 1 }))
    expect(original.type).toBe('image/jpeg')
    expect(original.bytes).toBeLessThanOrEqual(10_000_000)
    expect([original.width, original.height]).toEqual([1900, 1900])
    const photo = await noise(2000, 2000).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    expect(photo.length).toBeGreaterThan(10_000_000)
    const reduced = await convert(photo)
    expect(reduced.original.bytes).toBeLessThanOrEqual(10_000_000)
    expect(reduced.original.width).toBe(2000)
  })
})

const FORMATS: [name: string, file: string, type: ImageType, turn: number][] = [
  ['a phone’s HEIC', 'phone.heic', 'image/jpeg', 0],
  ['a HEIC of turned tiles in Display P3', 'tiles-p3-rotated.heic', 'image/jpeg', 270],
  ['a HEIC that only EXIF turns', 'turned-by-exif.heic', 'image/jpeg', 0],
  ['a HEIC with 10 bits a colour', 'ten-bit.heic', 'image/jpeg', 0],
  ['a WebP', 'chart.webp', 'image/jpeg', 0],
  ['an AVIF', 'chart.avif', 'image/jpeg', 0],
  ['an AVIF in Display P3 by its code points', 'p3.avif', 'image/jpeg', 0],
  ['an AVIF in BT.2020 by its code points', 'bt2020.avif', 'image/jpeg', 0],
  ['a still GIF', 'chart.gif', 'image/jpeg', 0],
  ['a JPEG in CMYK without a profile', 'chart-cmyk.jpg', 'image/jpeg', 0],
  ['a HEIC with transparency', 'hole.heic', 'image/png', 0],
  ['a WebP with transparency', 'hole.webp', 'image/png', 0],
  ['an AVIF with transparency', 'hole.avif', 'image/png', 0],
]
/** Each decoder and each way to describe colours or a turn once. */
const IN_VERIFY = [
  'a HEIC of turned tiles in Display P3',
  'a HEIC that only EXIF turns',
  'a HEIC with 10 bits a colour',
  'a WebP',
  'an AVIF in BT.2020 by its code points',
  'a still GIF',
  'a JPEG in CMYK without a profile',
  'an AVIF with transparency',
]

const PNGS = ['AdobeCompat', 'DisplayP3', 'ProPhoto', 'sRGB'].flatMap(profile =>
  ([8, 16] as const).map(bits => [`a PNG in ${profile} with ${bits} bits a colour`, profile, bits] as const),
)
/** Each profile once, and both depths. */
const PNGS_IN_VERIFY = [
  'a PNG in AdobeCompat with 8 bits a colour',
  'a PNG in DisplayP3 with 16 bits a colour',
  'a PNG in ProPhoto with 16 bits a colour',
  'a PNG in sRGB with 8 bits a colour',
]

describe('a picture of another format', () => {
  test.each(inVerify(IN_VERIFY, FORMATS))('keeps its colours: %s', async (_, name, type, turn) => {
    const { original, jpegPath } = await convert(await Bun.file(fixture(`pictures/${name}`)).bytes())
    expect(original.type).toBe(type)
    const upright = turn === 0 ? [1200, 900] : [900, 1200]
    expect([original.width, original.height]).toEqual(upright)
    expect(await chartError(original.path, turn)).toBeLessThanOrEqual(6)
    expect(await chartError(jpegPath, turn)).toBeLessThanOrEqual(6)
  })

  test.each(
    inVerify(
      ['hlg.avif', 'pq-in-stream.heic'],
      [['pq.avif'], ['hlg.avif'], ['pq-p3.avif'], ['pq-in-stream.heic']],
    ),
  )('keeps its colours nearly, if it is HDR: %s', async name => {
    const { original } = await convert(await Bun.file(fixture(`pictures/${name}`)).bytes())
    expect(await chartError(original.path)).toBeLessThanOrEqual(20)
  })

  test.each(inVerify(PNGS_IN_VERIFY, PNGS))('keeps its colours: %s', async (_, profile, bits) => {
    const png = await chartPng(bits, fixture(`pictures/${profile}-v4.icc`))
    const { depth, hasProfile } = await sharp(png).metadata()
    expect([depth, hasProfile]).toEqual([bits === 8 ? 'uchar' : 'ushort', true])
    const { original, jpegPath } = await convert(png)
    expect(await chartError(original.path)).toBeLessThanOrEqual(6)
    expect(await chartError(jpegPath)).toBeLessThanOrEqual(6)
  })

  test.each(['animated.gif', 'animated.avif'])(
    'is rejected with what to do if it is animated: %s',
    async name => {
      const bytes = await Bun.file(fixture(`pictures/${name}`)).bytes()
      await expect(convert(bytes)).rejects.toMatchObject({
        code: 'unsupported',
        message: MEDIA_ERRORS.animated,
      })
    },
  )
})

describe('the picture for Instagram', () => {
  test.each([
    [1000, 1000],
    [2000, 1500],
    [1500, 2000],
    [100, 100],
    [500, 5000],
    [5000, 300],
    [1, 3000],
    [3000, 1],
    [1081, 1351],
    [1911, 1000],
    [321, 401],
  ])('of %i × %i becomes a JPEG within its widths and ratios', async (width, height) => {
    const { jpegPath } = await convert(plain(width, height).png())
    const made = await sharp(jpegPath).metadata()
    expect(made.format).toBe('jpeg')
    expect(made.width).toBeWithin(320, 1441)
    expect(made.width / made.height).toBeGreaterThanOrEqual(0.8)
    expect(made.width / made.height).toBeLessThanOrEqual(1.91)
    expect(Bun.file(jpegPath).size).toBeLessThanOrEqual(8_000_000)
  })

  test('keeps a ratio that Instagram accepts', () => {
    expect(instagramSize({ width: 4000, height: 3000 })).toEqual({ width: 1440, height: 1080 })
    expect(instagramSize({ width: 800, height: 1000 })).toEqual({ width: 800, height: 1000 })
  })

  test('is padded with the colour of its edge, and never cropped', async () => {
    const dot = await plain(100, 100, '#ffff00').png().toBuffer()
    const tall = plain(500, 2000, '#204060').composite([{ input: dot, left: 200, top: 0 }])
    const { jpegPath } = await convert(tall.png())
    const { width, height } = await sharp(jpegPath).metadata()
    expect(close(await colourAt(jpegPath, 3, height / 2), [0x20, 0x40, 0x60])).toBe(true)
    expect(close(await colourAt(jpegPath, width / 2, 10), [255, 255, 0], 20)).toBe(true)
  })

  test('is padded with white if the edge has many colours', async () => {
    const half = await plain(500, 1000, '#ffff00').png().toBuffer()
    const tall = plain(500, 2000, '#000080').composite([{ input: half, left: 0, top: 0 }])
    const { jpegPath } = await convert(tall.png())
    expect(close(await colourAt(jpegPath, 2, 1000), [255, 255, 255])).toBe(true)
  })

  test('replaces transparency with white', async () => {
    const { original, jpegPath } = await convert(plain(600, 600, { r: 0, g: 0, b: 0, alpha: 0 }, 4).png())
    expect((await sharp(original.path).metadata()).hasAlpha).toBe(true)
    expect(close(await colourAt(jpegPath, 300, 300), [255, 255, 255])).toBe(true)
  })
})

describe('a picture that can’t be read', () => {
  const refused = async (bytes: Uint8Array) => {
    await removeFiles((await readdir(join(dataDir, 'tmp'))).map(name => join(dataDir, 'tmp', name)))
    const error = await convert(bytes).catch((reason: Error) => reason.message)
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
    return error
  }

  test('is rejected with a message, and leaves no file', async () => {
    const jpeg = await noise(800, 800).jpeg().toBuffer()
    const png = await noise(800, 800).png().toBuffer()
    expect(await refused(jpeg.subarray(0, jpeg.length / 2))).toBe(MEDIA_MESSAGES.unreadableImage)
    expect(await refused(png.subarray(0, png.length / 2))).toBe(MEDIA_MESSAGES.unreadableImage)
    expect(await refused(Buffer.from('ffd8ffe0000000000000', 'hex'))).toBe(MEDIA_MESSAGES.unreadableImage)
  })

  test.each([300, 640, 1080])('is accepted with colours for each pixel: %i px', async size => {
    const detail = await noise(size, 60).blur(1).png().toBuffer()
    const jpeg = plain(size, size, 'white')
      .composite([{ input: detail, gravity: 'south' }])
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    expect((await convert(jpeg)).original.width).toBe(size)
  })

  test('is rejected if its middle is damaged, and accepted if only what follows it is odd', async () => {
    const jpeg = await noise(800, 800).jpeg().toBuffer()
    const middle = jpeg.length >> 1
    const cut = Buffer.from('ffd9', 'hex')
    const damaged = Buffer.concat([jpeg.subarray(0, middle), cut, jpeg.subarray(middle + 2)])
    expect(await refused(damaged)).toBe(MEDIA_MESSAGES.unreadableImage)
    // A part that was never written, in a picture like a photo: libjpeg misses it only at the end.
    const photo = await noise(800, 800).blur(2).jpeg().toBuffer()
    const [from, to] = [photo.length >> 1, (photo.length >> 1) + 4096]
    expect(await refused(Buffer.from(photo).fill(0, from, to))).toBe(MEDIA_MESSAGES.unreadableImage)
    const [end, padding] = [jpeg.length - 2, Buffer.alloc(100)]
    for (const whole of [
      Buffer.concat([jpeg, Buffer.from('added by a camera')]),
      Buffer.concat([jpeg.subarray(0, end), padding, cut]),
    ])
      expect((await convert(whole)).original.width).toBe(800)
  })

  test.each([false, true])(
    'is accepted if only the end marker is missing: progressive %p',
    async progressive => {
      const jpeg = await noise(800, 800).jpeg({ progressive }).toBuffer()
      for (const bytes of [jpeg.subarray(0, -2), jpeg.subarray(0, -1)]) {
        const { original } = await convert(bytes)
        expect([original.width, original.height]).toEqual([800, 800])
      }
      expect(await refused(jpeg.subarray(0, jpeg.length * 0.95))).toBe(MEDIA_MESSAGES.unreadableImage)
    },
  )

  test('is rejected if a decoder loses its place in it, and finds the last row before the end', async () => {
    const photo = await noise(800, 800).blur(2).jpeg({ progressive: true }).toBuffer()
    const middle = photo.length >> 1
    expect(await refused(Buffer.from(photo).fill(0, middle, middle + 300))).toBe(
      MEDIA_MESSAGES.unreadableImage,
    )
  })

  test.each(
    inVerify(['tiles-p3-rotated.heic'], [['phone.heic'], ['tiles-p3-rotated.heic'], ['ten-bit.heic']]),
  )('is rejected if a part of a HEIC is damaged: %s', async name => {
    const heic = Buffer.from(await Bun.file(fixture(`pictures/${name}`)).bytes())
    for (const share of [0.6, 0.8]) {
      const at = Math.floor(heic.length * share)
      expect(await refused(Buffer.from(heic).fill(0x5a, at, at + 40))).toBe(MEDIA_MESSAGES.unreadableImage)
    }
  })

  test('is rejected before it expands to billions of pixels', async () => {
    const png = await plain(10, 10).png().toBuffer()
    png.writeUInt32BE(60_000, 16)
    png.writeUInt32BE(60_000, 20)
    png.writeUInt32BE(Bun.hash.crc32(png.subarray(12, 29)), 29)
    expect(await refused(png)).toBe(MEDIA_ERRORS.imagePixels)
  })
})
