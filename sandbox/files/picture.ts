export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'bmp' | 'tiff'

export interface PictureSize {
  width: number
  height: number
}

const SIGNATURES: readonly (readonly [PictureFormat, string])[] = [
  ['jpeg', 'ffd8ff'],
  ['png', '89504e470d0a1a0a'],
  ['gif', '474946383761'],
  ['gif', '474946383961'],
  ['bmp', '424d'],
  ['tiff', '49492a00'],
  ['tiff', '4d4d002a'],
]

/** Detects the format by the first bytes, regardless of the file name. */
export function pictureFormat(head: Buffer): PictureFormat | null {
  const hex = head.toString('hex')
  return SIGNATURES.find(([, signature]) => hex.startsWith(signature))?.[0] ?? null
}

/** Returns width and height in pixels, or null for a truncated header or a TIFF. */
export function pictureSize(bytes: Buffer): PictureSize | null {
  const format = pictureFormat(bytes)
  if (format === 'jpeg') return jpegSize(bytes)
  if (format === 'png' && bytes.length >= 24) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (format === 'gif' && bytes.length >= 10) {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  if (format === 'bmp' && bytes.length >= 26) {
    return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
  }
  return null
}

/** Reads the start-of-frame segment. The markers C4, C8 and CC lie in its range but don't start a frame. */
function jpegSize(bytes: Buffer): PictureSize | null {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (marker === 0xda || marker === 0xd9) return null
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    at += standsAlone ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
