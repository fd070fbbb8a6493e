import type { Config } from '#api/runtime/config.ts'
import { fullDisk } from '#api/runtime/data-dir.ts'
import { explainDatabaseFailure, isDiskFull } from '#api/runtime/database-failure.ts'
import { StartError } from '#api/runtime/errors.ts'

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
