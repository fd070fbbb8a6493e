import { type FileHandle, open } from 'node:fs/promises'

import { type Box, boxesIn, outermostBoxes, readBox } from './boxes.ts'
import { sampleRanges } from './samples.ts'

/** Top-level boxes needed for playback. All others are zeroed, or truncated at the end of the file. */
const PLAYABLE_BOXES = new Set([
  'ftyp',
  'moov',
  'mdat',
  'moof',
  'mfra',
  'sidx',
  'ssix',
  'styp',
  'pdin',
  'prft',
])
/** Boxes of the index that may contain location, device or personal data, or arbitrary content. */
const PERSONAL = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'wide'])
const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
const DATED = new Set(['mvhd', 'tkhd', 'mdhd'])
const ZEROS = Buffer.alloc(1024 * 1024)
/** The second word of the handler box's payload is the kind of track. */
const HANDLER_AT = 8

/**
 * Removes metadata, locations, dates, tracks other than picture and sound, and trailing data from an MP4. Overwrites boxes with
 * zeroed `free` space instead of moving anything, so that the index stays valid.
 * @throws {Error} if the index can't be read
 */
export async function removePrivateParts(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const boxes = (await outermostBoxes(file)) ?? []
    const last = boxes.findLast(({ type }) => PLAYABLE_BOXES.has(type))
    if (!last) throw new Error('There is nothing to play')
    if (last.end < (await file.stat()).size) await file.truncate(last.end)
    for (const box of boxes) {
      if (box.start > last.start) break
      if (box.type === 'moov') await cleanIndex(file, box)
      else if (!PLAYABLE_BOXES.has(box.type)) await empty(file, box)
    }
  } finally {
    await file.close()
  }
}

async function cleanIndex(file: FileHandle, { start, end }: Box): Promise<void> {
  const before = Buffer.alloc(end - start)
  await file.read(before, 0, before.length, start)
  const index = Buffer.from(before)
  const unseen: Box[] = []
  for (const box of boxesIn(index, { ...readBox(index, 0, index.length), end: index.length }))
    clean(index, box, unseen)
  const { size } = await file.stat()
  for (const { start, end } of unseen.flatMap(track => sampleRanges(before, track)))
    await zero(file, start, Math.min(end, size))
  if (!index.equals(before)) await file.write(index, 0, index.length, start)
}

function clean(index: Buffer, box: Box, unseen: Box[]): void {
  if (PERSONAL.has(box.type)) return blank(index, box)
  if (DATED.has(box.type)) return clearDates(index, box)
  if (box.type === 'trak' && !isVideoOrAudio(index, box)) {
    unseen.push(box)
    return blank(index, box)
  }
  if (HOLDERS.has(box.type)) for (const child of boxesIn(index, box)) clean(index, child, unseen)
}

function isVideoOrAudio(index: Buffer, track: Box): boolean {
  const media = boxesIn(index, track).find(({ type }) => type === 'mdia')
  const handler = media && boxesIn(index, media).find(({ type }) => type === 'hdlr')
  if (!handler) return false
  return /^(vide|soun)$/.test(
    index.toString('latin1', handler.content + HANDLER_AT, handler.content + HANDLER_AT + 4),
  )
}

function blank(index: Buffer, { start, content, end }: Box): void {
  index.write('free', start + 4, 'latin1')
  index.fill(0, content, end)
}

/** Creation and modification time come after version and flags: 32 bits each, or 64 in version 1. */
function clearDates(index: Buffer, { content, end }: Box): void {
  const bytes = index[content] === 1 ? 16 : 8
  index.fill(0, content + 4, Math.min(content + 4 + bytes, end))
}

async function empty(file: FileHandle, { start, content, end }: Box): Promise<void> {
  await file.write(Buffer.from('free', 'latin1'), 0, 4, start + 4)
  await zero(file, content, end)
}

async function zero(file: FileHandle, start: number, end: number): Promise<void> {
  for (let at = start; at < end; at += ZEROS.length)
    await file.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at)
}
