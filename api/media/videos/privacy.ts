import { type FileHandle, open } from 'node:fs/promises'

import { type Box, boxesIn, outermostBoxes, readBox } from './boxes.ts'

/** Top-level boxes needed for playback. Others are overwritten with zeros, or truncated at the end of the file. */
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
const PERSONAL_BOXES = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'wide'])
const CONTAINER_BOXES = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
const DATED_BOXES = new Set(['mvhd', 'tkhd', 'mdhd'])
const ZEROS = Buffer.alloc(1024 * 1024)
/** Offset of the kind of track in a handler box. */
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
      else if (!PLAYABLE_BOXES.has(box.type)) await blankInFile(file, box)
    }
  } finally {
    await file.close()
  }
}

async function cleanIndex(file: FileHandle, { start, end }: Box): Promise<void> {
  const before = Buffer.alloc(end - start)
  await file.read(before, 0, before.length, start)
  const index = Buffer.from(before)
  const removedTracks: Box[] = []
  for (const box of boxesIn(index, { ...readBox(index, 0, index.length), end: index.length }))
    clean(index, box, removedTracks)
  const { size } = await file.stat()
  for (const { start, end } of removedTracks.flatMap(track => sampleRanges(before, track)))
    await writeZeros(file, start, Math.min(end, size))
  if (!index.equals(before)) await file.write(index, 0, index.length, start)
}

function clean(index: Buffer, box: Box, removedTracks: Box[]): void {
  if (PERSONAL_BOXES.has(box.type)) return blankBox(index, box)
  if (DATED_BOXES.has(box.type)) return clearDates(index, box)
  if (box.type === 'trak' && !isVideoOrAudio(index, box)) {
    removedTracks.push(box)
    return blankBox(index, box)
  }
  if (CONTAINER_BOXES.has(box.type))
    for (const child of boxesIn(index, box)) clean(index, child, removedTracks)
}

function isVideoOrAudio(index: Buffer, track: Box): boolean {
  const media = boxesIn(index, track).find(({ type }) => type === 'mdia')
  const handler = media && boxesIn(index, media).find(({ type }) => type === 'hdlr')
  if (!handler) return false
  return /^(vide|soun)$/.test(
    index.toString('latin1', handler.content + HANDLER_AT, handler.content + HANDLER_AT + 4),
  )
}

function blankBox(index: Buffer, { start, content, end }: Box): void {
  index.write('free', start + 4, 'latin1')
  index.fill(0, content, end)
}

/** Creation and modification time come after version and flags: 32 bits each, or 64 in version 1. */
function clearDates(index: Buffer, { content, end }: Box): void {
  const bytes = index[content] === 1 ? 16 : 8
  index.fill(0, content + 4, Math.min(content + 4 + bytes, end))
}

async function blankInFile(file: FileHandle, { start, content, end }: Box): Promise<void> {
  await file.write(Buffer.from('free', 'latin1'), 0, 4, start + 4)
  await writeZeros(file, content, end)
}

async function writeZeros(file: FileHandle, start: number, end: number): Promise<void> {
  for (let at = start; at < end; at += ZEROS.length)
    await file.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at)
}

/** Returns the byte ranges of a track's samples (ISO/IEC 14496-12, 8.7: `stsz`, `stsc`, `stco` or `co64`). */
function sampleRanges(index: Buffer, track: Box): { start: number; end: number }[] {
  const table = ['mdia', 'minf', 'stbl'].reduce<Box | undefined>(
    (box, type) => box && boxesIn(index, box).find(child => child.type === type),
    track,
  )
  const parts = new Map(table && boxesIn(index, table).map(box => [box.type, box]))
  const [sizes, runs] = [parts.get('stsz'), parts.get('stsc')]
  const chunks = parts.get('stco') ?? parts.get('co64')
  if (!sizes || !runs || !chunks) return []
  const samplesOf = samplesByChunk(index, runs)
  const sizeOf = sampleSizes(index, sizes)
  let sample = 0
  return chunkOffsets(index, chunks).map((start, chunk) => {
    let end = start
    for (let left = samplesOf(chunk + 1); left > 0; left--) end += sizeOf(sample++)
    return { start, end }
  })
}

const word = (index: Buffer, { content }: Box, position: number) =>
  index.readUInt32BE(content + 4 + position * 4)

function sampleSizes(index: Buffer, box: Box) {
  const [same, count] = [word(index, box, 0), word(index, box, 1)]
  return (sample: number) => (sample >= count ? 0 : same || word(index, box, 2 + sample))
}

/** Returns the number of samples in a chunk. Chunks are numbered from 1, and a run lasts until the next one begins. */
function samplesByChunk(index: Buffer, box: Box) {
  const runs = Array.from({ length: word(index, box, 0) }, (_, run) => ({
    first: word(index, box, 1 + run * 3),
    samples: word(index, box, 2 + run * 3),
  }))
  let at = 0
  return (chunk: number) => {
    while ((runs[at + 1]?.first ?? Infinity) <= chunk) at++
    return runs[at]?.samples ?? 0
  }
}

function chunkOffsets(index: Buffer, box: Box): number[] {
  const isLong = box.type === 'co64'
  return Array.from({ length: word(index, box, 0) }, (_, chunk) =>
    isLong ? Number(index.readBigUInt64BE(box.content + 8 + chunk * 8)) : word(index, box, 1 + chunk),
  )
}
