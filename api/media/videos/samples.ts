import { type Box, boxesIn } from './boxes.ts'

type Range = { start: number; end: number }

/** Returns the byte ranges of a track's samples (ISO/IEC 14496-12, 8.7: `stsz`, `stsc`, `stco` or `co64`). */
export function sampleRanges(index: Buffer, track: Box): Range[] {
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
