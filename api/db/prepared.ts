import { type SQLWrapper, sql } from 'drizzle-orm'

import type { Db } from './client.ts'

/** A query that is put together once for each database: that takes longer than asking it does. */
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

/** Asks for those of a JSON list: however long that is, the query stays the same. */
export const isAmong = (column: SQLWrapper, placeholder = 'ids') =>
  sql`${column} in (select item.value from json_each(${sql.placeholder(placeholder)}) as item)`
