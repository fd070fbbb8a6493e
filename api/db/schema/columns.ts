import { sql } from 'drizzle-orm'
import { index, integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core'

/** Re-exports what depends on the database engine, so that no other file does. */
export {
  alias,
  blob,
  getTableConfig,
  index,
  integer,
  primaryKey,
  real,
  type SQLiteColumn,
  SQLiteTable,
  sqliteTable,
  text,
  unionAll,
  unique,
} from 'drizzle-orm/sqlite-core'

/** A moment, stored in epoch milliseconds. */
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

export const flag = (name: string) => integer(name, { mode: 'boolean' })

export const json = <Value>(name: string) => text(name, { mode: 'json' }).$type<Value>()

/** The id of another row, with which this one is deleted. */
export const partOf = (name: string, parent: () => SQLiteColumn) =>
  text(name).notNull().references(parent, { onDelete: 'cascade' })

/** Progress of something that a worker does, attempt by attempt. */
export const progress = () => ({
  /** Time of the next attempt or, during one, the end of its lease; null if nothing is to be done. */
  wakeAt: instant('wake_at'),
  /** Number of claims so far: the fencing token of every write of an attempt. */
  attempt: integer().notNull().default(0),
  /** Consecutive transient failures. */
  failures: integer().notNull().default(0),
  reasonCode: text('reason_code').notNull().default(''),
  reason: text().notNull().default(''),
  updatedAt: instant('updated_at').notNull(),
})

/** Indexes the rows that have a value in this column. */
export const indexOfSet = (
  name: string,
  set: SQLiteColumn,
  columns: [SQLiteColumn, ...SQLiteColumn[]] = [set],
) =>
  index(name)
    .on(...columns)
    .where(sql`${set} is not null`)
