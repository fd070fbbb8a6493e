import { stat } from 'node:fs/promises'
import sharp, { type Region, type Sharp } from 'sharp'

import type { Config } from '#api/config.ts'
import { DomainError } from '#api/errors.ts'
import { MAX_IMAGE_PIXELS, MEDIA_MESSAGES } from '#shared/media.ts'
import { conversionFailure } from './conversion-failure.ts'
import { inTurns } from './in-turns.ts'
import { instagramFrame } from './instagram-frame.ts'
import { writeNetworkJpeg } from './network-jpeg.ts'
import { newTemporaryPath, removeFiles } from './temporary-files.ts'

export type ImageType = 'image/jpeg' | 'image/png'
/** A fresh pipeline for each file that is made. */
type Source = () => Sharp
type Encoded = { path: string; type: ImageType; bytes: number; width: number; height: number }

/** New files, upright, in sRGB and without metadata; they belong to the caller. */
export type ConvertedImage = {
  /** In its own type where that stays within Facebook's 10 MB, else a JPEG. */
  original: Encoded
  /** Within Instagram's limits and ratio, and Google's. */
  jpegPath: string
  /** WebP. */
  thumbnailPath: string
}

/** Facebook's limit for a photo (PROVIDERS.md B). */
const MAX_FACEBOOK_BYTES = 10_000_000
const JPEG_STEPS = [
  { quality: 90 },
  { quality: 85, side: 6000 },
  { quality: 80, side: 4096 },
  { quality: 70, side: 2048 },
]
const THUMBNAIL = { width: 480, height: 1440, fit: 'inside', withoutEnlargement: true } as const

/** Decoded pictures are large: two at a time, whatever is uploaded. */
const convertInTurn = inTurns(2)
sharp.cache(false)

/**
 * @param whose who waits for it
 * @param area the part of an upright picture that is wanted; all of it when left out
 * @throws DomainError for a picture that can't be read or has too many pixels
 */
export const convertImage = (
  config: Pick<Config, 'dataDir'>,
  { path, type, whose }: { path: string; type: ImageType; whose: string },
  area?: Region,
): Promise<ConvertedImage> => convertInTurn(whose, () => convert(config, path, type, area))

async function convert(config: Pick<Config, 'dataDir'>, path: string, type: ImageType, area?: Region) {
  const upright: Source = () => opened(path, area)
  const flattened: Source = () => upright().flatten({ background: 'white' })
  const [original, jpegPath, thumbnailPath] = await Promise.all([
    newTemporaryPath(config),
    newTemporaryPath(config),
    newTemporaryPath(config),
  ])
  try {
    await refuseTooManyPixels(path)
    const encoded = await encodeOriginal({ upright, flattened }, type, original)
    await writeNetworkJpeg(flattened, await instagramFrame(flattened(), encoded), jpegPath)
    await upright().resize(THUMBNAIL).webp({ quality: 78 }).toFile(thumbnailPath)
    return { original: encoded, jpegPath, thumbnailPath }
  } catch (error) {
    await removeFiles([original, jpegPath, thumbnailPath])
    throw conversionFailure(error)
  }
}

function opened(path: string, area: Region | undefined): Sharp {
  const picture = sharp(path, { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS })
    .autoOrient()
    .toColourspace('srgb')
    .timeout({ seconds: 60 })
  return area ? picture.extract(area) : picture
}

async function refuseTooManyPixels(path: string) {
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
  if (width * height > MAX_IMAGE_PIXELS) throw new DomainError('too_large', MEDIA_MESSAGES.imagePixels)
}

type Sources = { upright: Source; flattened: Source }

async function encodeOriginal(
  { upright, flattened }: Sources,
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
    const jpeg = await write(picture.jpeg({ quality }), target, 'image/jpeg')
    if (jpeg.bytes <= MAX_FACEBOOK_BYTES) return jpeg
  }
  throw new DomainError('too_large', MEDIA_MESSAGES.imageSize)
}

async function write(picture: Sharp, path: string, type: ImageType): Promise<Encoded> {
  const { width, height } = await picture.toFile(path)
  return { path, type, bytes: (await stat(path)).size, width, height }
}
