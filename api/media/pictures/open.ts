import sharp, { type Sharp } from 'sharp'

import { DomainError } from '#api/errors.ts'
import { MAX_IMAGE_PIXELS, MEDIA_MESSAGES } from '#shared/media/media.ts'
import { decodeAvif, decodeHeic } from './heif.ts'

/**
 * Returns the path of a file that sharp reads with the right colours: the given one, or `target` after decoding it there.
 * @throws {Error} if the picture is damaged
 */
export async function readablePath(path: string, target: string): Promise<string> {
  const { format, compression } = await sharp(path, { limitInputPixels: false }).metadata()
  if (format !== 'heif') return path
  if (compression === 'av1') return (await decodeAvif(path, target)) ? target : path
  await decodeHeic(path, target)
  return target
}

/** Matches libjpeg's warnings about intact pictures. */
const HARMLESS =
  /extraneous bytes before marker|Invalid SOS parameters|unknown JFIF|Adobe color transform|bad ICC marker/

/**
 * Returns a function that opens the picture with its colours in 8 bits, and fails where it is damaged.
 * @throws {DomainError} `invalid` for a JPEG with a damaged part, which libjpeg would fill with grey
 */
export async function openPicture(path: string): Promise<() => Sharp> {
  const { format, space, hasProfile, width, height } = await sharp(path, {
    limitInputPixels: false,
  }).metadata()
  if (format === 'jpeg') await requireWholeJpeg(path, { width, height })
  return () => {
    const picture = sharp(path, { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS })
    // sharp converts 16-bit colours with a profile to Display P3, and drops that profile; 8-bit ones it converts to sRGB.
    if (hasProfile && space === 'rgb16') return picture.pipelineColourspace('srgb')
    return picture
  }
}

/** Decodes the picture up to its last row, because libjpeg may report lost bytes only there. */
async function requireWholeJpeg(
  path: string,
  { width, height }: Record<'width' | 'height', number>,
): Promise<void> {
  try {
    await sharp(path, { failOn: 'warning', limitInputPixels: MAX_IMAGE_PIXELS, sequentialRead: true })
      .extract({ left: 0, top: height - 1, width, height: 1 })
      .raw()
      .toBuffer()
  } catch (error) {
    const warnings = String(error)
      .split('\n')
      .filter(line => line.includes('VipsJpeg'))
    if (warnings.length > 0 && warnings.every(line => HARMLESS.test(line))) return
    throw new DomainError('invalid', MEDIA_MESSAGES.unreadableImage, { cause: error })
  }
}
