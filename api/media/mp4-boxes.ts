import { open } from 'node:fs/promises'

/** The index of a four-hour film takes about 20 MB; a larger one would only cost memory. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024
const MAX_BOXES = 200_000

/** Whether an MP4's outermost boxes are all there to their last byte, with an index and content among them. */
export async function isWholeMp4(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const header = Buffer.alloc(16)
    const found = new Set<string>()
    let boxes = 0
    for (let at = 0; at + 8 <= size;) {
      const { bytesRead } = await file.read(header, 0, 16, at)
      const { type, bytes } = readHeader(header.subarray(0, bytesRead), size - at)
      if (bytes < 8 || at + bytes > size || ++boxes > MAX_BOXES) return false
      if (type === 'moov' && bytes > MAX_INDEX_BYTES) return false
      found.add(type)
      at += bytes
    }
    return found.has('moov') && found.has('mdat')
  } finally {
    await file.close()
  }
}

/** ISO/IEC 14496-12, 4.2: size 0 means 'to the end', 1 that 64 bits follow. */
function readHeader(header: Buffer, left: number) {
  const size = header.readUInt32BE(0)
  const type = header.toString('latin1', 4, 8)
  if (size === 0) return { type, bytes: left }
  if (size > 1) return { type, bytes: size }
  return { type, bytes: header.length < 16 ? 0 : Number(header.readBigUInt64BE(8)) }
}
