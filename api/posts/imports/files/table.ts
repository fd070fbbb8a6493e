import { CsvError, parse } from 'csv-parse/sync'

import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  BLOCKING_DOUBTS,
  IMPORT_MESSAGES,
  type ImportDoubt,
  type ImportReading,
  type ImportSource,
  MAX_IMPORT_ROWS,
  IMPORT_DELIMITERS,
  type ImportDelimiter,
  MAX_IMPORT_COLUMNS,
} from '#shared/posts/imports.ts'
import { isFormulaError, unescapeFormula } from '#shared/text/csv.ts'
import { findHeaderIndex, arePlanColumns, countColumnNames, isLinkColumn } from '../rows/columns.ts'
import { repairGarbled, BAD_BYTE, decode } from './encoding.ts'
import { type Grid, cellKey, type TableRow, collectRows, MAX_LINES } from './grid.ts'
import type { readWorkbook as ReadWorkbook, Sheet } from './workbook.ts'

/** A file's posts as text, one in each row. */
export type Table = {
  /** Names of the columns; undefined for a file without them. */
  names?: string[]
  rows: TableRow[]
  source: ImportSource
}

/** Maximum number of listed doubts, apart from those that block their row. */
const MAX_DOUBTS = 500
/** A file with more blocking doubts is rejected. */
const MAX_BLOCKING_DOUBTS = 5000
/** First bytes of zipped workbooks (XLSX, ODS), and of old (XLS) or locked ones. */
const WORKBOOKS = ['504b0304', 'd0cf11e0']

/**
 * Reads the plan in a CSV file or workbook: the sheet that looks like one, without hidden rows, below titles and notes.
 * @throws {DomainError} `invalid` if the file can't be read, has no rows or too many
 */
export function readTable(file: Buffer, reading: ImportReading = {}): Table {
  if (WORKBOOKS.includes(file.toString('hex', 0, 4))) {
    // Loaded only for workbooks, because loading SheetJS takes half as long as reading a CSV file.
    const { readWorkbook } = require('./workbook.ts') as { readWorkbook: typeof ReadWorkbook }
    const { plan, others } = choosePlan(readWorkbook(file), reading.sheet)
    return toTable(plan, reading, {
      type: 'workbook',
      sheet: plan.name,
      ...(others.length > 0 && { otherSheets: others }),
    })
  }
  const { encoding, otherEncodings, delimiter, ...grid } = readCsv(file, reading)
  return toTable(grid, reading, {
    type: 'csv',
    encoding,
    delimiter,
    ...(otherEncodings.length > 0 && { otherEncodings }),
  })
}

/** Output of the process that reads a file: the table, or a message for the user. */
export type TableResult = { table: Table } | { problem: string }

export function tableOrProblem(file: Buffer, reading: ImportReading): TableResult {
  try {
    return { table: readTable(file, reading) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { problem: error.message }
  }
}

/** Chooses the visible sheet whose column names fit a plan best. */
function choosePlan(sheets: readonly Sheet[], chosen?: string): { plan: Sheet; others: string[] } {
  const visible = sheets.filter(({ isHidden, rows }) => !isHidden && rows.length > 0)
  const scoreOf = ({ rows }: Sheet) => {
    const cells = rows.map(row => row.cells)
    const names = cells[findHeaderIndex(cells)] ?? []
    const isLikely = arePlanColumns(names) && rows.length > 1
    return (isLikely ? 100 : 0) + countColumnNames(names) + Math.min(rows.length, 50) / 100
  }
  const scored = visible.map(sheet => ({ sheet, score: scoreOf(sheet) }))
  const best = scored.toSorted((a, b) => b.score - a.score)[0]?.sheet
  const plan = chosen === undefined ? best : visible.find(({ name }) => name === chosen)
  if (!plan)
    throw invalidField('file', chosen === undefined ? IMPORT_MESSAGES.empty : IMPORT_MESSAGES.noSheet)
  return { plan, others: visible.flatMap(({ name }) => (name === plan.name ? [] : name)) }
}

type FileFacts = Omit<ImportSource, 'headerLine' | 'hiddenRows' | 'hiddenColumns' | 'doubts' | 'doubtful'>

function toTable(grid: Grid, { repair }: ImportReading, described: FileFacts): Table {
  const at = findHeaderIndex(grid.rows.map(({ cells }) => cells))
  const header = grid.rows[at]
  const rows = withLinks(grid, header?.cells, grid.rows.slice(at + 1))
  if (rows.length === 0) throw invalidField('file', IMPORT_MESSAGES.empty)
  if (rows.length > MAX_IMPORT_ROWS) throw invalidField('file', IMPORT_MESSAGES.tooManyRows)
  const first = rows[0]?.line ?? 0
  const doubts: ImportDoubt[] = grid.doubts.filter(({ line }) => line >= first)
  const doubted = new Set(doubts.map(({ line, column }) => cellKey(line, column)))
  const isCsv = described.type === 'csv'
  const clean = (text: string, line: number, column: number): string => {
    const repaired = repair === 'no' ? undefined : repairGarbled(text)
    const isError = isCsv && isFormulaError(text)
    const isLost = text.includes('\uFFFD')
    const kind = repaired !== undefined ? 'repaired' : isLost ? 'lost' : isError ? 'error' : undefined
    if (kind && !doubted.has(cellKey(line, column))) doubts.push({ line, column, kind })
    return unescapeFormula(repaired?.trim() ?? text)
  }
  const cleaned = rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((text, column) => clean(text, line, column)),
  }))
  const isBlocking = ({ kind }: ImportDoubt) => BLOCKING_DOUBTS.includes(kind)
  const blocking = doubts.filter(isBlocking)
  if (blocking.length > MAX_BLOCKING_DOUBTS) throw invalidField('file', IMPORT_MESSAGES.tooManyLost)
  const others = doubts.filter(doubt => !isBlocking(doubt)).slice(0, MAX_DOUBTS)
  return {
    ...(header && { names: header.cells.map(name => repairGarbled(name) ?? name) }),
    rows: cleaned,
    source: {
      ...described,
      headerLine: header?.line ?? null,
      hiddenRows: grid.hiddenRows,
      ...(grid.hiddenColumns > 0 && { hiddenColumns: grid.hiddenColumns }),
      doubts: [...blocking, ...others],
      doubtful: doubts.length,
    },
  }
}

/** Replaces the text of a link by its URL in columns of pictures and links, and in those that contain only links. */
function withLinks({ links }: Grid, names: readonly string[] = [], rows: readonly TableRow[]): TableRow[] {
  if (links.size === 0) return [...rows]
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const linked = Array.from({ length: width }, (_, column) => {
    const filled = rows.filter(({ cells }) => (cells[column] ?? '') !== '')
    return (
      isLinkColumn(names[column] ?? '') ||
      (filled.length > 0 && filled.every(({ line }) => links.has(cellKey(line, column))))
    )
  })
  return rows.map(({ line, cells }) => ({
    line,
    cells: linked.map((isLinked, column) => {
      const text = cells[column] ?? ''
      return isLinked && !/^https?:/i.test(text) ? (links.get(cellKey(line, column)) ?? text) : text
    }),
  }))
}

type Csv = Grid & Required<Pick<ImportSource, 'encoding' | 'otherEncodings' | 'delimiter'>>

/** Matches the first line by which Excel names the separator. */
const SEPARATOR_LINE = /^"?sep=(.)"?(\r\n|\n|\r)/
/** Matches the beginning of SYLK, DIF and SocialCalc, text formats whose lines aren't rows. */
const SPREADSHEET_TEXT = /^(ID;P|TABLE(\r\n|\n|\r)0,\d|socialcalc:version)/
/** Number of characters from which the separator is detected. */
const SAMPLE_CHARS = 64 * 1024

/** @throws {DomainError} `invalid` if the file isn't text, has an open quotation mark or exceeds a limit */
function readCsv(file: Buffer, { encoding, delimiter }: ImportReading): Csv {
  const decoded = decode(file, encoding)
  if (!decoded || decoded.text.includes('\0')) throw invalidField('file', IMPORT_MESSAGES.unreadable)
  if (/<office:document\b/.test(decoded.text.slice(0, 1000)))
    throw invalidField('file', IMPORT_MESSAGES.unreadable)
  if (/^\s*<(!doctype|html|\?xml|table|meta)/i.test(decoded.text.slice(0, 1000)))
    throw invalidField('file', IMPORT_MESSAGES.page)
  if (SPREADSHEET_TEXT.test(decoded.text)) throw invalidField('file', IMPORT_MESSAGES.unreadable)
  const [first = '', named] = SEPARATOR_LINE.exec(decoded.text) ?? []
  const text = decoded.text.slice(first.length)
  const separator = delimiter ?? IMPORT_DELIMITERS.find(each => each === named) ?? detectDelimiter(text)
  const { rows, add } = collectRows()
  const doubts: Grid['doubts'] = []
  let line = first === '' ? 0 : 1
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 1024 * 1024,
      cast(cell, { index }) {
        // Stops early at a line of nothing but separators. `add` enforces the exact limit, for which empty cells at the end don't count.
        if (index > 4 * MAX_IMPORT_COLUMNS) throw invalidField('file', IMPORT_MESSAGES.tooManyColumns)
        return cell
      },
      on_record(cells: string[]) {
        line++
        if (line > MAX_LINES) throw invalidField('file', IMPORT_MESSAGES.tooManyRows)
        const plain = cells.map(plainText)
        for (const [column, cell] of plain.entries()) {
          if (decoded.isAssumed && /[^\p{ASCII}]/u.test(cell)) doubts.push({ line, column, kind: 'encoding' })
          else if (cells[column]?.includes(BAD_BYTE)) doubts.push({ line, column, kind: 'repaired' })
        }
        add(line, plain)
        return null
      },
    })
  } catch (error) {
    if (error instanceof DomainError) throw error
    const isOpen = error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED'
    throw invalidField('file', isOpen ? IMPORT_MESSAGES.openQuote(line + 1) : IMPORT_MESSAGES.unreadable)
  }
  return {
    rows,
    doubts,
    hiddenRows: 0,
    hiddenColumns: 0,
    links: new Map(),
    encoding: decoded.encoding,
    otherEncodings: decoded.others,
    delimiter: separator,
  }
}

const plainText = (cell: string) => cell.replaceAll(BAD_BYTE, '').trim()

/** Returns the separator that occurs equally often in most lines; in locales with a decimal comma, Excel writes semicolons. */
function detectDelimiter(text: string): ImportDelimiter {
  const noCounts = (): Record<ImportDelimiter, number> => ({ ',': 0, ';': 0, '\t': 0, '|': 0 })
  const lines: Record<ImportDelimiter, number>[] = []
  let counts = noCounts()
  let isQuoted = false
  for (const sign of text.slice(0, SAMPLE_CHARS)) {
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '\n' || sign === '\r') {
      lines.push(counts)
      counts = noCounts()
    } else if (sign in counts) counts[sign as ImportDelimiter]++
  }
  lines.push(counts)
  const scoreOf = (delimiter: ImportDelimiter) => {
    const found = lines.map(line => line[delimiter]).filter(count => count > 0)
    const times = Map.groupBy(found, count => count)
    return Math.max(0, ...Array.from(times, ([count, all]) => all.length * Math.min(count, 12)))
  }
  const scores = IMPORT_DELIMITERS.map(delimiter => ({ delimiter, score: scoreOf(delimiter) }))
  return scores.toSorted((a, b) => b.score - a.score)[0]?.delimiter ?? ','
}
