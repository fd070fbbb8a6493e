import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from '#api/runtime/config.ts'
import { plural } from '#shared/plural.ts'
import { BackupError, copyInto, databaseFile, inspect } from './database-file.ts'

/**
 * Saves the database to a new file and verifies the copy.
 * @returns a summary to print
 * @throws {BackupError} if the file exists or the copy is damaged
 */
export async function backup(config: Config, target: string): Promise<string> {
  const source = databaseFile(config)
  if (!existsSync(source)) throw new BackupError(`There is no database yet: ${source}`)
  if (existsSync(target)) throw new BackupError(`${target} already exists. Choose another name.`)
  try {
    await copyInto(source, target)
    const { users, posts, bytes } = await inspect(target)
    return [
      `Saved ${plural(users, 'person', 'people')} and ${plural(posts, 'post')} into ${target} (${(bytes / 1024 ** 2).toFixed(1)} MB), read back and sound.`,
      'Keep beside it, since the database does not hold them:',
      `  the secret   APP_SECRET, or ${join(config.dataDir, 'app-secret')}: without it no social login in the backup can be read`,
      `  the media    ${config.storage ? `bucket ${config.storage.bucket}` : join(config.dataDir, 'media')}`,
    ].join('\n')
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  }
}
