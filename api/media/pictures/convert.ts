import { stat } from 'node:fs/promises'
import sharp, { type Region, type Sharp } from 'sharp'

import { DomainError } from '#api/runtime/errors.ts'
import { STORAGE_MESSAGES } from '#api/storage/storage.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { inspectPicture, type PictureFacts } from './limits.ts'
import { instagramFrame, writeNetworkJpeg } from './network-jpeg.ts'
import { openPicture, readablePath } from './open.ts'

/** Types of stored pictures, which every network accepts. */
export type ImageType = 'image/jpeg' | 'image/png'
type Encoded = {
  path: string
  type: ImageType
  bytes: number
  width: number
  height: number
}
export type ConvertedFiles = Encoded & {
  /** True if the picture looks like one colour on a white background. */
  isPlainOnWhite: boolean
}

export type ImageJob = {
  path: string
  /** Crop area of the upright picture. Defaults to the whole picture. */
  area?: Region
  /** Paths of the files to write; `decoded` and `working` may remain unwritten. */
  targets: { original: string; jpeg: string; thumbnail: string; decoded: string; working: string }
}

/** Creates a new pipeline for each output file. */
type Source = () => Sharp
/** Facebook's limit for a photo (https://developers.facebook.com/docs/graph-api/reference/page/photos/). */
const MAX_FACEBOOK_BYTES = 10_000_000
const JPEG_STEPS = [
  { quality: 90 },
  { quality: 85, side: 6000 },
  { quality: 80, side: 4096 },
  { quality: 70, side: 2048 },
]
/** Large enough for every network's frame (network-jpeg.ts) and the thumbnail, so that a picture is decoded only once. */
const PREVIEW = { width: 1440, height: 1800, fit: 'inside', withoutEnlargement: true } as const
const THUMBNAIL = { width: 480, height: 1440, fit: 'inside', withoutEnlargement: true } as const
/** Number of pixels above which a JPEG isn't optimised: that saves a few percent, but needs the whole picture in memory. */
const OPTIMISED_PIXELS = 16_000_000

/**
 * Writes every stored variant of a picture.
 * @throws {DomainError} if it has too many pixels or can't be made small enough for Facebook
 */
export async function convertToFiles({ path, area, targets }: ImageJob): Promise<ConvertedFiles> {
  await inspectPicture({ path, use: 'post' })
  const readable = await readablePath(path, targets.decoded)
  const facts = await inspectPicture({ path: readable, use: 'post' })
  const type = await typeToStore(readable, facts)
  // The crop area is in pixels of the full-size picture.
  const working = facts.scale < 1 && !area ? await shrink(readable, type, facts, targets.working) : readable
  const open = await openPicture(working)
  const upright: Source = () => {
    const picture = open().autoOrient().toColourspace('srgb')
    return area ? picture.extract(area) : picture
  }
  const flattened: Source = () => upright().flatten({ background: 'white' })
  const encoded = await encodeOriginal({ upright, flattened }, type, targets.original)
  const { data, info } = await upright().resize(PREVIEW).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const preview: Source = () => sharp(data, { raw: { width, height, channels } })
  const opaque: Source = () => preview().flatten({ background: 'white' })
  await writeNetworkJpeg(opaque, await instagramFrame(opaque(), encoded), targets.jpeg)
  await preview().resize(THUMBNAIL).webp({ quality: 78 }).toFile(targets.thumbnail)
  return { ...encoded, isPlainOnWhite: facts.hasAlpha && (await isPlain(opaque())) }
}

/** Range of a channel, of 255, within which a picture looks like one colour. */
const PLAIN_RANGE = 24

async function isPlain(picture: Sharp): Promise<boolean> {
  const { channels } = await sharp(await picture.png({ compressionLevel: 1 }).toBuffer()).stats()
  return channels.every(({ min, max }) => max - min <= PLAIN_RANGE)
}

/** Chooses PNG for pictures that are one, for their sharp edges, and for transparent ones. */
async function typeToStore(path: string, { format, hasAlpha }: PictureFacts): Promise<ImageType> {
  if (format === 'png') return 'image/png'
  return hasAlpha && !(await sharp(path).stats()).isOpaque ? 'image/png' : 'image/jpeg'
}

/** Shrinks a picture row by row. Doesn't rotate it, which would need the whole picture in memory. */
async function shrink(path: string, type: ImageType, { scale, orientation }: PictureFacts, target: string) {
  const { width, height } = await sharp(path).metadata()
  const open = await openPicture(path)
  const smaller = open()
    .toColourspace('srgb')
    .resize({ width: Math.floor(width * scale), height: Math.floor(height * scale), fit: 'fill' })
    .withMetadata({ orientation })
  await (
    type === 'image/png'
      ? smaller.png({ compressionLevel: 2 })
      : smaller.jpeg({ quality: 96, chromaSubsampling: '4:4:4', optimiseCoding: false })
  ).toFile(target)
  return target
}

async function encodeOriginal(
  { upright, flattened }: { upright: Source; flattened: Source },
  type: ImageType,
  target: string,
): Promise<Encoded> {
  if (type === 'image/png') {
    const png = await write(upright().png(), target, 'image/png')
    if (png.bytes <= MAX_FACEBOOK_BYTES) return png
  }
  for (const { quality, side } of JPEG_STEPS) {
    const picture = side
      ? flattened().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      : flattened()
    const optimiseCoding = await isSmall(picture, side)
    const jpeg = await write(picture.jpeg({ quality, optimiseCoding }), target, 'image/jpeg')
    if (jpeg.bytes <= MAX_FACEBOOK_BYTES) return jpeg
  }
  throw new DomainError('too_large', MEDIA_MESSAGES.imageSize)
}

async function isSmall(picture: Sharp, side: number | undefined): Promise<boolean> {
  if (side !== undefined && side ** 2 <= OPTIMISED_PIXELS) return true
  const { width, height } = await picture.metadata()
  return width * height <= OPTIMISED_PIXELS
}

async function write(picture: Sharp, path: string, type: ImageType): Promise<Encoded> {
  const { width, height } = await picture.toFile(path)
  return { path, type, bytes: (await stat(path)).size, width, height }
}

/** `decoded` may remain unwritten. */
type SquareJob = {
  path: string
  side: number
  /** `inside` keeps the whole picture; by default its centre fills the square. */
  fit?: 'cover' | 'inside'
  target: string
  decoded: string
}

/**
 * Writes the centre of a picture, or all of it, as an upright WebP without metadata that fits into a square of `side` pixels.
 * @throws {DomainError} if the picture has too many pixels
 */
export async function convertToSquare({ path, side, fit = 'cover', target, decoded }: SquareJob) {
  await inspectPicture({ path, use: 'profile' })
  const readable = await readablePath(path, decoded)
  const { width, height } = (await sharp(readable).metadata()).autoOrient
  const available = fit === 'cover' ? Math.min(width, height) : Math.max(width, height)
  const usedSide = Math.max(1, Math.min(side, available))
  const open = await openPicture(readable)
  await open()
    .autoOrient()
    .resize({ width: usedSide, height: usedSide, fit })
    .toColourspace('srgb')
    .webp({ quality: 84 })
    .toFile(target)
}

type SmallerJob = { path: string; maxBytes: number; target: string }

/** Sides and qualities to try, the largest first. Bluesky's own app uploads at most 2000 pixels a side. */
const SMALLER_STEPS = [
  { side: 2000, quality: 88 },
  { side: 2000, quality: 75 },
  { side: 1440, quality: 75 },
  { side: 1000, quality: 70 },
  { side: 600, quality: 60 },
]

/**
 * Writes a stored picture as a JPEG on white of at most `maxBytes`.
 * @throws {DomainError} if it has too many pixels
 */
export async function convertToSmaller({ path, maxBytes, target }: SmallerJob): Promise<void> {
  await inspectPicture({ path, use: 'post' })
  const open = await openPicture(path)
  for (const { side, quality } of SMALLER_STEPS) {
    await open()
      .autoOrient()
      .flatten({ background: 'white' })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality })
      .toFile(target)
    if ((await stat(target)).size <= maxBytes) return
  }
}

/** Converts an error of sharp, which reports a full disk only by its message. */
export function conversionFailure(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  return /no space left|quota exceeded|read-only file system/i.test(String(error))
    ? new DomainError('storage_full', STORAGE_MESSAGES.full, { cause: error })
    : new DomainError('invalid', MEDIA_MESSAGES.unreadableImage, { cause: error })
}
