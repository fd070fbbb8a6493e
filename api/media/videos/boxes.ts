import { type FileHandle, open } from 'node:fs/promises'

/** The index of a four-hour video takes about 20 MB. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024
/** A video has a handful of boxes; a fragmented one has two per one-second fragment. */
const MAX_BOXES = 1000
const BLOCK_BYTES = 64 * 1024

/** Byte offsets of a box: `start` of its header, `content` of its payload, `end` exclusive. */
export type Box = { type: string; start: number; content: number; end: number }

/** Returns whether an MP4's top-level boxes are complete and include an index and content. */
export async function isWholeMp4(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const boxes = await outermostBoxes(file)
    const found = new Set(boxes?.map(({ type }) => type))
    return found.has('moov') && found.has('mdat')
  } finally {
    await file.close()
  }
}

/** Reads the top-level boxes of an MP4. Returns undefined if they are damaged or too many, or the index is too large. */
export async function outermostBoxes(file: FileHandle): Promise<Box[] | undefined> {
  const { size } = await file.stat()
  const headerAt = blockReader(file)
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= size;) {
    const box = readBox(await headerAt(at), 0, size - at)
    const bytes = box.end
    if (bytes < box.content || at + bytes > size || boxes.length === MAX_BOXES) return undefined
    if (box.type === 'moov' && bytes > MAX_INDEX_BYTES) return undefined
    boxes.push({ type: box.type, start: at, content: at + box.content, end: at + bytes })
    at += bytes
  }
  return boxes
}

/** Reads 16-byte headers, batching those that are close together into one read. */
function blockReader(file: FileHandle) {
  const block = Buffer.alloc(BLOCK_BYTES)
  let start = 0
  let length = 0
  return async (at: number): Promise<Buffer> => {
    if (at < start || at + 16 > start + length) {
      start = at
      length = (await file.read(block, 0, BLOCK_BYTES, at)).bytesRead
    }
    return block.subarray(at - start, Math.min(at - start + 16, length))
  }
}

/**
 * Reads the box header at `at` (ISO/IEC 14496-12, 4.2): size 0 means 'to the end', 1 means that a 64-bit size follows. Doesn't check
 * that the box ends before `end`.
 */
export function readBox(bytes: Buffer, at: number, end: number): Box {
  const size = bytes.readUInt32BE(at)
  const type = bytes.toString('latin1', at + 4, at + 8)
  if (size === 0) return { type, start: at, content: at + 8, end }
  if (size > 1) return { type, start: at, content: at + 8, end: at + size }
  const isCut = bytes.length < at + 16
  return { type, start: at, content: at + 16, end: isCut ? at : at + Number(bytes.readBigUInt64BE(at + 8)) }
}

/**
 * Reads the child boxes of a box.
 * @throws {Error} if a child extends past its parent
 */
export function boxesIn(index: Buffer, { content, end }: Box): Box[] {
  const boxes: Box[] = []
  for (let at = content; at + 8 <= end;) {
    const box = readBox(index, at, end)
    if (box.end < box.content || box.end > end) throw new Error('A box is damaged')
    boxes.push(box)
    at = box.end
  }
  return boxes
}
