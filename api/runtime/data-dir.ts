import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'

import { StartError, systemCode } from './errors.ts'

/** Creates the data folder. @throws {StartError} if it can't be created or written */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw dataDirFailure(dataDir, error)
  }
}

export const fullDiskMessage = (dataDir: string) =>
  `The disk of ${dataDir} is full. Free some space on it: delete old backups and logs. Nothing else has to be done.`

export function dataDirFailure(dataDir: string, cause: unknown): StartError {
  const code = systemCode(cause)
  if (['ENOSPC', 'EDQUOT'].includes(code)) return new StartError(fullDiskMessage(dataDir), { cause })
  return new StartError(
    `DATA_DIR is ${dataDir}, which can’t be written${code && ` (${code})`}. It must be a folder that the user who runs Currawong can read and write.`,
    { cause },
  )
}

/** Permissions of the group and of all other users. */
const GROUP_AND_OTHERS = 0o077

/**
 * Removes other users' access to files that an earlier version left readable. Skips files that this user can't change; the
 * doctor reports those.
 * @param paths the data folder, and the files of a database outside it
 */
export function restrictToOwner(paths: string[]): void {
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found || (found.mode & GROUP_AND_OTHERS) === 0) continue
    try {
      chmodSync(path, found.mode & 0o777 & ~GROUP_AND_OTHERS)
    } catch {
      continue
    }
  }
}
