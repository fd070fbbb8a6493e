import { migrate } from 'drizzle-orm/libsql/migrator'
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

import {
  databaseFailure,
  rootOf,
  ServerUnavailable,
  explainDatabaseFailure,
} from '#api/runtime/database-failure.ts'
import { StartError } from '#api/runtime/errors.ts'
import { VERSION } from '#api/runtime/release.ts'
import { type DatabaseUrl, type Db, fileOf, openDb } from './client.ts'
import { MIGRATIONS, requireOurVersion, migrationProgress } from './version.ts'

/** Exceeds the time that a database server takes to restart. */
const SERVER_WAIT_MS = 10_000
const SERVER_PAUSE_MS = 250

/**
 * Opens a database and migrates it. Waits for a server that doesn't respond, as it may be starting too.
 * @throws {StartError} if the database can't be used or written
 */
export async function openReadyDb(database: DatabaseUrl): Promise<Db> {
  const giveUpAt = performance.now() + SERVER_WAIT_MS
  const file = fileOf(database.url)
  for (;;) {
    try {
      const db = await openDb(database)
      await requireOurVersion(db, database.url)
      if (file) await saveBeforeMigration(db, file)
      await migrateDb(db)
      await tryToWrite(db)
      return db
    } catch (error) {
      if (!(rootOf(error) instanceof ServerUnavailable) || performance.now() > giveUpAt)
        throw databaseFailure(error, database.url)
    }
    await Bun.sleep(SERVER_PAUSE_MS)
  }
}

/** Throws for a read-only database, which rejects even a `delete` that matches no rows. */
export const tryToWrite = (db: Db) => db.run('delete from job_runs where false')

/**
 * Applies pending migrations. Of two processes that start at the same time, the slower one fails and finds them applied when
 * it retries; migrations are atomic, so the failed attempt leaves nothing behind.
 */
export async function migrateDb(db: Db) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrate(db, { migrationsFolder: MIGRATIONS })
    } catch (error) {
      if (attempt === 5) throw error
      await Bun.sleep(attempt * 100)
    }
  }
}

/** Maximum number of copies. Each is as large as the database was. */
const MAX_COPIES = 3
/** Free space for the copy and for the migration, which may rewrite the whole database. */
const SPACE_FACTOR = 2
const UNFINISHED_MS = 60 * 60_000
const SPARE_BYTES = 64 * 1024 ** 2

type Options = { now?: Date; freeBytes?: (folder: string) => number }

/**
 * Saves a copy beside the database file before a migration, readable only by its owner, and removes all but the newest
 * copies. Does nothing for a new database or one that is up to date.
 * @returns the copy's path
 * @throws {StartError} if the copy can't be made: without it, a failed migration could not be undone
 */
export async function saveBeforeMigration(
  db: Db,
  file: string,
  { now = new Date(), freeBytes = freeBytesOf }: Options = {},
): Promise<string | undefined> {
  const { pending, isStarted } = await migrationProgress(db)
  if (pending.length === 0 || !isStarted) return undefined
  requireSpace(file, freeBytes)
  const copy = `${file}.before-${VERSION}-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  const unfinished = `${copy}.unfinished-${process.pid}`
  try {
    closeSync(openSync(unfinished, 'wx', 0o600))
    await db.$client.execute({ sql: 'VACUUM INTO ?', args: [unfinished] })
    flush(unfinished)
    renameSync(unfinished, copy)
    flush(dirname(file))
  } catch (cause) {
    rmSync(unfinished, { force: true })
    const why =
      explainDatabaseFailure(cause, `file:${file}`) ??
      (cause instanceof Error ? cause.message : String(cause))
    throw cannotSave(file, why, cause)
  }
  removeOldCopies(file)
  return copy
}

function requireSpace(file: string, freeBytes: (folder: string) => number): void {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const needed = (statSync(file).size + log) * SPACE_FACTOR + SPARE_BYTES
  const free = freeBytes(dirname(file))
  if (free < needed)
    throw cannotSave(file, `The disk has ${megabytes(free)} MB free, and ${megabytes(needed)} MB are needed.`)
}

const cannotSave = (file: string, why: string, cause?: unknown) =>
  new StartError(
    `Version ${VERSION} needs to migrate ${file}, but can’t save a copy of it first. ${why} Nothing has been changed yet.`,
    { cause },
  )

/** Sorts by the time at the end of the name, newest last. */
function removeOldCopies(file: string): void {
  const start = `${basename(file)}.before-`
  const made = /-\d{4}-\d\d-\d\dT[\dZ-]+$/
  const copies = readdirSync(dirname(file)).filter(
    name => name.startsWith(start) && /^\d+\.\d+\.\d+/.test(name.slice(start.length)) && made.test(name),
  )
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(start) && name.includes('.unfinished-') && isAbandoned(join(dirname(file), name)))
      rmSync(join(dirname(file), name), { force: true })
  const madeAt = (name: string) => made.exec(name)?.[0] ?? ''
  const oldestFirst = copies.toSorted((a, b) => madeAt(a).localeCompare(madeAt(b)))
  for (const name of oldestFirst.slice(0, -MAX_COPIES)) rmSync(join(dirname(file), name), { force: true })
}

/** Recognises an unfinished copy whose process must have been killed. */
function isAbandoned(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > UNFINISHED_MS
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Syncs a file or folder to the disk. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2)
