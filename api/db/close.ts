import { type Db, fileOf } from './client.ts'

/** Maximum wait for other connections, in ms. A connection that is still busy writes the log back when it closes. */
const BUSY_MS = 500

/** Checkpoints the write-ahead log and closes the database, so that the file alone contains everything. */
export async function closeDb(db: Db, url: string): Promise<void> {
  try {
    if (!fileOf(url)) return
    await db.$client.execute(`PRAGMA busy_timeout = ${BUSY_MS}`)
    await db.$client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    db.$client.close()
  }
}
