import { invalidField } from '#api/errors.ts'
import { type ImportDoubt, IMPORT_MESSAGES } from '#shared/posts/imports.ts'

/** A row of a sheet as text. Spreadsheets count lines from 1. */
export type TableRow = { line: number; cells: string[] }

/** The filled rows of a sheet, as its writer sees them. */
export type Grid = {
  rows: TableRow[]
  doubts: ImportDoubt[]
  hiddenRows: number
  /** Web addresses behind cells with another text, by line and column. */
  links: Map<string, string>
}

/** Of the rows of a plan and of titles and notes above them. */
export const MAX_LINES = 10_000
/** Allows columns beside those of a plan, which the longest known template has a hundred of. */
export const MAX_COLUMNS = 250
/** Limits the text of all cells, because a workbook contains repeated text only once. */
const MAX_CHARS = 5 * 1024 * 1024

export const placeOf = (line: number, column: number) => `${line}:${column}`

/** Collects the filled rows of a file, and ends the reading as soon as they exceed a limit. */
export function collectRows() {
  const rows: TableRow[] = []
  let chars = 0
  return {
    rows,
    /** @throws {DomainError} `invalid` */
    add(line: number, cells: string[]): void {
      const filled = cells.findLastIndex(cell => cell !== '') + 1
      if (filled === 0) return
      if (filled > MAX_COLUMNS) throw invalidField('file', IMPORT_MESSAGES.tooManyColumns)
      chars += cells.reduce((sum, cell) => sum + cell.length, 0)
      if (chars > MAX_CHARS) throw invalidField('file', IMPORT_MESSAGES.tooMuchText)
      rows.push({ line, cells: cells.slice(0, filled) })
    },
  }
}
