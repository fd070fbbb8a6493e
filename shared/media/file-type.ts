import type { MediaKind } from './media.ts'

export type PictureType = `image/${'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic'}`
/** Containers of videos. MP4 includes MOV and 3GP, which are the same format (ISO/IEC 14496-12). */
export type VideoType = `video/${'mp4' | 'webm' | 'x-msvideo' | 'mp2t'}`
export type FileType = PictureType | VideoType

/** Number of bytes that identify a file's type: three packets of an MPEG transport stream. */
export const FILE_TYPE_BYTES = 400

const TS_PACKET_BYTES = 188
/** Brands of pictures that share the container of MP4 (ISO/IEC 23008-12 and AVIF 1.1). */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])
const AVIF_BRANDS = new Set(['avif', 'avis'])
const ANY_PICTURE_BRANDS = new Set(['mif1', 'mif2', 'msf1', 'miaf'])
/** Canon’s raw pictures. */
const OTHER_BRANDS = new Set(['crx '])
/** First boxes of QuickTime films without an `ftyp` box. */
const FILM_BOXES = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

/** Detects the type of a picture or video by its first bytes, since its name and declared type can’t be trusted. */
export function fileType(start: Uint8Array): FileType | undefined {
  const text = String.fromCharCode(...start.subarray(0, FILE_TYPE_BYTES))
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp'
  if (/^RIFF.{4}AVI /s.test(text)) return 'video/x-msvideo'
  if (text.startsWith('\u001aE\u00df\u00a3')) return 'video/webm'
  const box = text.slice(4, 8)
  if (box === 'ftyp') return brandedType(start, text)
  if (FILM_BOXES.has(box)) return 'video/mp4'
  return [0, 1, 2].every(packet => text[packet * TS_PACKET_BYTES] === 'G') ? 'video/mp2t' : undefined
}

/** Detects the type by the major brand or, if several formats share that brand, by the compatible brands. */
function brandedType(start: Uint8Array, text: string): FileType | undefined {
  const end = Math.min(new DataView(start.buffer, start.byteOffset).getUint32(0), text.length)
  const major = text.slice(8, 12)
  const compatible = text.slice(16, end).match(/.{4}/gs) ?? []
  if (HEIC_BRANDS.has(major)) return 'image/heic'
  if (AVIF_BRANDS.has(major)) return 'image/avif'
  if (ANY_PICTURE_BRANDS.has(major))
    return compatible.some(brand => AVIF_BRANDS.has(brand)) ? 'image/avif' : 'image/heic'
  return OTHER_BRANDS.has(major) ? undefined : 'video/mp4'
}

export const isPicture = (type: FileType): type is PictureType => type.startsWith('image/')

/** Detects the type of a picture by its first bytes. Returns undefined for other files. */
export function pictureType(start: Uint8Array): PictureType | undefined {
  const type = fileType(start)
  return type && isPicture(type) ? type : undefined
}

export const mediaKindOf = (type: string): MediaKind => (type.startsWith('video/') ? 'video' : 'image')
