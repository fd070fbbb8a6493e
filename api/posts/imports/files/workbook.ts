import * as XLSX from '@e965/xlsx'
import { strFromU8, unzipSync, zipSync } from 'fflate'

import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { isFormulaError } from '#shared/text/csv.ts'
import { HEADER_ROWS, isIdColumn } from '../rows/columns.ts'
import { collectRows, type Grid, MAX_LINES, cellKey } from './grid.ts'

export type Sheet = Grid & { name: string; isHidden: boolean }

/** Maximum unpacked size of a workbook, far more than 500 posts need. */
const MAX_UNPACKED_BYTES = 24 * 1024 * 1024
const MAX_SHEETS = 50
/** Matches parts of a workbook that aren't needed to read its cells: pictures, drawings, pivot tables, macros, links. */
const UNNEEDED =
  /^(xl\/(media|drawings|charts|pivot\w*|embeddings|externalLinks|printerSettings|theme|ctrlProps|activeX|queryTables|slicers?|tables)\/|Pictures\/|Thumbnails\/|Configurations2\/|customXml\/|docProps\/)|vbaProject\.bin$/i
/** Errors of formulas by their codes ([MS-XLS] 2.5.10). */
const ERRORS: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}
const ZIP_SIGNATURE = 0x04034b50
const DAY_SECONDS = 86_400
/** Day 0 of a serial date: a day early, because Excel counts a 29 February 1900. */
const EPOCH = Date.UTC(1899, 11, 30)
const DAYS_TO_1904 = 1462
/** The day after 31 December 9999, the last date that spreadsheets know. */
const END_OF_DATES = 2_958_466

/**
 * Reads the sheets of an XLSX, XLSB, XLS or ODS file. Runs in a process with limits, because a few kilobytes can claim millions
 * of cells.
 * @throws {DomainError} `invalid` if it is damaged, locked or too large
 */
export function readWorkbook(file: Buffer): Sheet[] {
  const workbook = parse(file)
  // SheetJS leaves out a sheet that it can't read.
  if (workbook.SheetNames.every(name => !workbook.Sheets[name]))
    throw invalidField('file', IMPORT_MESSAGES.unreadable)
  const shift = workbook.Workbook?.WBProps?.date1904 ? DAYS_TO_1904 : 0
  return workbook.SheetNames.slice(0, MAX_SHEETS).flatMap((name, at) => {
    const sheet = workbook.Sheets[name]
    const isHidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0
    return sheet ? [{ name, isHidden, ...toGrid(sheet, shift) }] : []
  })
}

function parse(file: Buffer): XLSX.WorkBook {
  try {
    const { bytes, isOpenDocument } =
      file.readUInt32LE(0) === ZIP_SIGNATURE ? repack(file) : { bytes: file, isOpenDocument: false }
    return XLSX.read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      // Marks hidden rows and columns.
      cellStyles: true,
      // OpenDocument marks a date by its type, not by its number format.
      cellDates: isOpenDocument,
      UTC: true,
    })
  } catch (error) {
    if (error instanceof DomainError) throw error
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message)
    throw invalidField('file', isLocked ? IMPORT_MESSAGES.locked : IMPORT_MESSAGES.unreadable)
  }
}

/**
 * Unpacks the parts that cells need, up to a limit, and repacks them uncompressed, so that SheetJS can't exceed the limit.
 * Unescapes emoji, which SheetJS would cut to 16 bits.
 */
function repack(file: Buffer): { bytes: Uint8Array; isOpenDocument: boolean } {
  let bytes = 0
  const parts = unzipSync(file, {
    filter({ name, originalSize }) {
      if (/\.iwa$|^Index\.zip$/i.test(name)) throw invalidField('file', IMPORT_MESSAGES.numbers)
      if (UNNEEDED.test(name)) return false
      bytes += originalSize
      if (bytes > MAX_UNPACKED_BYTES) throw invalidField('file', IMPORT_MESSAGES.tooMuchWork)
      return true
    },
  })
  const manifest = parts['META-INF/manifest.xml']
  if (manifest && strFromU8(manifest).includes('encryption-data'))
    throw invalidField('file', IMPORT_MESSAGES.locked)
  const content = parts['content.xml']
  // SheetJS marks hidden rows and sheets in Excel's files only.
  if (content && /table:(visibility="(collapse|filter)"|display="false")/.test(strFromU8(content)))
    throw invalidField('file', IMPORT_MESSAGES.hiddenInOds)
  for (const [name, part] of Object.entries(parts)) {
    if (!name.endsWith('.xml')) continue
    if (isCut(part)) throw invalidField('file', IMPORT_MESSAGES.unreadable)
    parts[name] = withPlainEmoji(part)
  }
  return { bytes: zipSync(parts, { level: 0 }), isOpenDocument: content !== undefined }
}

/** Returns true if a part lacks the end of its root element. SheetJS would read the rows before the cut as the whole sheet. */
function isCut(part: Uint8Array): boolean {
  const start = strFromU8(part.subarray(0, 1000), true)
  const end = strFromU8(part.subarray(-1000), true)
  const root = /<([A-Za-z_][\w:.-]*)[\s/>]/.exec(start)?.[1]
  if (root === undefined) return false
  const name = RegExp.escape(root)
  return !new RegExp(`(</${name}\\s*>|<${name}\\b[^>]*/>)\\s*(<!--[^]*-->\\s*)?$`).test(end)
}

/** Replaces references to characters beyond 16 bits, as openpyxl writes emoji, by those characters in UTF-8. */
function withPlainEmoji(part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  if (!bytes.includes('&#')) return part
  const replaced = bytes
    .toString('latin1')
    .replaceAll(/&#(?:(\d{5,7})|[xX]([\da-fA-F]{5,6}));/g, (reference, decimal?: string, hex?: string) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      if (code <= 0xffff || code > 0x10ffff) return reference
      return Buffer.from(String.fromCodePoint(code)).toString('latin1')
    })
  return Buffer.from(replaced, 'latin1')
}

function toGrid(sheet: XLSX.WorkSheet, shift: number): Grid {
  const { rows, add } = collectRows()
  const cellRows = (sheet['!data'] ?? []) as CellRows
  const hidden = hiddenColumns(sheet['!cols'] ?? [], cellRows)
  const grid: Grid = { rows, doubts: [], hiddenRows: 0, hiddenColumns: hidden.size, links: new Map() }
  const merged = mergedCells(sheet['!merges'] ?? [])
  // Skips the gaps of a sheet whose last row is the millionth.
  for (const row of Object.keys(cellRows).map(Number)) {
    const cells = Array.from(cellRows[row] ?? [], (cell, column) => (hidden.has(column) ? undefined : cell))
    const line = row + 1
    const texts = cells.map(cell => cellText(cell, shift))
    // A merged cell that begins in an earlier row doesn't fill a row.
    if (texts.every(text => text === '') && !cells.some(isUnsavedFormula)) continue
    if (line > MAX_LINES) throw invalidField('file', IMPORT_MESSAGES.tooManyRows)
    if (sheet['!rows']?.[row]?.hidden) {
      grid.hiddenRows++
      continue
    }
    for (const [column, cell] of cells.entries()) {
      const link = cellLink(cell)
      if (link) grid.links.set(cellKey(line, column), link)
      if (!link && isUnsavedFormula(cell)) grid.doubts.push({ line, column, kind: 'formula' })
      if (isError(cell)) grid.doubts.push({ line, column, kind: 'error' })
    }
    for (const [column, from] of merged.get(row) ?? [])
      if (!hidden.has(column)) texts[column] = cellText(cellRows[from]?.[column], shift)
    add(
      line,
      Array.from(texts, text => text ?? ''),
    )
  }
  return grid
}

type CellRows = readonly (XLSX.CellObject[] | undefined)[]

/** Returns the hidden columns that have cells, except one of ids: people hide it, but it identifies posts. */
function hiddenColumns(columns: readonly (XLSX.ColInfo | undefined)[], rows: CellRows): Set<number> {
  const filled = (row: XLSX.CellObject[] | undefined, column: number) => cellText(row?.[column], 0)
  const top = Object.keys(rows).slice(0, HEADER_ROWS).map(Number)
  return new Set(
    columns.flatMap((info, column) => {
      if (!info?.hidden || !Object.values(rows).some(row => filled(row, column) !== '')) return []
      return top.some(row => isIdColumn(filled(rows[row], column))) ? [] : [column]
    }),
  )
}

/** Returns the rows below the first of each merged range, with the column and row in which Excel saves its value. */
function mergedCells(ranges: readonly XLSX.Range[]): Map<number, [column: number, from: number][]> {
  const cells = new Map<number, [number, number][]>()
  for (const { s, e } of ranges)
    for (let row = s.r + 1; row <= Math.min(e.r, MAX_LINES); row++)
      cells.set(row, [...(cells.get(row) ?? []), [s.c, s.r]])
  return cells
}

/** XlsxWriter, which doesn't calculate, saves 0 as the result of each formula. */
const isUnsavedFormula = (cell: XLSX.CellObject | undefined) =>
  cell?.f !== undefined && (cell.t === 'z' || cell.v === undefined || cell.v === null || cell.v === 0)

/**
 * Returns true for an error of a formula, but not for a typed text such as #N/A. OpenDocument saves an error as the text of its
 * formula.
 */
const isError = (cell: XLSX.CellObject | undefined) =>
  cell?.t === 'e' || (cell?.f !== undefined && typeof cell.v === 'string' && isFormulaError(cell.v))

function cellText(cell: XLSX.CellObject | undefined, shift: number): string {
  if (!cell || cell.t === 'z' || cell.v === undefined || cell.v === null) return ''
  const { t, v, z } = cell
  if (t === 'b') return v ? 'TRUE' : 'FALSE'
  if (t === 'e') return ERRORS[Number(v)] ?? '#VALUE!'
  if (v instanceof Date) return dateText((+v - EPOCH) / (DAY_SECONDS * 1000), { date: true, time: true })
  if (typeof v !== 'number') return plainText(String(v))
  const isDate = typeof z === 'string' && v >= 0 && v < END_OF_DATES && XLSX.SSF.is_date(z)
  const shown = isDate ? shownParts(z) : undefined
  if (shown) return dateText(v + (shown.date ? shift : 0), shown)
  // Three decimals mark a fraction of a day: 0.25 would be read as 25 past midnight.
  return v > 0 && v < 1 ? String(v).padEnd(5, '0') : String(v)
}

/** `elapsed`: hours may exceed 24, as in 25:00. */
type ShownParts = { date: boolean; time: boolean; elapsed?: boolean }

/** Returns the parts that a number format shows. */
function shownParts(format: string): ShownParts {
  const tokens = format
    .replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|[_*]./gi, '')
    .split(';', 1)
    .join('')
  const time = /[hs]|am\/pm/i.test(tokens)
  return { date: /[ydeb]/i.test(tokens) || !time, time, elapsed: /\[h+\]/i.test(tokens) }
}

/** Formats a serial date. Doesn't round 23:59:59.7 up into the next day. */
function dateText(serial: number, { date, time, elapsed = false }: ShownParts): string {
  const day = Math.floor(serial)
  const seconds = Math.min(DAY_SECONDS - 1, Math.round((serial - day) * DAY_SECONDS))
  const clock = new Date(seconds * 1000).toISOString().slice(11, seconds % 60 === 0 ? 16 : 19)
  if (elapsed && !date && day > 0) return `${day * 24 + Number(clock.slice(0, 2))}${clock.slice(2)}`
  // OpenDocument gives a time a date in December 1899.
  if (!date || day <= 1) return clock
  const shown = new Date(EPOCH + day * DAY_SECONDS * 1000).toISOString().slice(0, 10)
  return time || seconds > 0 ? `${shown} ${clock}` : shown
}

const plainText = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()

/** Returns the URL of a hyperlink or of a HYPERLINK or IMAGE formula. */
function cellLink(cell: XLSX.CellObject | undefined): string | undefined {
  const target = cell?.l?.Target ?? /^(?:HYPERLINK|IMAGE)\(\s*"([^"]+)"/i.exec(cell?.f ?? '')?.[1]
  return target && /^https?:/i.test(target) ? target : undefined
}
