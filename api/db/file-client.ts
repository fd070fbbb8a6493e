import { type Client, LibsqlError, type Transaction } from '@libsql/client'
import { Sqlite3Client, ConnectionPool } from '@libsql/client/sqlite3'
import type Database from 'libsql'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { isDatabaseLocked } from '#api/runtime/database-failure.ts'
import { markTurn } from '#api/runtime/event-loop.ts'

/** SQLite's busy timeout. It blocks the event loop, so it only covers another process's ordinary transaction. */
const BLOCKING_WAIT_MS = 10
/** A statement that has waited this long for a lock fails with SQLITE_BUSY. */
const LOCK_WAIT_MS = 10_000
const FIRST_PAUSE_MS = 5
const MAX_PAUSE_MS = 100
/** Writes run synchronously, so a burst of them yields to other events whenever it has taken this long. */
const MAX_BURST_MS = 8

/**
 * Set on each connection; only `journal_mode` is stored in the file. FULL syncs the write-ahead log at each commit, so that
 * an acknowledged write survives a power loss (sqlite.org/pragma.html#pragma_synchronous). `secure_delete` zeroes deleted
 * content, so that no free page retains the data of people who left.
 */
const PRAGMAS = ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON']

type Connection = { client: Client; users: number; isRetired: boolean }
type Statement = Parameters<Client['batch']>[0][number]

/**
 * Opens a libSQL file and guarantees that each write that resolves is committed.
 *
 * After SQLITE_BUSY libsql 0.5 keeps the failed statement open until garbage collection. Later writes on that connection
 * resolve without being committed (tursodatabase/libsql-client-ts#352, libsql-js#237). So each failure retires its
 * connection, and the next call opens a new one. A locked statement is retried after a pause, which keeps the event loop
 * free. Writes run one at a time, in order, on a connection of their own. Reads don't queue behind them, and see only committed
 * data, on which publishing relies before a call that can't be undone. A transaction is one write: it holds the queue from BEGIN
 * IMMEDIATE until it ends. Only that first statement is retried.
 */
export async function openFileClient(path: string, { lockWaitMs = LOCK_WAIT_MS } = {}): Promise<Client> {
  const reading = openConnections(path)
  const writing = openConnections(path)
  const yieldDuringBurst = createBurstLimit()
  let lastWrite: Promise<unknown> = Promise.resolve()
  let isClosed = false

  /** Retries while the database is locked, which is safe: a statement or batch that fails this way has changed nothing. */
  async function retryWhileLocked<T>(work: () => Promise<T>, giveUpAt: number): Promise<T> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
      try {
        if (isClosed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED')
        return await work()
      } catch (error) {
        if (!isDatabaseLocked(error) || performance.now() + pause > giveUpAt) throw error
      }
      await Bun.sleep(pause * (0.5 + Math.random() / 2))
    }
  }

  const read = <T>(work: (client: Client) => Promise<T>) =>
    retryWhileLocked(() => reading.use(work), performance.now() + lockWaitMs)

  /** @param isOver resolves when the next write may begin; by default, once this one is settled */
  function queued<T>(
    work: () => Promise<T>,
    isOver: (written: Promise<T>) => Promise<unknown> = written => written,
  ): Promise<T> {
    const giveUpAt = performance.now() + lockWaitMs
    const written = lastWrite.then(yieldDuringBurst).then(() => retryWhileLocked(work, giveUpAt))
    lastWrite = isOver(written).catch(() => {})
    return written
  }

  const write = <T>(work: (client: Client) => Promise<T>) => queued(() => writing.use(work))

  const execute: Client['execute'] = (statement: Statement, args?: never) => {
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
    transaction: () => {
      const ended = Promise.withResolvers<void>()
      return queued(
        () => writing.begin(ended.resolve),
        begun => begun.then(() => ended.promise),
      )
    },
    sync: () => Promise.reject(new Error('A file has no replica to synchronise with.')),
    reconnect() {
      throw new Error('Connections are replaced after each failure.')
    },
    close() {
      isClosed = true
      reading.close()
      writing.close()
    },
  }
}

/** Shares one connection among its callers. After a failure, later callers get a new one, and the last user closes the old one. */
function openConnections(path: string) {
  let opening: Promise<Connection> | undefined
  const opened = new Set<Connection>()

  async function take(): Promise<Connection> {
    opening ??= connect(path).then(
      connected => {
        opened.add(connected)
        return connected
      },
      (error: unknown) => {
        opening = undefined
        throw error
      },
    )
    const taken = await opening
    taken.users++
    return taken
  }

  function retire(failed: Connection) {
    if (!failed.isRetired) opening = undefined
    failed.isRetired = true
  }

  function release(used: Connection) {
    used.users--
    if (used.isRetired && used.users === 0) close(used)
  }

  function close(closing: Connection) {
    opened.delete(closing)
    closing.client.close()
  }

  return {
    async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
      const used = await take()
      markTurn()
      try {
        return await work(used.client)
      } catch (error) {
        retire(used)
        throw error
      } finally {
        markTurn()
        release(used)
      }
    },
    /** Begins a transaction that calls `onEnd` once, when it is committed, rolled back or closed. */
    async begin(onEnd: () => void): Promise<Transaction> {
      const used = await take()
      try {
        // oxlint-disable-next-line no-restricted-properties -- write begins its transactions here.
        return watchEnd(await used.client.transaction('write'), hasFailed => {
          if (hasFailed) retire(used)
          release(used)
          onEnd()
        })
      } catch (error) {
        retire(used)
        release(used)
        throw error
      }
    },
    close() {
      for (const each of opened) close(each)
    },
  }
}

/** Reports the end of a transaction once, and if one of its statements failed. */
function watchEnd(tx: Transaction, onEnd: (hasFailed: boolean) => void): Transaction {
  let hasFailed = false
  let isOver = false
  const watched = <T>(work: Promise<T>) =>
    work
      .catch((error: unknown) => {
        hasFailed = true
        throw error
      })
      .finally(markTurn)
  const ended = () => {
    if (!isOver) onEnd(hasFailed)
    isOver = true
  }
  return {
    get closed() {
      return tx.closed
    },
    execute: (...args: Parameters<Transaction['execute']>) => watched(tx.execute(...args)),
    batch: statements => watched(tx.batch(statements)),
    executeMultiple: sql => watched(tx.executeMultiple(sql)),
    commit: () => watched(tx.commit()).finally(ended),
    rollback: () => watched(tx.rollback()).finally(ended),
    close() {
      tx.close()
      ended()
    },
  }
}

/** Returns a function that waits for the event loop's next turn if writes have kept it busy for `MAX_BURST_MS`. */
function createBurstLimit() {
  let burstSince: number | undefined
  return async () => {
    if (burstSince === undefined) {
      burstSince = performance.now()
      setImmediate(() => (burstSince = undefined))
    } else if (performance.now() - burstSince > MAX_BURST_MS) await nextTurn()
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

const isSelect = (statement: Statement) => /^\s*select\b/i.test(sqlOf(statement))

function sqlOf(statement: Statement): string {
  if (typeof statement === 'string') return statement
  return Array.isArray(statement) ? statement[0] : statement.sql
}

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
      cacheStatements(db)
    }
    return db
  }
}

function cacheStatements(db: Database.Database): void {
  const statements = new Map<string, Database.Statement>()
  const prepare = db.prepare.bind(db)
  Object.assign(db, {
    prepare(sql: string): Database.Statement {
      const known = statements.get(sql)
      if (known) return known
      const statement = cacheShape(prepare(sql), sql)
      if (statements.size >= MAX_STATEMENTS) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  })
}

/**
 * Remembers what the client asks at each execution: twice the columns, and by `raw`, which throws for a statement without rows,
 * whether it returns any. The columns of `*` aren't kept, because they change with the schema.
 */
function cacheShape(statement: Database.Statement, sql: string): Database.Statement {
  const setRaw = statement.raw.bind(statement)
  const read = statement.columns.bind(statement)
  let refusal: unknown
  let columns: ReturnType<typeof read> | undefined
  return Object.assign(statement, {
    raw(isRaw?: boolean) {
      if (refusal) throw refusal
      try {
        return setRaw(isRaw)
      } catch (error) {
        refusal = error
        throw error
      }
    },
    ...(!sql.includes('*') && { columns: () => (columns ??= read()) }),
  })
}
