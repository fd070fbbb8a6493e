import { and, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Joins conditions like Drizzle's `and`, which can be undefined: with a first condition, the result never is. */
export const allOf = (first: SQL, ...others: (SQL | undefined)[]): SQL => and(first, ...others) ?? first

/** Joins conditions like Drizzle's `or`; see `allOf`. */
export const anyOf = (first: SQL, ...others: (SQL | undefined)[]): SQL => or(first, ...others) ?? first

/** SQL condition: the column still has the value that was read. Also holds for null, unlike Drizzle's `eq`. */
export const isStill = (column: SQLiteColumn, value: Date | null): SQL =>
  value === null ? isNull(column) : eq(column, value)

/** SQL expression: the only value that a query selects, as the database stores it. */
export const valueOf = <Value>(query: SQLWrapper): SQL<Value> => sql<Value>`(${query})`
