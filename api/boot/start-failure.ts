import type { Config } from '#api/config.ts'
import { explainDatabaseFailure, isDiskFull } from '#api/db/failure.ts'
import { StartError } from '#api/errors.ts'

/** Explains a failure of the disk or the database during the start; returns other errors, which are bugs, unchanged. */
export function startFailure(
  error: unknown,
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
): unknown {
  if (error instanceof StartError) return error
  const meaning =
    explainDatabaseFailure(error, database.url) ??
    (isDiskFull(error)
      ? `The disk of ${dataDir} is full. Free some space on it: delete old backups and logs. Nothing else has to be done.`
      : undefined)
  return meaning === undefined ? error : new StartError(meaning, { cause: error })
}
