import { accessSync, constants, mkdirSync } from 'node:fs'
import * as v from 'valibot'

import { StartError } from './start-error.ts'

const SystemError = v.object({ code: v.string() })

/** @throws StartError where there is no folder that can be written */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const why = v.is(SystemError, cause) ? ` (${cause.code})` : ''
    throw new StartError(
      `DATA_DIR is ${dataDir}, which can’t be written${why}. It must be a folder that the user who runs Currawong can read and write.`,
      { cause },
    )
  }
}
