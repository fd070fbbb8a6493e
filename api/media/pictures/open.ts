import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'

import { DomainError } from '#api/runtime/errors.ts'
import { MAX_IMAGE_PIXELS, MEDIA_MESSAGES } from '#shared/media/media.ts'
import { decodeAvif, decodeHeic } from './heif.ts'
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

const END = Buffer.from('ffd9', 'hex')
const [SOI, EOI, SOS, RST0, RST7, TEM] = [0xd8, 0xd9, 0xda, 0xd0, 0xd7, 0x01] as const
/** Frames in Huffman codes, of which libjpeg reports missing bits: baseline, extended and progressive. */
const HUFFMAN_FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** Share of a scan without which a picture is incomplete. Damage makes a decoder stop further from the end. */
const TAIL = 0.01
/** Minimum size of a checked scan. In a smaller one, `TAIL` is less than a block. */
const MIN_CHECKED_BYTES = 4096
/** Rows at the end of a picture that the end of its data describes: more than a row of blocks. */
const LAST_ROWS = 64

/** Matches libjpeg's warnings about intact pictures. Bytes left over between the scans of a progressive one are damage. */
const HARMLESS =
  /extraneous bytes before marker 0x(?!c4|da)|Invalid SOS parameters|unknown JFIF|Adobe color transform|bad ICC marker/

/**
 * Returns the path of a JPEG with an end marker: the given one, or `target` after adding the marker there. Cameras and recovered
 * files lack it, and every viewer shows them.
 * @throws {DomainError} `invalid` if a part of the picture is missing or damaged, which libjpeg would fill with grey
 */
async function wholeJpeg(path: string, target: string): Promise<string> {
  const bytes = await readFile(path)
  const { scanAt, endAt, isHuffman } = lastScan(bytes)
  if (!(await isComplete(bytes, endAt))) throw damaged()
  const dataEnd = withoutZeros(bytes, endAt)
  const dataBytes = dataEnd - scanAt
  if (isHuffman && dataBytes > MIN_CHECKED_BYTES) {
    // A decoder that lost its place may reach the last row early. Then it doesn't miss the end of the data.
    const withoutTail = dataEnd - dataBytes * TAIL
    if ((await isComplete(bytes, withoutTail)) && (await showTheSame(bytes, endAt, withoutTail)))
      throw damaged()
  }
  if (endAt < bytes.length) return path
  await Bun.write(target, ended(bytes, endAt))
  return target
}

const damaged = () => new DomainError('invalid', MEDIA_MESSAGES.unreadableImage)

/** Finds the data of the last scan of the first picture (ITU-T T.81, B.1.1), whose end marker may be missing. */
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

/** Leaves out zeros at the end, which may fill up a file or be codes of a plain area. */
function withoutZeros(bytes: Buffer, end: number): number {
  let at = end
  while (at > 0 && bytes[at - 1] === 0) at--
  return at
}

/** Returns the bytes up to a position, with a complete end marker. */
function ended(bytes: Buffer, end: number): Buffer {
  return Buffer.concat([bytes.subarray(0, bytes[end - 1] === 0xff ? end - 1 : end), END])
}

/** Returns whether the bytes up to both positions have the same last rows. */
async function showTheSame(bytes: Buffer, end: number, otherEnd: number): Promise<boolean> {
  const [rows, others] = await Promise.all([lastRows(bytes, end), lastRows(bytes, otherEnd)])
  return rows.equals(others)
}

async function lastRows(bytes: Buffer, end: number): Promise<Buffer> {
  const picture = ended(bytes, Math.floor(end))
  const { width, height } = await sharp(picture, { limitInputPixels: MAX_IMAGE_PIXELS }).metadata()
  const rows = Math.min(height, LAST_ROWS)
  return sharp(picture, { failOn: 'none', limitInputPixels: MAX_IMAGE_PIXELS, sequentialRead: true })
    .extract({ left: 0, top: height - rows, width, height: rows })
    .raw()
    .toBuffer()
}

/**
 * Returns whether the bytes up to a position have every row of the picture. libjpeg may report lost bytes only at the last one.
 */
async function isComplete(bytes: Buffer, end: number): Promise<boolean> {
  try {
    const picture = ended(bytes, Math.floor(end))
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
