import { DomainError } from '#api/runtime/errors.ts'
import type { ImportField, ImportProblem, ImportSettings } from '#shared/posts/imports.ts'
import { TimeProblem } from './times.ts'

export type Row = ReturnType<typeof readCells>
type Column = { column: number; text: string }

/** Returns a row's cells by their meanings, and collects the problems that are found in them. */
export function readCells(cells: readonly string[], { columns }: ImportSettings) {
  const columnOf = (field: ImportField) => columns.indexOf(field)
  const problems: ImportProblem[] = []
  const warnings: ImportProblem[] = []
  /** Adds a problem to the first of the fields that is a column of the file. */
  const report = (fields: readonly ImportField[], message: string) => {
    const column = fields.map(columnOf).find(at => at >= 0) ?? null
    if (!problems.some(known => known.column === column && known.message === message))
      problems.push({ column, message })
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
          report(error.cell === 'time' ? ['time', 'date'] : [error.cell], error.message)
        else if (error instanceof DomainError)
          report(fields, Object.values(error.fields ?? {})[0] ?? error.message)
        else throw error
        return undefined
      }
    },
  }
}
