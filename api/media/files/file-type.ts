import type { MediaKind } from '#shared/media/media.ts'

export type FileType = 'image/jpeg' | 'image/png' | 'video/mp4'
export type PictureType = Exclude<FileType, 'video/mp4'> | 'image/webp' | 'image/gif' | 'image/avif'

/** Number of bytes from the start of a file that identify its type. */
export const TYPE_BYTES = 16

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Major brands of MP4 files (mp4ra.org/registered-types/brands); QuickTime, HEIC and AVIF have others. */
const MP4_BRAND =
  /^(iso[m2-9a-c]|mp4[12]|avc1|dash|M4V |M4VH|M4VP|MSNV|mmp4|[Ff]4v |NDS[CHMPSX]|XAVC|3gp[4-7])$/

/** Detects a file's type by its first bytes, since its name and declared type can't be trusted. */
export function fileType(start: Buffer): FileType | undefined {
  if (start.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg'
  if (start.subarray(0, PNG.length).equals(PNG)) return 'image/png'
  if (start.toString('latin1', 4, 8) === 'ftyp' && MP4_BRAND.test(start.toString('latin1', 8, 12))) {
    return 'video/mp4'
  }
  return undefined
}

/** Like `fileType`, for pictures that are not published, such as profile pictures. */
export function pictureType(start: Buffer): PictureType | undefined {
  const type = fileType(start)
  if (type) return type === 'video/mp4' ? undefined : type
  const text = start.toString('latin1')
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  return /^.{4}ftypavi[fs]/s.test(text) ? 'image/avif' : undefined
}

export const kindOf = (type: string): MediaKind => (type === 'video/mp4' ? 'video' : 'image')
