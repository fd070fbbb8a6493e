import { sql } from 'drizzle-orm'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { type Db, fileOf } from '#api/db/client.ts'
import type { Config } from '#api/runtime/config.ts'
import { fullDisk } from '#api/runtime/data-dir.ts'
import { explainDatabaseFailure, isDiskFull } from '#api/runtime/database-failure.ts'
import { StartError } from '#api/runtime/errors.ts'
import type { Logger } from '#api/runtime/logger.ts'

/** Returns a `StartError` with advice for a failure of the disk or the database. Any other error is a bug, and returned as it is. */
export function startFailure(
  error: unknown,
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
): unknown {
  if (error instanceof StartError) return error
  const meaning =
    explainDatabaseFailure(error, database.url) ?? (isDiskFull(error) ? fullDisk(dataDir) : undefined)
  return meaning === undefined ? error : new StartError(meaning, { cause: error })
}

type Parts = {
  log: Logger
  /** Finishes work in flight, then exits with a failure, so that the process is restarted. */
  restart: (reason: string) => void
}

/**
 * Handles uncaught errors in place of the runtime, which would end the process at once.
 *
 * An unhandled rejection affects no other work: it is logged, and the api stays up. An uncaught exception interrupted a callback
 * midway, so memory may be inconsistent: the api drains and exits with code 1. The database is consistent after either, and
 * unfinished deliveries are claimed again when their leases expire.
 */
export function catchStrayFailures({ log, restart }: Parts): void {
  process.on('unhandledRejection', reason => {
    log.error(
      { err: asError(reason) },
      'a rejection had no listener: this is a fault of ours; the api stays up',
    )
  })
  process.on('uncaughtException', error => {
    log.fatal(
      { err: asError(error) },
      'an exception was not caught: this is a fault of ours; the api restarts',
    )
    restart('uncaught exception')
  })
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

/**
 * Refuses to start if there are media but no users, because their database was lost, or copied without its log.
 * @throws {StartError} if the database is empty and the media folder isn't
 */
export async function requireDatabaseOfMedia(
  { dataDir, database }: Pick<Config, 'dataDir' | 'database'>,
  db: Db,
): Promise<void> {
  const file = fileOf(database.url)
  const folder = join(dataDir, 'media')
  if (!file || !existsSync(folder)) return
  const [anybody] = await db.all(
    sql`select 1 from users union all select 1 from account_deletions union all select 1 from signups limit 1`,
  )
  if (anybody || !(await holdsFiles(folder))) return
  throw new StartError(
    `The database ${file} is empty, but ${folder} contains people’s pictures and videos, so their database is missing. Was it moved, or copied without its -wal file? Restore it with \`bun run restore BACKUP --force\`. To start from scratch, move that folder away.`,
  )
}

async function holdsFiles(folder: string): Promise<boolean> {
  for await (const _ of new Bun.Glob('**/*').scan({ cwd: folder, onlyFiles: true })) return true
  return false
}
