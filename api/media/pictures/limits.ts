import sharp, { type Metadata } from 'sharp'

import { DomainError } from '#api/errors.ts'
import { MAX_IMAGE_PIXELS, MAX_WHOLE_PIXELS, MEDIA_MESSAGES } from '#shared/media/media.ts'
import { MAX_PROFILE_AVIF_PIXELS, MAX_PROFILE_PIXELS, PROFILE_MESSAGES } from '#shared/profile.ts'

export type PictureUse = 'post' | 'profile'

export type PictureFacts = {
  /** True if it needs so much memory that it must be decoded alone. */
  isHeavy: boolean
  /** Scale, at most 1, at which it fits in memory. */
  scale: number
  /** The EXIF orientation, 1 to 8. */
  orientation: number
}

/** A picture of 25 million pixels in three channels. Networks show at most 4 million. */
const WORKING_BYTES = 75_000_000
/** A progressive JPEG of 25 million pixels in three channels, or 18 million in CMYK. */
const MAX_WHOLE_JPEG_BYTES = 75_000_000
/** An interlaced PNG of 25 million pixels with transparency, or half as many at 16 bits. */
const MAX_WHOLE_PNG_BYTES = 100_000_000
/** Two such pictures may be decoded at once. */
const LIGHT_BYTES = 50_000_000
/** Measured with libheif 1.20: planes, decoder frames and their copies. */
const AVIF_BYTES_A_PIXEL = 18
/** A progressive JPEG is stored as 16-bit coefficients until its last scan. */
const COEFFICIENT_BYTES = 2

/**
 * Reads a picture's header.
 * @throws {DomainError} `too_large` if it has more pixels than its format may have
 * @throws {Error} from libvips if the header can't be read
 */
export async function inspectPicture({
  path,
  use,
}: {
  path: string
  use: PictureUse
}): Promise<PictureFacts> {
  const facts = await sharp(path, { limitInputPixels: false }).metadata()
  refuseTooManyPixels(facts, use)
  const { orientation = 1 } = facts
  const decoded = decodedBytes(facts)
  const scale = isWhole(facts) || decoded <= WORKING_BYTES ? 1 : Math.sqrt(WORKING_BYTES / decoded)
  return { isHeavy: scale < 1 || bytesInMemory(facts, decoded) > LIGHT_BYTES, scale, orientation }
}

const decodedBytes = ({ width, height, channels, depth }: Metadata) =>
  width * height * channels * (depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4)

/** True for formats that are decoded completely before the first row can be read. */
const isWhole = ({ format, isProgressive }: Metadata) =>
  isProgressive || (format !== 'jpeg' && format !== 'png')

function bytesInMemory(facts: Metadata, decoded: number): number {
  if (facts.format === 'heif') return facts.width * facts.height * AVIF_BYTES_A_PIXEL
  if (isWhole(facts)) return facts.format === 'jpeg' ? decoded * COEFFICIENT_BYTES : decoded
  return (facts.orientation ?? 1) > 1 ? decoded : 0
}

function refuseTooManyPixels(facts: Metadata, use: PictureUse) {
  const pixels = facts.width * facts.height
  const refuse = (message: string) => {
    throw new DomainError('too_large', message)
  }
  if (use === 'profile') {
    if (pixels > MAX_PROFILE_PIXELS) refuse(PROFILE_MESSAGES.imagePixels)
    if (facts.format === 'heif' && pixels > MAX_PROFILE_AVIF_PIXELS) refuse(PROFILE_MESSAGES.avifPixels)
  }
  if (pixels > MAX_IMAGE_PIXELS) refuse(MEDIA_MESSAGES.imagePixels)
  const mostBytes = facts.format === 'jpeg' ? MAX_WHOLE_JPEG_BYTES : MAX_WHOLE_PNG_BYTES
  if (isWhole(facts) && (decodedBytes(facts) > mostBytes || pixels > MAX_WHOLE_PIXELS))
    refuse(MEDIA_MESSAGES.wholePixels)
}
