import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

import { invalidField } from '#api/runtime/errors.ts'

/** A row's position in a list sorted by time and id. The id makes it unique. */
export type Position = { at: Date; id: string }

/**
 * Splits a page from its rows. The caller must read one row more than `limit`.
 * @returns the page and the cursor of the next one, or null on the last page
 */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last ? cursorOf(positionOf(last)) : null }
}

const cursorOf = ({ at, id }: Position) => `${+at}_${id}`

/**
 * Parses a cursor.
 * @throws {DomainError} `invalid`
 */
export function readCursor(cursor: string): Position {
  const [, time, id] = /^(\d{1,14})_(.+)$/.exec(cursor) ?? []
  if (!time || !id) throw invalidField('cursor', 'This page does not exist.')
  return { at: new Date(Number(time)), id }
}

type Columns = { at: SQLWrapper; id: SQLWrapper }

type Direction = 'ascending' | 'descending'

/**
 * SQL condition: the row comes after a cursor's position; undefined without a cursor.
 * @throws {DomainError} `invalid`
 */
export function isAfterCursor(
  columns: Columns,
  cursor: string | undefined,
  direction: Direction,
): SQL | undefined {
  if (!cursor) return undefined
  const { at, id } = readCursor(cursor)
  return isAfter(columns, { at: +at, id }, direction)
}

/**
 * SQL condition: the row comes after a position. Compares row values, for which SQLite uses an index on both columns.
 * @param after time in epoch milliseconds and id, or their columns
 */
export const isAfter = (columns: Columns, after: { at: unknown; id: unknown }, direction: Direction): SQL =>
  sql`(${columns.at}, ${columns.id}) ${sql.raw(direction === 'ascending' ? '>' : '<')} (${after.at}, ${after.id})`
