import { ConnectionPool } from '@libsql/client/sqlite3'
import type Database from 'libsql'

const MAX_STATEMENTS = 300

/**
 * A pool whose connection caches its prepared statements. By default the client prepares every statement again, which takes
 * longer than running it. After a schema change, SQLite re-prepares cached statements automatically.
 */
export class PreparingPool extends ConnectionPool {
  #preparing = new WeakSet<Database.Database>()

  constructor(path: string, options: Database.Options) {
    super(path, options, 1)
  }

  override acquireSync(forTransaction?: boolean): Database.Database {
    const db = super.acquireSync(forTransaction)
    if (!this.#preparing.has(db)) {
      this.#preparing.add(db)
      keepStatements(db)
    }
    return db
  }
}

function keepStatements(db: Database.Database): void {
  const statements = new Map<string, Database.Statement>()
  const prepare = db.prepare.bind(db)
  Object.assign(db, {
    prepare(sql: string): Database.Statement {
      const known = statements.get(sql)
      if (known) return known
      const statement = keepColumns(prepare(sql), sql)
      if (statements.size >= MAX_STATEMENTS) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  })
}

/** The client asks for the columns twice at each execution. Those of `*` change with the schema. */
function keepColumns(statement: Database.Statement, sql: string): Database.Statement {
  if (sql.includes('*')) return statement
  const read = statement.columns.bind(statement)
  let known: ReturnType<typeof read> | undefined
  return Object.assign(statement, { columns: () => (known ??= read()) })
}
