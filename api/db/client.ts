import { createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'

import { askServer } from './ask-server.ts'
import { databaseFailure } from './failure.ts'
import { MIGRATIONS } from './pending.ts'
import { saveBeforeMigration } from './saved-before-migration.ts'
import { requireOurVersion } from './version.ts'
import { type QuickClient, withQuickReads } from './quick-reads.ts'

const BUSY_TIMEOUT_MS = 10_000

export type Db = Awaited<ReturnType<typeof openDb>>

type Address = { url: string; authToken?: string | undefined }

/** Opened, with the tables brought up to date. @throws StartError for one that can't be used, or not written */
export async function openReadyDb(database: Address): Promise<Db> {
  try {
    const db = await openDb(database)
    const file = fileOf(database.url)
    await requireOurVersion(db, database.url)
    if (file) await saveBeforeMigration(db, file)
    await migrateDb(db)
    await tryToWrite(db)
    return db
  } catch (error) {
    throw databaseFailure(error, database.url)
  }
}

/** Throws for a database that can only be read: a statement that wants to write is refused whether it finds rows or not. */
export const tryToWrite = (db: Db) => db.run('delete from job_runs where false')

/** A libSQL file or server. Writes that belong together go through `db.batch`: see docs/decisions/003. */
export async function openDb(database: Address) {
  const file = fileOf(database.url)
  const client: QuickClient = createClient({
    url: database.url,
    timeout: BUSY_TIMEOUT_MS,
    // Pragmas are a connection's own, and a file's statements run one after the other anyway.
    ...(file && { concurrency: 1 }),
    ...(database.authToken && { authToken: database.authToken }),
    ...(!file && { fetch: askServer() }),
  })
  if (file) {
    await client.execute('PRAGMA journal_mode = WAL')
    await client.execute('PRAGMA synchronous = NORMAL')
    // Who leaves is not to be read in the file's free pages either.
    await client.execute('PRAGMA secure_delete = ON')
    return drizzle(withQuickReads(client, file, BUSY_TIMEOUT_MS))
  }
  return drizzle(client)
}

/** Of `file:name`, `file:/name` and `file:///name`, as the client reads them; a server has none. */
export const fileOf = (url: string): string | undefined =>
  url.startsWith('file:')
    ? decodeURIComponent(
        url
          .slice('file:'.length)
          .replace(/[?#].*$/, '')
          .replace(/^\/\/(localhost)?(?=\/)/, ''),
      )
    : undefined

/**
 * Brings the tables up to date. Of two processes that start at once, one applies the migration and the other
 * finds it applied when it looks again: each migration is atomic, so the loser's attempt leaves nothing behind.
 */
export async function migrateDb(db: Db) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrate(db, { migrationsFolder: MIGRATIONS })
    } catch (error) {
      if (attempt === 5) throw error
      await Bun.sleep(attempt * 100)
    }
  }
}
