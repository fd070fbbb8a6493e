import type { InStatement } from '@libsql/client'
import { fillPlaceholders, type SQLWrapper, sql } from 'drizzle-orm'

import type { Db } from './client.ts'

/** Returns a function that builds a query once per database, because building a Drizzle query takes longer than running it. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const queries = new WeakMap<Db, Query>()
  return db => {
    const query = queries.get(db) ?? build(db)
    queries.set(db, query)
    return query
  }
}

/** Like Drizzle's `inArray`, for a placeholder of a prepared query. Its value is a JSON array of any length. */
export const isAmong = (column: SQLWrapper, placeholder = 'ids') =>
  sql`${column} in (select item.value from json_each(${sql.placeholder(placeholder)}) as item)`

/** A query of `prepared` for several rows. */
type PreparedRows<Row = unknown> = {
  getQuery: () => { sql: string; params: unknown[] }
  mapResult: (response: unknown, isFromBatch: boolean) => unknown
  execute: (values: Record<string, unknown>) => Promise<Row[]>
}

type RowsOf<Queries> = {
  [Key in keyof Queries]: Queries[Key] extends PreparedRows<infer Row> ? Row[] : never
}

/** Runs queries in one transaction, so that none sees a change that another missed. Returns the rows of each. */
export async function readAtomically<const Queries extends readonly PreparedRows[]>(
  { $client }: Pick<Db, '$client'>,
  queries: Queries,
  values: Record<string, unknown>,
): Promise<RowsOf<Queries>> {
  const statements = queries.map(query => {
    const { sql, params } = query.getQuery()
    return { sql, args: fillPlaceholders(params, values) } as InStatement
  })
  const results = await $client.batch(statements, 'read')
  return queries.map((query, index) => query.mapResult(results[index], true)) as RowsOf<Queries>
}
