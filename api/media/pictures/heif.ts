import { open, readFile } from 'node:fs/promises'
import sharp from 'sharp'

import { isIntactHeic } from './heic-integrity.ts'
import { writeTiff } from './tiff.ts'

/** `heif_chroma_interleaved_RGB` and `…_RGBA` hold 8 bits a channel, also for pictures with 10. */
type Decoded = {
  code?: unknown
  image: never
  channels?: { width: number; height: number; stride: number; data: Uint8Array }[]
}

/** Bytes at the start of a HEIF file that describe its pictures. Those of a grid of a hundred tiles are a few kilobytes. */
const HEADER_BYTES = 256 * 1024
/** Colour primaries of Display P3 (ITU-T H.273, table 2: SMPTE EG 432-1). */
const P3_PRIMARIES = 12

/**
 * Decodes a HEIC into a TIFF: tiles joined, upright, with its colour profile. Uses libheif as WebAssembly, because sharp's
 * libvips lacks HEVC, and Debian 12's ffmpeg can't read HEIC.
 * @throws {Error} if it is damaged
 */
export async function decodeHeic(path: string, target: string): Promise<void> {
  const { default: createLibheif } = await import('libheif-js/libheif-wasm/libheif.js')
  const wasmBinary = await readFile(
    Bun.resolveSync('libheif-js/libheif-wasm/libheif.wasm', import.meta.dirname),
  )
  const libheif = createLibheif({ wasmBinary, print: () => {}, printErr: () => {} })
  const bytes = await readFile(path)
  if (!isIntactHeic(libheif, bytes)) throw new Error('A part of the HEIC is damaged')
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
  await writeTiff(target, {
    ...pixels,
    channels: hasAlpha ? 4 : 3,
    isPremultiplied: libheif.heif_image_handle_is_premultiplied_alpha(handle) !== 0,
    icc: await profileOf(path),
  })
}

/**
 * Decodes an AVIF into a TIFF with an ICC profile if code points describe its colours instead of one, which libvips ignores.
 * @returns false if the file needs no decoding
 */
export async function decodeAvif(path: string, target: string): Promise<boolean> {
  const { icc } = await sharp(path).metadata()
  if (icc || !(await isP3(path))) return false
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
    icc: await p3Profile(),
  })
  return true
}

async function profileOf(path: string): Promise<Uint8Array | undefined> {
  const { icc } = await sharp(path).metadata()
  return icc ?? ((await isP3(path)) ? p3Profile() : undefined)
}

/** Returns true if the first `colr` box with code points (ISO/IEC 14496-12, 12.1.5) names Display P3. */
async function isP3(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    const at = buffer.subarray(0, bytesRead).indexOf('colrnclx')
    return at !== -1 && at + 10 <= bytesRead && buffer.readUInt16BE(at + 8) === P3_PRIMARIES
  } finally {
    await file.close()
  }
}

/** Returns libvips's own profile of Display P3. */
async function p3Profile(): Promise<Uint8Array | undefined> {
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } })
    .withIccProfile('p3')
    .png()
    .toBuffer()
  return (await sharp(png).metadata()).icc
}
