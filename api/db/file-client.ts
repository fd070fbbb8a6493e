import { type Client, LibsqlError } from '@libsql/client'
import { Sqlite3Client } from '@libsql/client/sqlite3'

import { PreparingPool } from './preparing-pool.ts'

/** SQLite's busy timeout blocks the event loop, so it is only long enough for another process's ordinary transaction. */
export const BLOCKING_WAIT_MS = 10
/** A statement that has waited this long for a lock fails with SQLITE_BUSY. */
const LOCK_WAIT_MS = 10_000
const FIRST_PAUSE_MS = 5
const MAX_PAUSE_MS = 100

/**
 * Set on each connection; only `journal_mode` is stored in the file. FULL syncs the write-ahead log at each commit, so that
 * an acknowledged write survives a power loss (sqlite.org/pragma.html#pragma_synchronous). `secure_delete` zeroes deleted
 * content, so that no free page retains the data of people who left.
 */
const PRAGMAS = ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON']

type Connection = { client: Client; users: number; isRetired: boolean }

/**
 * Opens a libSQL file and guarantees that each write that resolves is committed.
 *
 * After SQLITE_BUSY libsql 0.5 keeps the failed statement open until garbage collection. Later writes on that connection
 * resolve without being committed (tursodatabase/libsql-client-ts#352, libsql-js#237). So each failure retires its
 * connection, and the next call opens a new one. A locked statement is retried after a pause, which keeps the event loop
 * free. Writes run one at a time, in order; reads don't queue behind them.
 */
export async function openFileClient(path: string, { lockWaitMs = LOCK_WAIT_MS } = {}): Promise<Client> {
  let connection: Promise<Connection> | undefined
  let lastWrite: Promise<unknown> = Promise.resolve()
  let isClosed = false
  const opened = new Set<Connection>()

  function close(closing: Connection) {
    opened.delete(closing)
    closing.client.close()
  }

  async function use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (isClosed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED')
    const opening = (connection ??= connect(path))
    const used = await opening.catch((error: unknown) => {
      if (connection === opening) connection = undefined
      throw error
    })
    opened.add(used)
    used.users++
    try {
      return await work(used.client)
    } catch (error) {
      used.isRetired = true
      if (connection === opening) connection = undefined
      throw error
    } finally {
      used.users--
      if (used.isRetired && used.users === 0) close(used)
    }
  }

  /** Retries while the database is locked, which is safe: a statement or batch that fails this way has changed nothing. */
  async function retryWhileLocked<T>(work: (client: Client) => Promise<T>, giveUpAt: number): Promise<T> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
      try {
        return await use(work)
      } catch (error) {
        if (!isLocked(error) || performance.now() + pause > giveUpAt) throw error
      }
      await Bun.sleep(pause * (0.5 + Math.random() / 2))
    }
  }

  const read = <T>(work: (client: Client) => Promise<T>) =>
    retryWhileLocked(work, performance.now() + lockWaitMs)

  function write<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + lockWaitMs
    const written = lastWrite.then(() => retryWhileLocked(work, giveUpAt))
    lastWrite = written.catch(() => {})
    return written
  }

  const execute: Client['execute'] = (statement: Parameters<Client['batch']>[0][number], args?: never) => {
    const work = (client: Client) => client.execute(statement as string, args)
    return isSelect(statement) ? read(work) : write(work)
  }

  await read(client => client.execute('select 1'))
  return {
    protocol: 'file',
    get closed() {
      return isClosed
    },
    execute,
    batch(statements, mode) {
      // A deferred transaction that starts with a read can't wait for the write lock: its snapshot would be stale.
      if (!statements.every(isSelect)) return write(client => client.batch(statements, mode ?? 'write'))
      return read(client => client.batch(statements, mode ?? 'read'))
    },
    migrate: statements => write(client => client.migrate(statements)),
    executeMultiple: sql => write(client => client.executeMultiple(sql)),
    transaction: () => Promise.reject(new Error('Use batch: see docs/decisions/003.')),
    sync: () => Promise.reject(new Error('A file has no replica to synchronise with.')),
    reconnect() {
      throw new Error('Connections are replaced after each failure.')
    },
    close() {
      isClosed = true
      for (const each of opened) close(each)
    },
  }
}

async function connect(path: string): Promise<Connection> {
  const client = new Sqlite3Client(new PreparingPool(path, { timeout: BLOCKING_WAIT_MS }), 'number')
  try {
    for (const pragma of PRAGMAS) await client.execute(`PRAGMA ${pragma}`)
    return { client, users: 0, isRetired: false }
  } catch (error) {
    client.close()
    throw error
  }
}

/** Matches SQLITE_BUSY and SQLITE_LOCKED, including their extended codes (sqlite.org/rescode.html). */
const isLocked = (error: unknown) =>
  error instanceof LibsqlError && [5, 6].includes((error.rawCode ?? 0) & 0xff)

const isSelect = (statement: Parameters<Client['batch']>[0][number]) => /^\s*select\b/i.test(sqlOf(statement))

function sqlOf(statement: Parameters<Client['batch']>[0][number]): string {
  if (typeof statement === 'string') return statement
  return Array.isArray(statement) ? statement[0] : statement.sql
}
