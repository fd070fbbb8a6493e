import { fillPlaceholders, type SQLWrapper, sql } from 'drizzle-orm'

import type { Db } from '#api/db/client.ts'

/** Builds a Drizzle query once per database, because building takes longer than running it. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>()
  return db => {
    const known = built.get(db)
    if (known) return known
    const query = build(db)
    built.set(db, query)
    return query
  }
}

/** Matches a JSON list, which keeps the query's text the same for any number of items. */
export const isAmong = (column: SQLWrapper, placeholder = 'ids') =>
  sql`${column} in (select item.value from json_each(${sql.placeholder(placeholder)}) as item)`

type Select<Row> = {
  execute(values: Values): Promise<Row[]>
  getQuery(): { sql: string; params: unknown[] }
  mapAllResult(rows: unknown): unknown
}
type Values = Record<string, unknown>

/**
 * Prepares a select that sees only committed data: on a connection that never writes for a file, as a separate request for a
 * server. Use it to verify a write before an action that can't be undone.
 */
export function readCommitted<Row>(build: (db: Db) => Select<Row>) {
  const select = prepared(build)
  return async (db: Db, values: Values): Promise<Row[]> => {
    const query = select(db)
    const { committedRows } = db.$client
    if (!committedRows) return query.execute(values)
    const { sql, params } = query.getQuery()
    return query.mapAllResult(committedRows(sql, fillPlaceholders(params, values))) as Row[]
  }
}
