import sharp, { type Sharp } from 'sharp'

import { MAX_IMAGE_PIXELS } from '#shared/media/media.ts'
import { withInks } from './cmyk.ts'
import { decodeAvif, decodeHeic } from './heif.ts'
import { wholeJpeg } from './jpeg.ts'

/**
 * Returns the path of a file that sharp reads completely and with the right colours: the given one, or `target` after decoding or
 * repairing it there.
 * @throws {Error} if the picture is damaged
 */
export async function readablePath(path: string, target: string): Promise<string> {
  const { format, compression } = await sharp(path, { limitInputPixels: false }).metadata()
  if (format === 'jpeg') return await withInks(await wholeJpeg(path, target), target)
  if (format !== 'heif') return path
  if (compression === 'av1') return (await decodeAvif(path, target)) ? target : path
  await decodeHeic(path, target)
  return target
}

/** Returns a function that opens the picture with its colours in 8 bits, and fails where it is damaged. */
export async function openPicture(path: string): Promise<() => Sharp> {
  const { space, hasProfile } = await sharp(path, { limitInputPixels: false }).metadata()
  return () => {
    const picture = sharp(path, { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS })
    // sharp converts 16-bit colours with a profile to Display P3, and drops that profile; 8-bit ones it converts to sRGB.
    if (hasProfile && space === 'rgb16') return picture.pipelineColourspace('srgb')
    return picture
  }
}
