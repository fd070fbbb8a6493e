import { getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

import type { Db } from './client.ts'

type Values<Table extends SQLiteTable> = {
  [Name in keyof Table['$inferInsert']]: Table['$inferInsert'][Name] | SQL
}

/**
 * Inserts the rows of a select, with values or SQL expressions by column name. Columns without a value get their default.
 * @param source the rest of the select: `from … where …`
 */
export function insertMany<Table extends SQLiteTable>(
  db: Pick<Db, 'insert'>,
  table: Table,
  values: Values<Table>,
  source: SQL,
) {
  const provided = new Map<string, unknown>(Object.entries(values))
  const expressions = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const input = provided.get(name)
    const value = input === undefined ? (column.default ?? null) : input
    return is(value, SQL) ? value : sql`${sql.param(value, column)}`
  })
  return db.insert(table).select(sql`select ${sql.join(expressions, sql`, `)} ${source}`)
}

/** Selects from rows that are passed as a single JSON parameter; `field` refers to their fields. */
export const fromRows = (rows: readonly unknown[]): SQL =>
  sql`from json_each(${JSON.stringify(rows)}) as item`

/** SQL expression for a field of the current row of `fromRows`. */
export const field = (name: string): SQL => sql`item.value ->> ${name}`

const MAX_ROWS = 500

/** Splits rows among inserts, because SQLite takes 32,766 values in a statement. */
export const partsOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, part) =>
    rows.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS),
  )
