import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'

import { DomainError } from '#api/runtime/errors.ts'
import { MAX_IMAGE_PIXELS, MEDIA_MESSAGES } from '#shared/media/media.ts'
import { decodeAvif, decodeHeic } from './heif.ts'
import { ascii, inkProfile, uint16 } from './profiles.ts'

/**
 * Returns the path of a file that sharp reads completely and with the right colours: the given file, or `target` after writing a
 * decoded or repaired one there.
 * @throws {Error} if the picture is damaged
 */
export async function readablePath(path: string, target: string): Promise<string> {
  const { format, compression } = await sharp(path, { limitInputPixels: false }).metadata()
  if (format === 'jpeg') return await withInkProfile(await repairJpeg(path, target), target)
  if (format !== 'heif') return path
  if (compression === 'av1') return (await decodeAvif(path, target)) ? target : path
  await decodeHeic(path, target)
  return target
}

/** Returns a function that opens the picture with 8-bit colours. Reading fails at damaged parts. */
export async function openPicture(path: string): Promise<() => Sharp> {
  const { space, hasProfile } = await sharp(path, { limitInputPixels: false }).metadata()
  return () => {
    const picture = sharp(path, { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS })
    // sharp converts 16-bit colours with a profile to Display P3, and drops that profile; 8-bit ones it converts to sRGB.
    if (hasProfile && space === 'rgb16') return picture.pipelineColourspace('srgb')
    return picture
  }
}

/** Side in pixels of the sample that decides the kind of CMYK. */
const SAMPLE = 256
/** Amount of ink, of 255, that may be a compression artefact. */
const NOISE = 16
/** Share of pixels with all four inks above which a picture is meant for print, whose shadows and greys have them. */
const PRINT_SHARE = 0.05

/**
 * Adds a profile to a CMYK JPEG without one whose inks were computed from RGB, as ImageMagick, PIL and most programs for screens
 * do. libvips would assume inks for print, and be off by up to 75 of 255.
 * @returns the path of the file with the right profile: the given one, or `target`
 */
async function withInkProfile(path: string, target: string): Promise<string> {
  const { space, hasProfile } = await sharp(path, { limitInputPixels: false }).metadata()
  if (space !== 'cmyk' || hasProfile || !(await hasRgbInks(path))) return path
  const bytes = await readFile(path)
  await Bun.write(target, Buffer.concat([bytes.subarray(0, 2), profileSegment(), bytes.subarray(2)]))
  return target
}

/** True if pixels have black or the grey of the other inks, but not both: inks for print have both. */
async function hasRgbInks(path: string): Promise<boolean> {
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

const END = Buffer.from('ffd9', 'hex')
const [SOI, EOI, SOS, RST0, RST7, TEM] = [0xd8, 0xd9, 0xda, 0xd0, 0xd7, 0x01] as const
/** Frame types with Huffman codes (baseline, extended, progressive), for which libjpeg reports missing bits. */
const HUFFMAN_FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** Share of a scan that an intact picture needs to its end. After damage, a decoder no longer needs it. */
const TAIL = 0.01
/** Minimum size of a checked scan. In a smaller one, `TAIL` is less than a block. */
const MIN_CHECKED_BYTES = 4096
/** Number of rows at the end of a picture to compare: more than a row of blocks. */
const LAST_ROWS = 64

/** Matches libjpeg's warnings about intact pictures. Extraneous bytes between the scans of a progressive picture are damage. */
const HARMLESS =
  /extraneous bytes before marker 0x(?!c4|da)|Invalid SOS parameters|unknown JFIF|Adobe color transform|bad ICC marker/

/**
 * Returns the path of a JPEG with an end marker: the given file, or `target` after writing it there with one. Some cameras and
 * recovered files lack it, but every viewer shows them.
 * @throws {DomainError} `invalid` if a part of the picture is missing or damaged, which libjpeg would fill with grey
 */
async function repairJpeg(path: string, target: string): Promise<string> {
  const bytes = await readFile(path)
  const { scanAt, endAt, isHuffman } = lastScan(bytes)
  if (!(await isComplete(bytes, endAt))) throw damaged()
  const dataEnd = endWithoutZeros(bytes, endAt)
  const dataBytes = dataEnd - scanAt
  if (isHuffman && dataBytes > MIN_CHECKED_BYTES) {
    // After damage, a decoder may reach the last row early. Then the picture looks the same without the end of its data.
    const withoutTail = dataEnd - dataBytes * TAIL
    if ((await isComplete(bytes, withoutTail)) && (await haveSameLastRows(bytes, endAt, withoutTail)))
      throw damaged()
  }
  if (endAt < bytes.length) return path
  await Bun.write(target, withEndMarker(bytes, endAt))
  return target
}

const damaged = () => new DomainError('invalid', MEDIA_MESSAGES.unreadableImage)

/** Finds the last scan of the first picture (ITU-T T.81, B.1.1). Its end marker may be missing. */
function lastScan(bytes: Buffer) {
  let [at, scanAt, isHuffman] = [0, 0, false]
  for (;;) {
    at = bytes.indexOf(0xff, at)
    const marker = bytes[at + 1]
    if (at === -1 || marker === undefined || marker === EOI)
      return { scanAt, endAt: marker === EOI ? at : bytes.length, isHuffman }
    if (marker === 0xff) at += 1
    else if (marker === 0 || marker === SOI || marker === TEM || (marker >= RST0 && marker <= RST7)) at += 2
    else {
      isHuffman ||= HUFFMAN_FRAMES.has(marker)
      at += 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 2)
      if (marker === SOS) scanAt = at
    }
  }
}

/** Returns the end without trailing zeros, which may be padding or a plain area. */
function endWithoutZeros(bytes: Buffer, end: number): number {
  let at = end
  while (at > 0 && bytes[at - 1] === 0) at--
  return at
}

/** Returns the bytes up to a position, followed by an end marker. */
function withEndMarker(bytes: Buffer, end: number): Buffer {
  return Buffer.concat([bytes.subarray(0, bytes[end - 1] === 0xff ? end - 1 : end), END])
}

/** True if the bytes up to either position decode to the same last rows. */
async function haveSameLastRows(bytes: Buffer, end: number, otherEnd: number): Promise<boolean> {
  const [rows, others] = await Promise.all([lastRows(bytes, end), lastRows(bytes, otherEnd)])
  return rows.equals(others)
}

async function lastRows(bytes: Buffer, end: number): Promise<Buffer> {
  const picture = withEndMarker(bytes, Math.floor(end))
  const { width, height } = await sharp(picture, { limitInputPixels: MAX_IMAGE_PIXELS }).metadata()
  const rows = Math.min(height, LAST_ROWS)
  return sharp(picture, { failOn: 'none', limitInputPixels: MAX_IMAGE_PIXELS, sequentialRead: true })
    .extract({ left: 0, top: height - rows, width, height: rows })
    .raw()
    .toBuffer()
}

/** True if the bytes up to a position contain the last row. libjpeg may report lost bytes only there. */
async function isComplete(bytes: Buffer, end: number): Promise<boolean> {
  try {
    const picture = withEndMarker(bytes, Math.floor(end))
    const { width, height } = await sharp(picture, { limitInputPixels: MAX_IMAGE_PIXELS }).metadata()
    await sharp(picture, { failOn: 'warning', limitInputPixels: MAX_IMAGE_PIXELS, sequentialRead: true })
      .extract({ left: 0, top: height - 1, width, height: 1 })
      .raw()
      .toBuffer()
    return true
  } catch (error) {
    const warnings = String(error)
      .split('\n')
      .filter(line => line.includes('VipsJpeg'))
    return warnings.length > 0 && warnings.every(line => HARMLESS.test(line))
  }
}
