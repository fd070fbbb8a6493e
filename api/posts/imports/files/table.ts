import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  BLOCKING_DOUBTS,
  IMPORT_MESSAGES,
  type ImportDoubt,
  type ImportReading,
  type ImportSource,
  MAX_IMPORT_ROWS,
} from '#shared/posts/imports.ts'
import { isFormulaError, unescapeFormula } from '#shared/text/csv.ts'
import { headerIndex, isPlan, countColumnNames, takesLinks } from '../rows/columns.ts'
import { readCsv } from './csv.ts'
import { repairGarbled } from './encoding.ts'
import { type Grid, placeOf, type TableRow } from './grid.ts'
import type { readWorkbook as ReadWorkbook, Sheet } from './workbook.ts'

/** A file's posts as text, one in each row. */
export type Table = {
  /** Names of the columns; undefined for a file without them. */
  names?: string[]
  rows: TableRow[]
  source: ImportSource
}

/** Maximum listed doubts that don't block their row. A file with more blocking ones than the second is rejected. */
const MAX_DOUBTS = 500
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
    return tableOf(plan, reading, {
      type: 'workbook',
      sheet: plan.name,
      ...(others.length > 0 && { otherSheets: others }),
    })
  }
  const { encoding, otherEncodings, delimiter, ...grid } = readCsv(file, reading)
  return tableOf(grid, reading, {
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
    const names = cells[headerIndex(cells)] ?? []
    const isLikely = isPlan(names) && rows.length > 1
    return (isLikely ? 100 : 0) + countColumnNames(names) + Math.min(rows.length, 50) / 100
  }
  const scored = visible.map(sheet => ({ sheet, score: scoreOf(sheet) }))
  const best = scored.toSorted((a, b) => b.score - a.score)[0]?.sheet
  const plan = chosen === undefined ? best : visible.find(({ name }) => name === chosen)
  if (!plan)
    throw invalidField('file', chosen === undefined ? IMPORT_MESSAGES.empty : IMPORT_MESSAGES.noSheet)
  return { plan, others: visible.flatMap(({ name }) => (name === plan.name ? [] : name)) }
}

type Described = Omit<ImportSource, 'headerLine' | 'hiddenRows' | 'hiddenColumns' | 'doubts' | 'doubtful'>

function tableOf(grid: Grid, { repair }: ImportReading, described: Described): Table {
  const at = headerIndex(grid.rows.map(({ cells }) => cells))
  const header = grid.rows[at]
  const rows = withLinks(grid, header?.cells, grid.rows.slice(at + 1))
  if (rows.length === 0) throw invalidField('file', IMPORT_MESSAGES.empty)
  if (rows.length > MAX_IMPORT_ROWS) throw invalidField('file', IMPORT_MESSAGES.tooManyRows)
  const first = rows[0]?.line ?? 0
  const doubts: ImportDoubt[] = grid.doubts.filter(({ line }) => line >= first)
  const doubted = new Set(doubts.map(({ line, column }) => placeOf(line, column)))
  const isCsv = described.type === 'csv'
  const clean = (text: string, line: number, column: number): string => {
    const repaired = repair === 'no' ? undefined : repairGarbled(text)
    const isError = isCsv && isFormulaError(text)
    const isLost = text.includes('\uFFFD')
    const kind = repaired !== undefined ? 'repaired' : isLost ? 'lost' : isError ? 'error' : undefined
    if (kind && !doubted.has(placeOf(line, column))) doubts.push({ line, column, kind })
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
      takesLinks(names[column] ?? '') ||
      (filled.length > 0 && filled.every(({ line }) => links.has(placeOf(line, column))))
    )
  })
  return rows.map(({ line, cells }) => ({
    line,
    cells: linked.map((isLinked, column) => {
      const text = cells[column] ?? ''
      return isLinked && !/^https?:/i.test(text) ? (links.get(placeOf(line, column)) ?? text) : text
    }),
  }))
}
