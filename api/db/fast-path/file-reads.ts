import type { Client, InArgs, InStatement, ResultSet, Row, Value } from '@libsql/client'
import Database from 'libsql'

import { BLOCKING_WAIT_MS } from '#api/db/file-client.ts'
import { markTurn } from '#api/runtime/event-loop.ts'

const MAX_STATEMENTS = 300

type Statement = {
  columns: string[]
  toRow: (values: Value[]) => Row
  all: (values: unknown[]) => Value[][]
}

/** A client whose file is also read on a connection of its own. */
export type ReadingClient = Client & {
  /** Reads on a connection that never writes, so it sees only committed data. Throws the database's own error. */
  committedRows?: (sql: string, values: unknown[]) => Value[][]
}

/**
 * Reads a file on a second connection that keeps its prepared statements; the client would prepare each statement again, which
 * takes several times as long as running it. The connection sees all committed data. Writes, batches and statements that fail
 * here go through the client. After any error the connection is reopened: a statement left open would keep reading an old
 * snapshot.
 */
export function withFileReads(client: Client, path: string): ReadingClient {
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
    markTurn()
    try {
      return prepare(sql).all(values)
    } catch (error) {
      disconnect()
      throw error
    } finally {
      markTurn()
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
      if (isRead(statement)) {
        try {
          return Promise.resolve(resultOf(statement))
        } catch {
          // The client reports the error.
        }
      }
      return execute.call(client, statement as string, values)
    },
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

/** Excludes `select *`, whose columns change when another process migrates the tables. */
const isRead = (statement: InStatement): statement is { sql: string; args: Value[] } =>
  typeof statement === 'object' && /^select (?!\*)/i.test(statement.sql) && Array.isArray(statement.args)

const toSql = (value: unknown) => {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Date ? value.getTime() : value
}

/** Creates rows that are indexed by position and by name like the client's; the first of several same-named columns wins. */
function rowMaker(columns: string[]): (values: Value[]) => Row {
  const names = columns.map((name, index) => (columns.indexOf(name) === index ? name : undefined))
  class FileRow {
    readonly #values: Value[]
    constructor(values: Value[]) {
      this.#values = values
      for (const [index, name] of names.entries())
        if (name !== undefined) (this as Record<string, unknown>)[name] = values[index]
    }
    static valueAt = (row: FileRow, index: number) => row.#values[index]
    get length() {
      return this.#values.length
    }
  }
  for (const index of columns.keys())
    Object.defineProperty(FileRow.prototype, index, {
      get(this: FileRow) {
        return FileRow.valueAt(this, index)
      },
    })
  return values => new FileRow(values) as unknown as Row
}
