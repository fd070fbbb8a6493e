import { and, eq, isNull, or, type SQL, type SQLWrapper, sql, type AnyColumn } from 'drizzle-orm'

import type { SQLiteColumn } from '#api/db/schema/columns.ts'
import { fold } from '#shared/text/fold.ts'

/** Joins conditions like Drizzle's `and`. Its result is never undefined, because there is a first condition. */
export const allOf = (first: SQL, ...others: (SQL | undefined)[]): SQL => and(first, ...others) ?? first

/** Joins conditions like Drizzle's `or`; see `allOf`. */
export const anyOf = (first: SQL, ...others: (SQL | undefined)[]): SQL => or(first, ...others) ?? first

/** Returns the condition that a column still has the value that was read. Unlike Drizzle's `eq`, it works for null. */
export const isUnchanged = (column: SQLiteColumn, value: Date | null): SQL =>
  value === null ? isNull(column) : eq(column, value)

/** Returns a query's only value as an expression, in the form in which the database stores it. */
export const scalarSubquery = <Value>(query: SQLWrapper): SQL<Value> => sql<Value>`(${query})`

/** Returns the `set` of an upsert that overwrites these columns of the existing row with the new row's values. */
export const excludedValues = <Name extends string>(
  columns: Record<NoInfer<Name>, SQLiteColumn>,
  ...names: Name[]
) =>
  Object.fromEntries(names.map(name => [name, sql.raw(`excluded.${columns[name].name}`)])) as Record<
    Name,
    SQL
  >

/**
 * Returns the condition that a text contains the search, whatever its case and accents. Wildcards in the search are escaped.
 * @param columns the folded text, and the original for rows that aren't folded yet
 */
export function containsText([folded, original]: [AnyColumn, AnyColumn], search: string): SQL {
  const searched = fold(search)
    .trim()
    .replaceAll(/[%_\\]/g, String.raw`\$&`)
  return sql`coalesce(${folded}, ${original}) like ${`%${searched}%`} escape '\\'`
}
