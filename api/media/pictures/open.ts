import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'

import { MAX_IMAGE_PIXELS } from '#shared/media/media.ts'
import { decodeAvif, decodeHeic } from './heif.ts'
import { wholeJpeg } from './jpeg.ts'
import { ascii, inkProfile, uint16 } from './profiles.ts'

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

/** Side of the sample from which the kind of CMYK is recognised. */
const SAMPLE = 256
/** Ink, of 255, that compression may add. */
const NOISE = 16
/** Share of pixels with all four inks, as a separation for print has in its shadows and greys. */
const PRINT_SHARE = 0.05

/**
 * Writes a CMYK JPEG with a profile if it has none and its inks only mirror RGB, as ImageMagick, PIL and most programs that don't
 * print convert it. libvips would read it as a separation for print, and be off by up to 75 of 255.
 * @returns the path of the file with the right profile: the given one, or `target`
 */
async function withInks(path: string, target: string): Promise<string> {
  const { space, hasProfile } = await sharp(path, { limitInputPixels: false }).metadata()
  if (space !== 'cmyk' || hasProfile || !(await mirrorsRgb(path))) return path
  const bytes = await readFile(path)
  await Bun.write(target, Buffer.concat([bytes.subarray(0, 2), profileSegment(), bytes.subarray(2)]))
  return target
}

/** Returns true if black replaces the grey of the other inks in each pixel, or isn't used: no press would print that. */
async function mirrorsRgb(path: string): Promise<boolean> {
  const inks = await sharp(path, { limitInputPixels: MAX_IMAGE_PIXELS, sequentialRead: true })
    .pipelineColourspace('cmyk')
    .resize({ width: SAMPLE, height: SAMPLE, fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false })
    .toColourspace('cmyk')
    .raw()
    .toBuffer()
  let print = 0
  for (let at = 0; at < inks.length; at += 4) {
    const [c = 0, m = 0, y = 0, k = 0] = inks.subarray(at, at + 4)
    if (Math.min(c, m, y, k) > NOISE) print++
  }
  return print <= (inks.length / 4) * PRINT_SHARE
}

/** The profile as a segment of a JPEG (ICC.1:2022, B.4). */
function profileSegment(): Buffer {
  const profile = inkProfile()
  const [name, part] = [ascii('ICC_PROFILE\0'), Buffer.from([1, 1])]
  const length = uint16(2 + name.length + part.length + profile.length)
  return Buffer.concat([Buffer.from([0xff, 0xe2]), length, name, part, profile])
}
