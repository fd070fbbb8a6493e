import { sql } from 'drizzle-orm'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { type Db, fileOf } from '#api/db/client.ts'
import { StartError } from '#api/errors.ts'
import type { Config } from '../config.ts'

/**
 * Refuses to start with an empty database beside existing media: their database was lost, or copied without its log.
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
