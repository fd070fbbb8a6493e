import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'

import { invalidField } from '#api/errors.ts'
import { IMPORT_MESSAGES, MAX_IMPORT_ROWS } from '#shared/posts/imports.ts'
import { unpackSafely } from './unpack.ts'

/** Rows of a file as text, with the line at which a spreadsheet shows them. Empty rows are left out. */
export type TableRow = { line: number; cells: string[] }

const MAX_COLUMNS = 100
const ZIP_START = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Older Excel files, which are no zip. */
const XLS_START = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/**
 * Reads a CSV or XLSX file.
 * @throws {DomainError} `invalid` if it is neither, is damaged, empty or has too many rows
 */
export async function readTable(file: Buffer): Promise<TableRow[]> {
  if (file.subarray(0, 4).equals(XLS_START)) throw invalidField('file', IMPORT_MESSAGES.oldExcel)
  const rows = file.subarray(0, 4).equals(ZIP_START) ? await readWorkbook(file) : readCsv(file)
  const filled = rows.filter(({ cells }) => cells.some(cell => cell !== ''))
  if (filled.length === 0) throw invalidField('file', IMPORT_MESSAGES.empty)
  // The first row may name the columns.
  if (filled.length > MAX_IMPORT_ROWS + 1)
    throw invalidField('file', IMPORT_MESSAGES.tooManyRows(filled.length))
  if (filled.some(({ cells }) => cells.length > MAX_COLUMNS))
    throw invalidField('file', IMPORT_MESSAGES.tooManyColumns)
  return filled
}

/** The reader’s types name the constructor of dates. */
type Cell = string | number | boolean | Date | null

async function readWorkbook(file: Buffer): Promise<TableRow[]> {
  try {
    const rows = await readSheet(await unpackSafely(file))
    return rows.map((cells, index) => ({ line: index + 1, cells: (cells as Cell[]).map(cellText) }))
  } catch {
    throw invalidField('file', IMPORT_MESSAGES.unreadable)
  }
}

/** Excel stores dates without a zone; the reader returns them as if they were in UTC. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (!(cell instanceof Date)) return plain(String(cell))
  const [date = '', time = ''] = new Date(Math.round(+cell / 60_000) * 60_000).toISOString().split('T')
  const clock = time.slice(0, 5)
  // A time without a date counts from the last days of 1899.
  if (cell.getUTCFullYear() < 1901) return clock
  return clock === '00:00' ? date : `${date} ${clock}`
}

function readCsv(file: Buffer): TableRow[] {
  const text = decode(file)
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 1024 * 1024,
      to: MAX_IMPORT_ROWS * 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    let line = 1
    return rows.map(({ record, info }) => {
      const row = { line, cells: record.map(plain) }
      line = info.lines + 1
      return row
    })
  } catch {
    throw invalidField('file', IMPORT_MESSAGES.unreadable)
  }
}

/** Excel saves CSV files as UTF-16 or in the code page of Windows, unless it is told to use UTF-8. */
function decode(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    if (text.includes('\0')) throw invalidField('file', IMPORT_MESSAGES.unreadable)
    return text
  } catch {
    if (file.includes(0)) throw invalidField('file', IMPORT_MESSAGES.unreadable)
    return new TextDecoder('windows-1252').decode(file)
  }
}

/** Excel writes semicolons where the comma is the decimal sign. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const outside = line.replaceAll(/"[^"]*"/g, '')
  const countOf = (sign: string) => outside.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ','
}

/** Removes the apostrophe with which our exports keep a spreadsheet from running a text as a formula. */
const plain = (text: string) => text.trim().replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/u, '')
