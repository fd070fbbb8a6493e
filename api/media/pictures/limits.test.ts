import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

import { MEDIA_ERRORS } from '#api/media/errors.ts'
import { fixture } from '#api/test/fixture.ts'
import { PROFILE_MESSAGES } from '#shared/profile.ts'
import { inspectPicture, type PictureUse } from './limits.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'currawong-limits-'))))
afterAll(() => rm(folder, { recursive: true }))

const tiny = () => sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
const sideways = () => tiny().withMetadata({ orientation: 6 })

/** Made by heif-enc. */
const HEIC = fixture('pictures/ten-bit.heic')

type Size = [width: number, height: number]

/** Forges the size in the header, as a crafted file does: the rest isn't read before the picture is rejected. */
const claims = {
  async jpeg([width, height]: Size, progressive = false, picture = tiny()) {
    const file = await picture.jpeg({ progressive }).toBuffer()
    const frame = file.lastIndexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]))
    file.writeUInt16BE(height, frame + 5)
    file.writeUInt16BE(width, frame + 7)
    return file
  },
  png: async (size: Size, progressive = false) =>
    claimPng(await tiny().png({ progressive }).toBuffer(), size),
  avif: async (size: Size) => claimHeif(await tiny().avif({ effort: 0 }).toBuffer(), size),
  heic: async (size: Size) => claimHeif(Buffer.from(await Bun.file(HEIC).bytes()), size),
}

function claimHeif(file: Buffer, [width, height]: Size): Buffer {
  for (let at = file.indexOf('ispe'); at >= 0; at = file.indexOf('ispe', at + 1)) {
    file.writeUInt32BE(width, at + 8)
    file.writeUInt32BE(height, at + 12)
  }
  return file
}

function claimPng(file: Buffer, [width, height]: Size): Buffer {
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  file.writeUInt32BE(Bun.hash.crc32(file.subarray(12, 29)), 29)
  return file
}

async function inspect(file: Buffer, use: PictureUse = 'post') {
  const path = join(folder, crypto.randomUUID())
  await Bun.write(path, file)
  return await inspectPicture({ path, use }).catch(
    ({ code, message }: { code: string; message: string }) => ({
      code,
      message,
    }),
  )
}

const tooLarge = (message: string) => ({ code: 'too_large', message })

test('rejects a progressive JPEG or interlaced PNG over 25 million pixels, with a message that says so', async () => {
  for (const make of [claims.jpeg, claims.png]) {
    expect(await inspect(await make([5001, 5000], true))).toEqual(tooLarge(MEDIA_ERRORS.wholePixels))
    expect(await inspect(await make([5000, 5000], true))).toMatchObject({ isHeavy: true, scale: 1 })
    expect(await inspect(await make([5001, 5000]))).not.toHaveProperty('code')
  }
})

test('rejects a progressive CMYK JPEG over three quarters as many pixels', async () => {
  const make = (width: number, height: number) =>
    claims.jpeg([width, height], true, tiny().toColourspace('cmyk'))
  expect(await inspect(await make(5000, 3751))).toEqual(tooLarge(MEDIA_ERRORS.wholePixels))
  expect(await inspect(await make(5000, 3750))).toMatchObject({ isHeavy: true, scale: 1 })
})

test('rejects a 16-bit interlaced PNG over half as many pixels', async () => {
  const make = async ([width, height]: [number, number]) => {
    const deep = sharp({ create: { width: 8, height: 8, channels: 4, background: '#336699' } }).toColourspace(
      'rgb16',
    )
    return claimPng(await deep.png({ progressive: true }).toBuffer(), [width, height])
  }
  expect(await inspect(await make([5000, 2501]))).toEqual(tooLarge(MEDIA_ERRORS.wholePixels))
  expect(await inspect(await make([5000, 2500]))).toMatchObject({ isHeavy: true, scale: 1 })
})

test('rejects any picture over 100 million pixels', async () => {
  for (const make of [claims.jpeg, claims.png]) {
    expect(await inspect(await make([10_001, 10_000]))).toEqual(tooLarge(MEDIA_ERRORS.imagePixels))
    expect(await inspect(await make([10_000, 10_000]))).toMatchObject({ isHeavy: true })
  }
})

test('rejects a profile picture over 20 million pixels, and an AVIF over 10 million', async () => {
  expect(await inspect(await claims.jpeg([5000, 4001]), 'profile')).toEqual(
    tooLarge(PROFILE_MESSAGES.imagePixels),
  )
  expect(await inspect(await claims.jpeg([5000, 4000]), 'profile')).not.toHaveProperty('code')
  expect(await inspect(await claims.avif([5000, 2001]), 'profile')).toEqual(
    tooLarge(PROFILE_MESSAGES.avifPixels),
  )
  expect(await inspect(await claims.avif([5000, 2000]), 'profile')).toMatchObject({ isHeavy: true })
})

test('accepts a HEIC of a phone as a profile picture', async () => {
  expect(await inspect(await claims.heic([4032, 3024]), 'profile')).not.toHaveProperty('code')
  expect(await inspect(await claims.heic([5000, 4001]), 'profile')).toEqual(
    tooLarge(PROFILE_MESSAGES.imagePixels),
  )
})

test('decodes a phone photo alongside others, but a large one that needs rotating alone', async () => {
  expect(await inspect(await claims.jpeg([4032, 3024], false, sideways()))).toMatchObject({
    isHeavy: false,
    scale: 1,
  })
  expect(await inspect(await claims.jpeg([5000, 4900]))).toMatchObject({ isHeavy: false, scale: 1 })
  expect(await inspect(await claims.jpeg([5000, 4900], false, sideways()))).toMatchObject({
    isHeavy: true,
    scale: 1,
  })
})
