import { createClient } from '@libsql/client'
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { fileOf } from '#api/db/client.ts'
import type { Config } from '#api/runtime/config.ts'
import { isDamaged, explainDatabaseFailure } from '#api/runtime/database-failure.ts'
import { StartError } from '#api/runtime/errors.ts'
import { plural } from '#shared/plural.ts'

const BUSY_MS = 1000

/** A backup or restore failed. The message explains the reason and the remedy. */
export class BackupError extends StartError {
  override name = 'BackupError'
}

/** Returns the path of the database file. */
export function databaseFile({ database }: Config): string {
  const file = fileOf(database.url)
  if (file) return file
  throw new BackupError(
    'DATABASE_URL names a libSQL server. Back it up and restore it with that server’s own tools.',
  )
}

const open = (file: string) => createClient({ url: pathToFileURL(file).href, timeout: BUSY_MS })

/** Checks a whole database and counts its contents. */
export async function inspect(file: string): Promise<{ users: number; posts: number; bytes: number }> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`)
  const client = open(file)
  try {
    const integrity = await client.execute('PRAGMA integrity_check')
    if (integrity.rows[0]?.[0] !== 'ok') throw new BackupError(`${file} is damaged.`)
    const count = async (table: string) =>
      Number((await client.execute(`SELECT count(*) FROM ${table}`)).rows[0]?.[0])
    return { users: await count('users'), posts: await count('posts'), bytes: statSync(file).size }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${file} is not a Currawong database.`, { cause: error })
  } finally {
    client.close()
  }
}

/** Writes a consistent copy while the api may be running. */
export async function copyInto(source: string, target: string) {
  const client = open(source)
  try {
    await client.execute({ sql: 'VACUUM INTO ?', args: [target] })
  } catch (error) {
    const meaning = explainDatabaseFailure(error, `file:${source}`)
    if (!meaning) throw error
    throw new BackupError(meaning, { cause: error })
  } finally {
    client.close()
  }
}

/**
 * Switches off the database's write-ahead log. Only its sole user can, so success proves that no api runs. A damaged
 * database can't be tested this way, but an api that uses it notices that the file is replaced, and exits.
 */
export async function requireExclusiveUse(file: string) {
  const client = open(file)
  try {
    const mode = await client.execute('PRAGMA journal_mode = DELETE')
    if (mode.rows[0]?.[0] !== 'delete') throw inUse(file)
  } catch (error) {
    if (isDamaged(error)) return
    throw error instanceof BackupError ? error : inUse(file, error)
  } finally {
    client.close()
  }
}

const inUse = (file: string, cause?: unknown) =>
  new BackupError(`${file} is in use. Stop every api that uses it, then restore.`, { cause })

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
