import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js'
import { open, readFile } from 'node:fs/promises'
import sharp from 'sharp'

import { inspectHeic } from './heic-integrity.ts'
import { type CodePoints, codePointProfile } from './profiles.ts'
import { writeTiff } from './tiff.ts'

/** Result of libheif. Interleaved channels have 8 bits, even for pictures with 10. */
type Decoded = {
  code?: unknown
  image: never
  channels?: { width: number; height: number; stride: number; data: Uint8Array }[]
}

/** Maximum size of the boxes at the start of a HEIF file that describe its pictures. A grid of a hundred tiles needs a few kilobytes. */
const HEADER_BYTES = 256 * 1024

/**
 * Decodes a HEIC into a TIFF with joined tiles, the colour profile and, unless the container rotates it, the EXIF orientation. Uses
 * libheif as WebAssembly, because sharp's libvips lacks HEVC, and Debian 12's ffmpeg can't read HEIC.
 * @throws {Error} if it is damaged
 */
export async function decodeHeic(path: string, target: string): Promise<void> {
  const libheif = await loadLibheif()
  const bytes = await readFile(path)
  const { isIntact, streamColours } = inspectHeic(libheif, bytes)
  if (!isIntact) throw new Error('A part of the HEIC is damaged')
  const { icc, orientation } = await readProfileAndOrientation(path, streamColours)
  await writeTiff(target, { ...decodePrimaryPicture(libheif, bytes), icc, orientation })
}

async function loadLibheif(): Promise<MainModule> {
  const { default: createLibheif } = await import('libheif-js/libheif-wasm/libheif.js')
  const wasmBinary = await readFile(
    Bun.resolveSync('libheif-js/libheif-wasm/libheif.wasm', import.meta.dirname),
  )
  return createLibheif({ wasmBinary, print: () => {}, printErr: () => {} })
}

function decodePrimaryPicture(libheif: MainModule, bytes: Buffer) {
  const context = libheif.heif_context_alloc()
  const { code } = libheif.heif_context_read_from_memory(context, bytes)
  if (code !== libheif.heif_error_code.heif_error_Ok) throw new Error('The HEIC’s header is damaged')
  const handle = libheif.heif_js_context_get_primary_image_handle(context)
  if (!handle || handle.code) throw new Error('The HEIC has no primary picture')
  const { heif_chroma_interleaved_RGB, heif_chroma_interleaved_RGBA } = libheif.heif_chroma
  const hasAlpha = libheif.heif_image_handle_has_alpha_channel(handle) !== 0
  const decoded = libheif.heif_js_decode_image2(
    handle,
    libheif.heif_colorspace.heif_colorspace_RGB,
    hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
  ) as Decoded
  const [pixels] = decoded.channels ?? []
  if (!pixels) throw new Error('The HEIC’s picture is damaged')
  const isPremultiplied = libheif.heif_image_handle_is_premultiplied_alpha(handle) !== 0
  return { ...pixels, channels: hasAlpha ? (4 as const) : (3 as const), isPremultiplied }
}

/**
 * Decodes an AVIF into a TIFF with an ICC profile and orientation if libvips would ignore them. It ignores colours described by
 * code points, and an orientation that is only in EXIF.
 * @returns false if the file needs no decoding
 */
export async function decodeAvif(path: string, target: string): Promise<boolean> {
  const { hasProfile } = await sharp(path).metadata()
  const { icc, orientation } = await readProfileAndOrientation(path)
  if ((hasProfile || !icc) && orientation === 1) return false
  const { data, info } = await sharp(path, { failOn: 'error' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  await writeTiff(target, {
    data,
    width,
    height,
    stride: width * channels,
    channels: channels === 4 ? 4 : 3,
    // sharp has applied the file's own profile.
    icc: hasProfile ? undefined : icc,
    orientation,
  })
  return true
}

/**
 * Reads a HEIF's colour profile, and its EXIF orientation unless the container rotates the picture itself. Colours of the container
 * take precedence over those of the stream (ISO/IEC 23008-12, 6.5.5).
 */
async function readProfileAndOrientation(path: string, streamColours?: CodePoints) {
  const { icc, exif } = await sharp(path).metadata()
  const head = await readHead(path)
  const colours = readCodePoints(head) ?? streamColours
  // The EXIF orientation then only repeats the container's rotation (ISO/IEC 23008-12, 6.5.10).
  const isRotatedByContainer = head.includes('irot') || head.includes('imir')
  return {
    icc: icc ?? (colours && codePointProfile(colours)),
    orientation: isRotatedByContainer ? 1 : exifOrientation(exif),
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Reads the first `colr` box with code points (ISO/IEC 14496-12, 12.1.5). */
function readCodePoints(head: Buffer): CodePoints | undefined {
  const at = head.indexOf('colrnclx')
  if (at === -1 || at + 12 > head.length) return undefined
  return { primaries: head.readUInt16BE(at + 8), transfer: head.readUInt16BE(at + 10) }
}

/** Reads the orientation in EXIF data, 1 to 8 (TIFF 6.0: field 274 of the first directory). */
function exifOrientation(exif: Buffer | undefined): number {
  const tiff = exif?.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0)
  if (!tiff || tiff.length < 14) return 1
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let field = 0; field < short(start); field++) {
    const at = start + 2 + 12 * field
    const value = short(at + 8)
    if (short(at) === 274) return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
