import { type SQLWrapper, sql } from 'drizzle-orm'

import type { Db } from './client.ts'

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
