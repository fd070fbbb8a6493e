import { integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core'

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
