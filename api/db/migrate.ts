import { migrate } from 'drizzle-orm/libsql/migrator'

import { databaseFailure, rootOf, ServerUnavailable } from '#api/runtime/database-failure.ts'
import { type DatabaseUrl, type Db, fileOf, openDb } from './client.ts'
import { saveBeforeMigration } from './save-before-migration.ts'
import { MIGRATIONS, requireOurVersion } from './version.ts'

/** Time to wait for a database server, longer than it takes to restart. */
const SERVER_WAIT_MS = 10_000
const SERVER_PAUSE_MS = 250

/**
 * Opens a database and migrates it. Waits for a server that doesn't respond, because it may be starting, too.
 * @throws {StartError} if the database can't be used or written
 */
export async function openReadyDb(database: DatabaseUrl): Promise<Db> {
  const giveUpAt = performance.now() + SERVER_WAIT_MS
  const file = fileOf(database.url)
  for (;;) {
    try {
      const db = await openDb(database)
      await requireOurVersion(db, database.url)
      if (file) await saveBeforeMigration(db, file)
      await migrateDb(db)
      await requireWritable(db)
      return db
    } catch (error) {
      if (!(rootOf(error) instanceof ServerUnavailable) || performance.now() > giveUpAt)
        throw databaseFailure(error, database.url)
    }
    await Bun.sleep(SERVER_PAUSE_MS)
  }
}

/** Throws for a read-only database: it rejects even a `delete` that matches no rows. */
export const requireWritable = (db: Db) => db.run('delete from job_runs where false')

/**
 * Applies pending migrations. Of two processes that start together, the slower one fails, and finds them applied when it retries.
 * Migrations are atomic, so the failed attempt leaves nothing behind.
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
