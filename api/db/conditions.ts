import { and, eq, isNull, or, type SQL, type SQLWrapper, sql, type AnyColumn } from 'drizzle-orm'

import type { SQLiteColumn } from '#api/db/schema/columns.ts'
import { fold } from '#shared/text/fold.ts'

/** Joins conditions like Drizzle's `and`, which can be undefined: with a first condition, the result never is. */
export const allOf = (first: SQL, ...others: (SQL | undefined)[]): SQL => and(first, ...others) ?? first

/** Joins conditions like Drizzle's `or`; see `allOf`. */
export const anyOf = (first: SQL, ...others: (SQL | undefined)[]): SQL => or(first, ...others) ?? first

/** SQL condition: the column still has the value that was read. Also holds for null, unlike Drizzle's `eq`. */
export const isStill = (column: SQLiteColumn, value: Date | null): SQL =>
  value === null ? isNull(column) : eq(column, value)

/** SQL expression: the only value that a query selects, as the database stores it. */
export const valueOf = <Value>(query: SQLWrapper): SQL<Value> => sql<Value>`(${query})`

/**
 * SQL condition: a text contains the searched one. Its own wildcards are escaped.
 * @param columns the folded text, and the original for rows that aren't folded yet
 */
export function containsText([folded, original]: [AnyColumn, AnyColumn], search: string): SQL {
  const searched = fold(search)
    .trim()
    .replaceAll(/[%_\\]/g, String.raw`\$&`)
  return sql`coalesce(${folded}, ${original}) like ${`%${searched}%`} escape '\\'`
}
