import type { Client, InArgs, InStatement, ResultSet, Row, Value } from '@libsql/client'
import Database from 'libsql'

const MOST_STATEMENTS = 300

type Statement = { columns: string[]; all: (values: unknown[]) => Row[] }

/**
 * Lets a file's reads keep their prepared statements: the client prepares each anew, which takes several times as long as
 * asking. They have a connection of their own, which sees all that was committed before. Writes, batches and what this
 * can't read go the usual way.
 */
export function withQuickReads(client: Client, path: string, timeout: number): Client {
  const db = new Database(path, { timeout })
  db.exec('PRAGMA query_only = 1')
  const statements = new Map<string, Statement>()
  const { execute } = client
  const close = client.close.bind(client)

  function prepare(sql: string): Statement {
    const known = statements.get(sql)
    if (known) return known
    const statement = db.prepare(sql).raw(true)
    const columns = statement.columns().map(({ name }) => name)
    const toRow = rowMaker(columns)
    const prepared = { columns, all: (values: unknown[]) => (statement.all(values) as Value[][]).map(toRow) }
    if (statements.size >= MOST_STATEMENTS) statements.clear()
    statements.set(sql, prepared)
    return prepared
  }

  function read({ sql, args }: { sql: string; args: unknown[] }): ResultSet | undefined {
    try {
      const { all, columns } = prepare(sql)
      const rows = all(args.map(toSql))
      return {
        columns,
        columnTypes: [],
        rows,
        rowsAffected: 0,
        lastInsertRowid: undefined,
        toJSON: () => rows,
      }
    } catch {
      // The client says it in its own way.
      return undefined
    }
  }

  return Object.assign(client, {
    execute(statement: InStatement, values?: InArgs) {
      const quick = isRead(statement) ? read(statement) : undefined
      return quick ? Promise.resolve(quick) : execute.call(client, statement as string, values)
    },
    close() {
      statements.clear()
      db.close()
      close()
    },
  })
}

/** `select *` means other columns once another process has changed the tables: the client asks each time. */
const isRead = (statement: InStatement): statement is { sql: string; args: Value[] } =>
  typeof statement === 'object' && /^select (?!\*)/i.test(statement.sql) && Array.isArray(statement.args)

const toSql = (value: unknown) => {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Date ? value.getTime() : value
}

/** Rows by position and by name, as the client gives them; of two columns with one name the first has it. */
function rowMaker(columns: string[]): (values: Value[]) => Row {
  const names = columns.map((name, index) => (columns.indexOf(name) === index ? name : undefined))
  class QuickRow {
    readonly #values: Value[]
    constructor(values: Value[]) {
      this.#values = values
      for (const [index, name] of names.entries())
        if (name !== undefined) (this as Record<string, unknown>)[name] = values[index]
    }
    static valueAt = (row: QuickRow, index: number) => row.#values[index]
    get length() {
      return this.#values.length
    }
  }
  for (const index of columns.keys())
    Object.defineProperty(QuickRow.prototype, index, {
      get(this: QuickRow) {
        return QuickRow.valueAt(this, index)
      },
    })
  return values => new QuickRow(values) as unknown as Row
}
