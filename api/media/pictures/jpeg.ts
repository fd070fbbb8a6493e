import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

import { DomainError } from '#api/runtime/errors.ts'
import { MAX_IMAGE_PIXELS, MEDIA_MESSAGES } from '#shared/media/media.ts'

const END = Buffer.from('ffd9', 'hex')
const [SOI, EOI, SOS, RST0, RST7, TEM] = [0xd8, 0xd9, 0xda, 0xd0, 0xd7, 0x01] as const
/** Frames in Huffman codes, of which libjpeg reports missing bits: baseline, extended and progressive. */
const HUFFMAN_FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** Share of a scan without which a picture is incomplete. Damage makes a decoder stop further from the end. */
const TAIL = 0.01
/** In less data, a hundredth is less than a block. */
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
export async function wholeJpeg(path: string, target: string): Promise<string> {
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

/** Returns the bytes up to a position, with an end marker instead of half of one. */
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

/** Returns whether the bytes up to a position have every row of the picture. libjpeg may report lost bytes only at the last one. */
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
