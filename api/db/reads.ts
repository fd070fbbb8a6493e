import { fillPlaceholders } from 'drizzle-orm'

import type { Db } from './client.ts'
import { prepared } from './prepared.ts'

type Select<Row> = {
  execute(values: Values): Promise<Row[]>
  getQuery(): { sql: string; params: unknown[] }
  mapAllResult(rows: unknown): unknown
}
type Values = Record<string, unknown>

/** A select that is asked often: put together once for each database, and answered by a file without Drizzle’s layers. */
export const readAll = <Row>(build: (db: Db) => Select<Row>) => reader(build, 'rowsNow')

/** The same for what has one row at most. */
export function readOne<Row>(build: (db: Db) => Select<Row>) {
  const read = reader(build, 'rowNow')
  return async (db: Db, values: Values): Promise<Row | undefined> => (await read(db, values))[0]
}

function reader<Row>(build: (db: Db) => Select<Row>, how: 'rowsNow' | 'rowNow') {
  const select = prepared(build)
  return (db: Db, values: Values): Row[] | Promise<Row[]> => {
    const query = select(db)
    const { sql, params } = query.getQuery()
    const rows = db.$client[how]?.(sql, fillPlaceholders(params, values))
    return rows ? (query.mapAllResult(rows) as Row[]) : query.execute(values)
  }
}
