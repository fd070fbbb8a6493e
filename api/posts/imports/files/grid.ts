import { invalidField } from '#api/runtime/errors.ts'
import { type ImportDoubt, IMPORT_MESSAGES, MAX_IMPORT_COLUMNS } from '#shared/posts/imports.ts'

/** A row of a sheet as text. Spreadsheets count lines from 1. */
export type TableRow = { line: number; cells: string[] }

/** The filled rows of a sheet, as a spreadsheet program shows them. */
export type Grid = {
  rows: TableRow[]
  /** Cells whose text may not be what the author meant. */
  doubts: ImportDoubt[]
  hiddenRows: number
  hiddenColumns: number
  /** URLs behind cells that show another text, keyed by `cellKey`. */
  links: Map<string, string>
}

/** Maximum line of a row, counting titles, notes and empty rows. */
export const MAX_LINES = 10_000
/** Maximum text of all cells. The file's size doesn't limit it, because a workbook stores repeated text once. */
const MAX_CHARS = 5 * 1024 * 1024

export const cellKey = (line: number, column: number) => `${line}:${column}`

/** Collects the filled rows of a file, and ends the reading as soon as they exceed a limit. */
export function collectRows() {
  const rows: TableRow[] = []
  let chars = 0
  return {
    rows,
    /** Adds a row. @throws {DomainError} `invalid` if the sheet becomes too large */
    add(line: number, cells: string[]): void {
      const filled = cells.findLastIndex(cell => cell !== '') + 1
      if (filled === 0) return
      if (filled > MAX_IMPORT_COLUMNS) throw invalidField('file', IMPORT_MESSAGES.tooManyColumns)
      chars += cells.reduce((sum, cell) => sum + cell.length, 0)
      if (chars > MAX_CHARS) throw invalidField('file', IMPORT_MESSAGES.tooMuchText)
      rows.push({ line, cells: cells.slice(0, filled) })
    },
  }
}
