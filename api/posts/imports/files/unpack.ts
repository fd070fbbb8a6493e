import { downloadZip } from 'client-zip'
import { inflateRawSync } from 'node:zlib'

/** Limits the unpacked size of a workbook. Far more than 500 posts need. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024
const MAX_ENTRIES = 500
/** Reading a longer tag takes quadratic time. */
const MAX_TAG_BYTES = 64 * 1024
/** The reader fills the gaps between cells, so a single cell far from the others would use up the memory. */
const MAX_ROW = 10_000
/** Matches the address of a row, or of a cell in one of the first 702 columns. */
const PLACE = /^(?:[A-Z]{1,2})?([1-9]\d*)$/
/** Matches the parts of a workbook that cells need, not pictures, macros or links. */
const WANTED =
  /^(\[Content_Types\]\.xml|_rels\/.*|xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/.*|xl\/worksheets\/[^/]+\.xml)$/

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const STORED = 0
const DEFLATED = 8

const SHEET = /^xl\/worksheets\//

/** Thrown if a file isn't a workbook, is damaged, or exceeds the budget when unpacked. */
export class UnpackError extends Error {
  override name = 'UnpackError'
}

/**
 * Repacks a workbook without compression. Enforces a byte budget while unpacking instead of trusting the sizes in the file, so
 * the result can't make its reader allocate more than that.
 * @throws {UnpackError}
 */
export async function unpackSafely(zip: Buffer): Promise<Buffer> {
  try {
    const files = [...entriesOf(zip)].flatMap(file => (SHEET.test(file.name) ? compactSheet(file) : file))
    if (!files.some(({ name }) => name === 'xl/workbook.xml')) throw new UnpackError('not a workbook')
    if (files.some(({ input }) => hasEndlessTag(input))) throw new UnpackError('damaged')
    return Buffer.from(
      await downloadZip(files.map(file => ({ ...file, lastModified: new Date(0) }))).arrayBuffer(),
    )
  } catch (error) {
    // A RangeError means that an offset is outside the file, or that the budget is exceeded.
    throw error instanceof UnpackError ? error : new UnpackError('damaged', { cause: error })
  }
}

function* entriesOf(zip: Buffer): Generator<{ name: string; input: Buffer }> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new UnpackError('not a zip')
  const count = zip.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new UnpackError('too many entries')
  let at = zip.readUInt32LE(end + 16)
  let left = MAX_UNPACKED_BYTES
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new UnpackError('damaged')
    const nameLength = zip.readUInt16LE(at + 28)
    const extraLength = zip.readUInt16LE(at + 30)
    const commentLength = zip.readUInt16LE(at + 32)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    if (WANTED.test(name)) {
      const input = readEntry(zip, at, left)
      left -= input.length
      yield { name, input }
    }
    at += 46 + nameLength + extraLength + commentLength
  }
}

function readEntry(zip: Buffer, at: number, maxBytes: number): Buffer {
  const [method, packed, start] = [
    zip.readUInt16LE(at + 10),
    zip.readUInt32LE(at + 20),
    zip.readUInt32LE(at + 42),
  ]
  const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
  const bytes = zip.subarray(from, from + packed)
  if (method === STORED && bytes.length <= maxBytes) return bytes
  if (method !== DEFLATED) throw new UnpackError('damaged')
  return inflateRawSync(bytes, { maxOutputLength: Math.max(1, maxBytes) })
}

function hasEndlessTag(xml: Buffer): boolean {
  for (let start = xml.indexOf('<'); start >= 0;) {
    const end = xml.indexOf('>', start)
    if (end < 0 || end - start > MAX_TAG_BYTES) return true
    start = xml.indexOf('<', end)
  }
  return false
}

type Part = { name: string; input: Buffer }

/** Removes empty cells and rows, which Excel and LibreOffice save down to the last row, or the sheet if a cell is still too far. */
function compactSheet({ name, input }: Part): Part[] {
  const xml = input
    .toString()
    .replaceAll(/<c\b[^<>]*(?:\/>|>\s*<\/c>)/g, '')
    .replaceAll(/<row\b[^<>]*(?:\/>|>\s*<\/row>)/g, '')
  for (const [, double, single] of xml.matchAll(/\br\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const place = PLACE.exec(double ?? single ?? '')
    if (!place || Number(place[1]) > MAX_ROW) return []
  }
  return [{ name, input: Buffer.from(xml) }]
}
