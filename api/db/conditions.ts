import { and, or, type SQL } from 'drizzle-orm'

/** Joins conditions like Drizzle's `and`, which can be undefined: with a first condition, the result never is. */
export const allOf = (first: SQL, ...others: (SQL | undefined)[]): SQL => and(first, ...others) ?? first

/** Joins conditions like Drizzle's `or`; see `allOf`. */
export const anyOf = (first: SQL, ...others: (SQL | undefined)[]): SQL => or(first, ...others) ?? first
