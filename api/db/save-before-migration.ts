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

import { explainDatabaseFailure } from '#api/runtime/database-failure.ts'
import { StartError } from '#api/runtime/errors.ts'
import { VERSION } from '#api/runtime/release.ts'
import type { Db } from './client.ts'
import { migrationProgress } from './version.ts'

/** Maximum number of copies. Each is as large as the database was. */
const MAX_COPIES = 3
/** Required space in sizes of the database: one for the copy, one for the migration, which may rewrite everything. */
const SPACE_FACTOR = 2
const SPARE_BYTES = 64 * 1024 ** 2
/** Age at which an unfinished copy counts as abandoned. */
const ABANDONED_MS = 60 * 60_000

/** Time at the end of a finished copy's name. */
const MADE_AT = /-\d{4}-\d\d-\d\dT[\dZ-]+$/

/**
 * Saves a copy beside the database file before a migration, readable only by its owner, and removes all but the newest
 * copies. Does nothing for a new database or one that is up to date.
 * @returns the copy's path
 * @throws {StartError} if the copy can't be made: without it, a failed migration could not be undone
 */
export async function saveBeforeMigration(
  db: Db,
  file: string,
  { now = new Date(), freeBytes = freeBytesOf }: { now?: Date; freeBytes?: (folder: string) => number } = {},
): Promise<string | undefined> {
  const { pending, isStarted } = await migrationProgress(db)
  if (pending.length === 0 || !isStarted) return undefined
  requireSpace(file, freeBytes)
  const copy = `${file}.before-${VERSION}-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  const unfinished = `${copy}.unfinished-${process.pid}`
  try {
    closeSync(openSync(unfinished, 'wx', 0o600))
    await db.$client.execute({ sql: 'VACUUM INTO ?', args: [unfinished] })
    syncToDisk(unfinished)
    renameSync(unfinished, copy)
    syncToDisk(dirname(file))
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
  const walBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const needed = (statSync(file).size + walBytes) * SPACE_FACTOR + SPARE_BYTES
  const free = freeBytes(dirname(file))
  if (free < needed)
    throw cannotSave(file, `The disk has ${megabytes(free)} MB free, and ${megabytes(needed)} MB are needed.`)
}

const cannotSave = (file: string, why: string, cause?: unknown) =>
  new StartError(
    `Version ${VERSION} needs to migrate ${file}, but can’t save a copy of it first. ${why} Nothing has been changed yet.`,
    { cause },
  )

/**
 * Removes all but the newest copies, by the time at the end of their names, and the abandoned ones. Databases that a restore set
 * aside stay, because their names have no version.
 */
function removeOldCopies(file: string): void {
  const folder = dirname(file)
  const remove = (name: string) => rmSync(join(folder, name), { force: true })
  const prefix = `${basename(file)}.before-`
  const copies = readdirSync(folder).filter(name => name.startsWith(prefix))
  for (const name of copies)
    if (name.includes('.unfinished-') && isAbandoned(join(folder, name))) remove(name)
  const madeAt = (name: string) => MADE_AT.exec(name)?.[0] ?? ''
  const finished = copies.filter(
    name => /^\d+\.\d+\.\d+/.test(name.slice(prefix.length)) && MADE_AT.test(name),
  )
  const oldestFirst = finished.toSorted((a, b) => madeAt(a).localeCompare(madeAt(b)))
  for (const name of oldestFirst.slice(0, -MAX_COPIES)) remove(name)
}

/** Returns true for an unfinished copy so old that its process must have been killed. */
function isAbandoned(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Flushes a file or folder to the disk (fsync). */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2)
