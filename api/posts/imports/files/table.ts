import { parse } from 'csv-parse/sync'

import { DomainError, invalidField } from '#api/errors.ts'
import { IMPORT_MESSAGES, MAX_IMPORT_ROWS } from '#shared/posts/imports.ts'
import { unpackSafely } from './unpack.ts'

/** A row of a file as text, with its line number in a spreadsheet. Empty rows are skipped. */
export type TableRow = { line: number; cells: string[] }

const MAX_COLUMNS = 100
/** Far more empty rows than a spreadsheet of 500 posts has. */
const MAX_EMPTY_ROWS = 5000
/** Limits the text of all cells, because a workbook contains repeated text only once. */
const MAX_CHARS = 10 * 1024 * 1024
const ZIP_START = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** The first bytes of an old Excel file (.xls), which isn't a zip. */
const XLS_START = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/**
 * Reads a CSV or XLSX file.
 * @throws {DomainError} `invalid` if the file is neither of them, is damaged or empty, or has too many rows
 */
export async function readTable(file: Buffer): Promise<TableRow[]> {
  if (file.subarray(0, 4).equals(XLS_START)) throw invalidField('file', IMPORT_MESSAGES.oldExcel)
  const table = newTable()
  if (file.subarray(0, 4).equals(ZIP_START)) for (const row of await readWorkbook(file)) table.add(row)
  else readCsv(file, table.add)
  if (table.filled.length === 0) throw invalidField('file', IMPORT_MESSAGES.empty)
  return table.filled
}

/** Collects the filled rows, and ends the reading as soon as they exceed a limit. */
function newTable() {
  const filled: TableRow[] = []
  let [empty, chars] = [0, 0]
  const add = (row: TableRow) => {
    chars += row.cells.reduce((sum, cell) => sum + cell.length, 0)
    if (row.cells.length > MAX_COLUMNS) throw invalidField('file', IMPORT_MESSAGES.tooManyColumns)
    if (row.cells.every(cell => cell === '')) empty++
    else filled.push(row)
    // Allows one more row for the column names.
    if (filled.length > MAX_IMPORT_ROWS + 1 || empty > MAX_EMPTY_ROWS)
      throw invalidField('file', IMPORT_MESSAGES.tooManyRows)
    if (chars > MAX_CHARS) throw invalidField('file', IMPORT_MESSAGES.tooLarge)
  }
  return { filled, add }
}

/** The library's types declare the constructor of dates, not their type. */
type Cell = string | number | boolean | Date | null

async function readWorkbook(file: Buffer): Promise<TableRow[]> {
  // The library loads on first use, because few people import workbooks.
  const { readSheet } = await import('read-excel-file/node')
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
  // Excel stores a time without a date as a day in 1899.
  if (cell.getUTCFullYear() < 1901) return clock
  return clock === '00:00' ? date : `${date} ${clock}`
}

function readCsv(file: Buffer, add: (row: TableRow) => void) {
  const text = decode(file)
  let line = 1
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 256 * 1024,
      cast(cell, { index }) {
        if (index >= MAX_COLUMNS) throw invalidField('file', IMPORT_MESSAGES.tooManyColumns)
        return plain(cell)
      },
      on_record(cells: string[], { lines }) {
        add({ line, cells })
        line = lines + 1
      },
    })
  } catch (error) {
    throw error instanceof DomainError ? error : invalidField('file', IMPORT_MESSAGES.unreadable)
  }
}

/** Excel saves CSV files as UTF-16 or in the Windows code page unless the user chooses UTF-8. */
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

/** In locales with a decimal comma, Excel separates cells by semicolons. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const outside = line.replaceAll(/"[^"]*"/g, '')
  const countOf = (sign: string) => outside.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ','
}

/** Removes the apostrophe that our exports add to escape formulas. */
const plain = (text: string) => text.trim().replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/u, '')
