import { LibsqlError } from '@libsql/client'
import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { type Db, fileOf, openDb } from '#api/db/client.ts'
import { tryToWrite } from '#api/db/migrate.ts'
import { migrationProgress } from '#api/db/pending.ts'
import { tryMigrations } from '#api/db/version.ts'
import type { Config } from '#api/runtime/config.ts'
import { makeDataDir } from '#api/runtime/data-dir.ts'
import { databaseFailure, withoutSecrets } from '#api/runtime/database-failure.ts'
import { openStorage } from '#api/storage/open.ts'
import { type Finding, probe } from './finding.ts'

const MIN_FREE_BYTES = 2 * 1024 ** 3

/** Checks the database. A missing one isn't created, because the first start does that. */
export const probeDatabase = ({ database, dataDir }: Config): Promise<Finding> =>
  probe('Database', async () => {
    const file = fileOf(database.url)
    const folder = file && dirname(file)
    const isFolderThere = folder && existsSync(folder === dataDir ? dirname(dataDir) : folder)
    if (file && !existsSync(file) && isFolderThere && !isFile(folder))
      return `${file} is created at the first start`
    let pendingNote = ''
    try {
      const db = await openDb(database)
      try {
        const pending = await examineDatabase(db, database.url)
        if (pending.length > 0)
          pendingNote = `; it is from an earlier version, and the next start applies ${pending.join(', ')}`
      } finally {
        db.$client.close()
      }
    } catch (error) {
      throw databaseFailure(error, database.url)
    }
    return `${withoutSecrets(database.url)} responds, and accepts writes${pendingNote}`
  })

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** @returns the names of migrations that the next start applies */
async function examineDatabase(db: Db, url: string): Promise<string[]> {
  if (fileOf(url)) {
    const { rows } = await db.$client.execute('PRAGMA quick_check(1)')
    if (rows[0]?.[0] !== 'ok') throw new LibsqlError('', 'SQLITE_CORRUPT', undefined, 11)
  }
  const { rows } = await db.$client.execute("select 1 from sqlite_master where name = 'job_runs'")
  if (rows.length === 0) return []
  const { pending } = await migrationProgress(db)
  await tryMigrations(db, url)
  await tryToWrite(db)
  return pending
}

export const probeDisk = ({ dataDir }: Config): Promise<Finding> =>
  probe('Disk', async () => {
    // The first start creates it. The doctor creates nothing.
    if (!existsSync(dataDir) && existsSync(dirname(dataDir)))
      return `${dataDir} is created at the first start`
    makeDataDir(dataDir)
    const { bavail, bsize } = statfsSync(dataDir)
    const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free in ${dataDir}`
    if (bavail * bsize < MIN_FREE_BYTES)
      throw new Error(
        `Only ${free}: uploads of videos need more. Free some space, or set DATA_DIR to a folder on a larger disk.`,
      )
    return free
  })

export async function probeStorage(config: Config): Promise<Finding> {
  if (!config.storage)
    return {
      state: 'ready',
      name: 'Media',
      message: `stored in ${join(config.dataDir, 'media')} (no S3_BUCKET)`,
    }
  return probe(
    'Media',
    async () => {
      const key = `probe/${crypto.randomUUID()}`
      const storage = openStorage(config)
      // Uploads an existing file, so that a full disk isn't reported as a fault of the bucket.
      await storage.put(key, import.meta.filename, 'text/plain')
      const back = await storage.read(key)
      await storage.delete([key])
      if (!back) throw new Error('The bucket accepted a file but didn’t return it')
      return `bucket ${config.storage!.bucket} stores, returns and deletes a file`
    },
    'Check S3_ENDPOINT, S3_BUCKET, S3_REGION and that the key may put, get and delete objects.',
  )
}
