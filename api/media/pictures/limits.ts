import sharp, { type Metadata } from 'sharp'

import { MEDIA_ERRORS } from '#api/media/errors.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { MAX_IMAGE_PIXELS, MAX_PROGRESSIVE_PIXELS } from '#shared/media/media.ts'
import { MAX_PROFILE_AVIF_PIXELS, MAX_PROFILE_PIXELS, PROFILE_MESSAGES } from '#shared/profile.ts'

export type PictureUse = 'post' | 'profile'
type Inspection = { path: string; use: PictureUse }

export type PictureFacts = {
  format: Metadata['format']
  hasAlpha: boolean
  /** True if the picture needs so much memory that it must be decoded alone. */
  isHeavy: boolean
  /** Scale, at most 1, at which the picture fits in memory. */
  scale: number
  /** EXIF orientation, 1 to 8. */
  orientation: number
}

/** Decoded size above which a picture is shrunk while it is read: 25 million RGB pixels. Networks show at most 4 million. */
const WORKING_BYTES = 75_000_000
/** Maximum decoded size of a progressive JPEG: 25 million pixels in RGB, or 18 million in CMYK. */
const MAX_WHOLE_JPEG_BYTES = 75_000_000
/** Maximum decoded size of an interlaced PNG: 25 million pixels with transparency, or half as many at 16 bits. */
const MAX_WHOLE_PNG_BYTES = 100_000_000
/** Maximum memory of a picture that may be decoded beside another one. */
const LIGHT_BYTES = 50_000_000
/** Measured with libheif-js 1.23: the YUV planes of the tiles, and the RGB result. */
const HEIC_BYTES_A_PIXEL = 8
/** The sensors of today’s phones: 8064 × 6048. */
const MAX_HEIC_PIXELS = 50_000_000
/** Measured with libheif 1.20: planes, decoder frames and their copies. */
const AVIF_BYTES_A_PIXEL = 18
const MAX_AVIF_PIXELS = 16_000_000
/** A progressive JPEG is stored as 16-bit coefficients until its last scan. */
const COEFFICIENT_BYTES = 2

/**
 * Reads a picture's header.
 * @throws {DomainError} `too_large` if it has more pixels than its format may have
 * @throws {Error} from libvips if the header can't be read
 */
export async function inspectPicture({ path, use }: Inspection): Promise<PictureFacts> {
  if (use === 'post' && (await isAvifSequence(path))) throw animated()
  const facts = await sharp(path, { limitInputPixels: false }).metadata()
  requirePixelLimits(facts, use)
  if (use === 'post' && isAnimated(facts)) throw animated()
  const { orientation = 1 } = facts
  const decoded = decodedBytes(facts)
  const scale = needsWholeDecoding(facts) || decoded <= WORKING_BYTES ? 1 : Math.sqrt(WORKING_BYTES / decoded)
  const { format, hasAlpha } = facts
  const isHeavy = scale < 1 || bytesInMemory(facts, decoded) > LIGHT_BYTES
  return { format, hasAlpha, isHeavy, scale, orientation }
}

const decodedBytes = ({ width, height, channels, depth }: Metadata) =>
  width * height * channels * (depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4)

const animated = () => new DomainError('unsupported', MEDIA_ERRORS.animated)

/** Recognises an animated AVIF by its brand, because libvips can't read those that avifenc writes. */
const isAvifSequence = async (path: string) => (await Bun.file(path).slice(0, 12).text()).endsWith('ftypavis')

const isAnimated = ({ format, pages = 1 }: Metadata) => pages > 1 && (format === 'gif' || format === 'webp')

/** Formats that can be read row by row. TIFFs aren't uploaded: heif.ts writes them. */
const BY_ROW = new Set<string>(['jpeg', 'png', 'tiff'])

/** True for formats that must be decoded completely before the first row can be read. */
const needsWholeDecoding = ({ format, isProgressive }: Metadata) => isProgressive || !BY_ROW.has(format)

const isHeic = ({ format, compression }: Metadata) => format === 'heif' && compression === 'hevc'
const isAvif = ({ format, compression }: Metadata) => format === 'heif' && compression !== 'hevc'

function bytesInMemory(facts: Metadata, decoded: number): number {
  if (isHeic(facts)) return facts.width * facts.height * HEIC_BYTES_A_PIXEL
  if (isAvif(facts)) return facts.width * facts.height * AVIF_BYTES_A_PIXEL
  if (needsWholeDecoding(facts)) return facts.format === 'jpeg' ? decoded * COEFFICIENT_BYTES : decoded
  return (facts.orientation ?? 1) > 1 ? decoded : 0
}

function requirePixelLimits(facts: Metadata, use: PictureUse) {
  const pixels = facts.width * facts.height
  const refuse = (message: string) => {
    throw new DomainError('too_large', message)
  }
  if (use === 'profile') {
    if (pixels > MAX_PROFILE_PIXELS) refuse(PROFILE_MESSAGES.imagePixels)
    if (isAvif(facts) && pixels > MAX_PROFILE_AVIF_PIXELS) refuse(PROFILE_MESSAGES.avifPixels)
  }
  if (pixels > MAX_IMAGE_PIXELS) refuse(MEDIA_ERRORS.imagePixels)
  if (isHeic(facts)) {
    if (pixels > MAX_HEIC_PIXELS) refuse(MEDIA_ERRORS.heicPixels)
    return
  }
  if (isAvif(facts) && pixels > MAX_AVIF_PIXELS) refuse(MEDIA_ERRORS.avifPixels)
  const maxBytes = facts.format === 'jpeg' ? MAX_WHOLE_JPEG_BYTES : MAX_WHOLE_PNG_BYTES
  if (needsWholeDecoding(facts) && (decodedBytes(facts) > maxBytes || pixels > MAX_PROGRESSIVE_PIXELS))
    refuse(MEDIA_ERRORS.wholePixels)
}
