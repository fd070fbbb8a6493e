import { type Db, fileOf } from './client.ts'

/** How long others may keep the log busy: whoever is still at work writes it back when they close. */
const BUSY_MS = 500

/** Writes the write-ahead log of a file back into it and closes the database, so that the file alone is the whole of it. */
export async function closeDb(db: Db, url: string): Promise<void> {
  try {
    if (!fileOf(url)) return
    await db.$client.execute(`PRAGMA busy_timeout = ${BUSY_MS}`)
    await db.$client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    db.$client.close()
  }
}
