import { LibsqlError } from '@libsql/client'

import { StartError } from './errors.ts'

/** The database server is unreachable, or responds with an error that isn't the database's own. */
export class ServerUnavailable extends Error {
  override name = 'ServerUnavailable'
}

const RESTORE_HINT =
  'Restore a backup with `bun run restore BACKUP --force`, which keeps the damaged file beside it.'

/** Messages by SQLite's primary result code, the last byte of the extended one (sqlite.org/rescode.html). */
const MESSAGES: Record<number, (file: string) => string> = {
  5: file => `Another program has locked the database ${file}. End it, then start again.`,
  8: file =>
    `The database ${file} can’t be written. Give the user that runs Currawong write access to the file and its folder, on a disk that isn’t read-only.`,
  10: file => `The disk of the database ${file} has read or write errors. Check the disk first.`,
  11: file => `The database ${file} is damaged. ${RESTORE_HINT}`,
  13: file =>
    `The disk of the database ${file} is full. Free some space on it: delete old backups, logs, or copies of the database that end in .before-VERSION-TIME. Nothing else has to be done.`,
  14: file =>
    `The database ${file} can’t be opened. It must be a file in an existing folder, and the user that runs Currawong must be able to read and write both. Its location is set by DATA_DIR or DATABASE_URL.`,
  26: file => `${file} isn’t a database, or is damaged. ${RESTORE_HINT}`,
}

/** Matches SQLITE_CORRUPT and SQLITE_NOTADB. */
export function isDamaged(error: unknown): boolean {
  const cause = rootOf(error)
  return cause instanceof LibsqlError && [11, 26].includes((cause.rawCode ?? 0) & 0xff)
}

/** Explains a failure of the database to the operator. Returns undefined for an error that may be a bug. */
export function explainDatabaseFailure(error: unknown, url: string): string | undefined {
  const cause = rootOf(error)
  if (cause instanceof ServerUnavailable)
    return `The database’s server ${withoutSecrets(url)} doesn’t respond. Check that it runs and can be reached at DATABASE_URL.`
  if (!isFile(url)) return undefined
  const opening = /Unable to open connection to local database .*: (\d+)/.exec(cause.message)?.[1]
  const code = cause instanceof LibsqlError ? cause.rawCode : Number(opening)
  return MESSAGES[(code ?? 0) & 0xff]?.(url.slice('file:'.length))
}

/** Matches SQLITE_FULL, and errors of files on a full disk or beyond a quota. */
export function isDiskFull(error: unknown): boolean {
  const cause = rootOf(error)
  if (cause instanceof LibsqlError)
    return ((cause.rawCode ?? 0) & 0xff) === 13 || cause.code === 'SQLITE_FULL'
  return 'code' in cause && ['ENOSPC', 'EDQUOT'].includes(String(cause.code))
}

/** Matches SQLITE_BUSY and SQLITE_LOCKED, including their extended codes (sqlite.org/rescode.html). */
export function isDatabaseLocked(error: unknown): boolean {
  const cause = rootOf(error)
  return cause instanceof LibsqlError && [5, 6].includes((cause.rawCode ?? 0) & 0xff)
}

/** Distinguishes a failing database, which may recover, from a faulty statement. */
export const isDatabaseFailure = (error: unknown) => explainDatabaseFailure(error, 'file:') !== undefined

/** Converts any error from opening the database into a `StartError`. */
export function databaseFailure(error: unknown, url: string): StartError {
  if (error instanceof StartError) return error
  const hint = isFile(url)
    ? 'Is it the database of another version, or of another program?'
    : 'Check that it runs, DATABASE_URL and DATABASE_AUTH_TOKEN.'
  const unknown = `The database ${withoutSecrets(url)} can’t be used: ${rootOf(error).message.replace(/[.?!]*$/, '.')} ${hint}`
  return new StartError(explainDatabaseFailure(error, url) ?? unknown, { cause: error })
}

const isFile = (url: string) => url.startsWith('file:')

export const withoutSecrets = (url: string) => url.replace(/\/\/[^@/]*@/, '//…@')

/** Unwraps the database's own error. */
export function rootOf(error: unknown): Error {
  let root = error instanceof Error ? error : new Error(String(error))
  while (
    !(root instanceof ServerUnavailable) &&
    !(root instanceof LibsqlError && root.rawCode !== undefined) &&
    root.cause instanceof Error
  )
    root = root.cause
  return root
}
