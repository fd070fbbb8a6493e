import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Joins conditions like Drizzle's `and`, which can be undefined: with a first condition, the result never is. */
export const allOf = (first: SQL, ...others: (SQL | undefined)[]): SQL => and(first, ...others) ?? first

/** Joins conditions like Drizzle's `or`; see `allOf`. */
export const anyOf = (first: SQL, ...others: (SQL | undefined)[]): SQL => or(first, ...others) ?? first

/** The column still has a value that was read from it; Drizzle's `eq` never holds for null. */
export const isStill = (column: SQLiteColumn, value: Date | null): SQL =>
  value === null ? isNull(column) : eq(column, value)
