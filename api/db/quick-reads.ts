import type { Client, InArgs, InStatement, ResultSet, Row, Value } from '@libsql/client'
import Database from 'libsql'

import { BLOCKING_WAIT_MS } from './file-client.ts'

const MAX_STATEMENTS = 300

type Statement = {
  columns: string[]
  toRow: (values: Value[]) => Row
  all: (values: unknown[]) => Value[][]
}

/** A client of a file, which may also be asked synchronously. */
export type QuickClient = Client & {
  /** Reads synchronously; returns `undefined` if it can't, and the caller must use `execute`. */
  rowsNow?: (sql: string, values: unknown[]) => Value[][] | undefined
  /** Reads on a connection that never writes, so it sees only committed data. Throws the database's own error. */
  committedRows?: (sql: string, values: unknown[]) => Value[][]
}

/**
 * Lets a file's reads keep their prepared statements: the client prepares each anew, which takes several times as long as
 * asking. They have a connection of their own, which sees all that was committed before. Writes, batches and what this
 * can't read go the usual way. After any failure the connection is replaced: a statement that a failure left open would
 * pin it to an outdated snapshot.
 */
export function withQuickReads(client: Client, path: string): QuickClient {
  const statements = new Map<string, Statement>()
  const { execute } = client
  const close = client.close.bind(client)
  let db: Database.Database | undefined = connect(path)
  let isClosed = false

  function prepare(sql: string): Statement {
    const known = statements.get(sql)
    if (known) return known
    if (isClosed) throw new Error('The client is closed.')
    db ??= connect(path)
    const statement = db.prepare(sql).raw(true)
    const columns = statement.columns().map(({ name }) => name)
    const prepared: Statement = {
      columns,
      toRow: rowMaker(columns),
      all: values => statement.all(values.map(toSql)) as Value[][],
    }
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    statements.set(sql, prepared)
    return prepared
  }

  function disconnect() {
    statements.clear()
    db?.close()
    db = undefined
  }

  function committedRows(sql: string, values: unknown[]): Value[][] {
    try {
      return prepare(sql).all(values)
    } catch (error) {
      disconnect()
      throw error
    }
  }

  function read<Answer>(ask: () => Answer): Answer | undefined {
    try {
      return ask()
    } catch {
      // The client says it in its own way.
      return undefined
    }
  }

  function resultOf({ sql, args }: { sql: string; args: unknown[] }): ResultSet {
    const found = committedRows(sql, args)
    const { columns, toRow } = prepare(sql)
    const rows = found.map(toRow)
    return {
      columns,
      columnTypes: [],
      rows,
      rowsAffected: 0,
      lastInsertRowid: undefined,
      toJSON: () => rows,
    }
  }

  return Object.assign(client, {
    execute(statement: InStatement, values?: InArgs) {
      const quick = isRead(statement) ? read(() => resultOf(statement)) : undefined
      return quick ? Promise.resolve(quick) : execute.call(client, statement as string, values)
    },
    rowsNow: (sql: string, values: unknown[]) => read(() => committedRows(sql, values)),
    committedRows,
    close() {
      isClosed = true
      disconnect()
      close()
    },
  })
}

function connect(path: string): Database.Database {
  const db = new Database(path, { timeout: BLOCKING_WAIT_MS })
  db.exec('PRAGMA query_only = 1')
  return db
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
