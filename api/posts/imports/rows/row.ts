import { DomainError } from '#api/runtime/errors.ts'
import { MAX_ALT_TEXT, MAX_FILES } from '#shared/media/media.ts'
import { keyedByNetwork, NETWORK_IDS, type NetworkId, networks as networkFacts } from '#shared/networks.ts'
import { MAX_COMMENT } from '#shared/posts/first-comments.ts'
import type { ImportField, ImportProblem, ImportSettings } from '#shared/posts/imports.ts'
import { TimeProblem } from './times.ts'

export type RowRules = {
  settings: ImportSettings
  connected: ReadonlySet<NetworkId>
  now: Date
  library: Library
}

/** Links of the library's files by their names, as `normaliseFileName` returns them. */
export type Library = ReadonlyMap<string, readonly string[]>

export type Column = { column: number; text: string }

export type Row = ReturnType<typeof createRow>

/** Returns a row's cells by their fields, and collects the problems that are found in them. */
export function createRow(cells: readonly string[], { columns }: ImportSettings) {
  const columnOf = (field: ImportField) => columns.indexOf(field)
  const problems: ImportProblem[] = []
  const warnings: ImportProblem[] = []
  /** Adds a problem to the first of the fields that is a column of the file. */
  const report = (
    fields: readonly ImportField[],
    message: string,
    more: Pick<ImportProblem, 'file' | 'day'> = {},
  ) => {
    const column = fields.map(columnOf).find(at => at >= 0) ?? null
    if (!problems.some(known => known.column === column && known.message === message))
      problems.push({ column, message, ...more })
  }
  return {
    problems,
    warnings,
    report,
    columnOf,
    ignored: columns.flatMap((field, column) => (field ? [] : { column, text: cells[column] ?? '' })),
    has: (field: ImportField) => columnOf(field) >= 0,
    cell: (field: ImportField) => cells[columnOf(field)] ?? '',
    columnsOf: (field: ImportField): Column[] =>
      columns.flatMap((each, column) => (each === field ? [{ column, text: cells[column] ?? '' }] : [])),
    warn: (column: number, message: string) => warnings.push({ column, message, warning: true }),
    /** Runs a check, and reports the problem that it throws. */
    attempt<Result>(fields: readonly ImportField[], run: () => Result): Result | undefined {
      try {
        return run()
      } catch (error) {
        if (error instanceof TimeProblem)
          report(error.cell === 'time' ? ['time', 'date'] : [error.cell], error.message, {
            ...(error.day && { day: error.day.toString() }),
          })
        else if (error instanceof DomainError)
          report(fields, Object.values(error.fields ?? {})[0] ?? error.message)
        else throw error
        return undefined
      }
    },
  }
}

/** Maximum length of a text on any network. */
const MAX_TEXT = Math.max(...NETWORK_IDS.map(network => networkFacts[network].maxChars))
const MAX_URL = 2000
const MAX_OTHER = 1000
/** Maximum characters of a cell by its field. */
const MAX_CHARS: Partial<Record<ImportField, number>> = {
  text: MAX_TEXT,
  ...keyedByNetwork('', () => MAX_TEXT),
  ...keyedByNetwork('Text', () => MAX_TEXT),
  firstComment: MAX_COMMENT,
  ...keyedByNetwork('Comment', () => MAX_COMMENT),
  pictures: MAX_FILES * MAX_URL,
  altTexts: MAX_FILES * MAX_ALT_TEXT,
  link: MAX_URL,
}

/** Reports cells over the limit of their field. Runs first, so that no other function reads them. */
export const findLongCells = (cells: readonly string[], { columns }: ImportSettings): ImportProblem[] =>
  columns.flatMap((field, column) => {
    const [chars, max] = [cells[column]?.length ?? 0, (field && MAX_CHARS[field]) ?? MAX_OTHER]
    if (!field || chars <= max) return []
    const [long, limit] = [chars, max].map(count => count.toLocaleString('en-AU'))
    return [{ column, message: `This cell has ${long} characters, and we read up to ${limit}. Shorten it.` }]
  })
