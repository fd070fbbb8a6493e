import { LibsqlError } from '@libsql/client'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { currentOutages } from '#api/accounts/outages.ts'
import { requireSameSecret } from '#api/boot/secret-check.ts'
import { type Db, fileOf, openDb } from '#api/db/client.ts'
import { requireWritable } from '#api/db/migrate.ts'
import { migrationProgress, tryMigrations } from '#api/db/version.ts'
import type { Config } from '#api/runtime/config.ts'
import { createCipher } from '#api/runtime/crypto/cipher.ts'
import { databaseFailure, withoutSecrets } from '#api/runtime/database-failure.ts'
import { StartError } from '#api/runtime/errors.ts'
import { networks } from '#shared/networks.ts'
import { absent, type Finding, probe, ready, wrong } from './finding.ts'

type Environment = Record<string, string | undefined>

/** Checks the database. A missing one isn't created, because the first start does that. */
export const probeDatabase = ({ database, dataDir }: Config): Promise<Finding> =>
  probe('Database', async () => {
    const file = fileOf(database.url)
    if (file && canBeCreated(file, dataDir)) return `${file} is created at the first start`
    const url = withoutSecrets(database.url)
    try {
      const pending = await withDatabase(database, db => checkDatabase(db, database.url))
      return pending.length === 0
        ? `${url} responds, and accepts writes`
        : `${url} responds, and accepts writes; it is from an earlier version, and the next start applies ${pending.join(', ')}`
    } catch (error) {
      throw databaseFailure(error, database.url)
    }
  })

/** Returns true if the first start can create the file. It also creates the data folder, but no other. */
function canBeCreated(file: string, dataDir: string): boolean {
  const folder = dirname(file)
  if (existsSync(file)) return false
  return existsSync(folder)
    ? statSync(folder).isDirectory()
    : folder === dataDir && existsSync(dirname(dataDir))
}

async function withDatabase<Result>(database: Config['database'], use: (db: Db) => Promise<Result>) {
  const db = await openDb(database)
  return await use(db).finally(() => db.$client.close())
}

/** Checks that the database is intact, can be migrated and accepts writes. @returns the migrations that the next start applies */
async function checkDatabase(db: Db, url: string): Promise<string[]> {
  if (fileOf(url)) {
    const { rows } = await db.$client.execute('PRAGMA quick_check(1)')
    if (rows[0]?.[0] !== 'ok') throw new LibsqlError('', 'SQLITE_CORRUPT', undefined, 11)
  }
  const { rows } = await db.$client.execute("select 1 from sqlite_master where name = 'job_runs'")
  if (rows.length === 0) return []
  const { pending } = await migrationProgress(db)
  await tryMigrations(db, url)
  await requireWritable(db)
  return pending
}

function isMissingFile({ url }: Config['database']): boolean {
  const file = fileOf(url)
  return file !== undefined && !existsSync(file)
}

/** Adds a temporary secret if there is none yet: only the first start creates the permanent one. */
export function withSecret(environment: Environment): Environment {
  if (environment.APP_SECRET || existsSync(join(environment.DATA_DIR || './data', 'app-secret')))
    return environment
  return { ...environment, APP_SECRET: crypto.randomUUID() }
}

/** Checks that the secret decrypts the database's content. `probeDatabase` reports a database that can't be read. */
export async function probeSecret(config: Config, isConfigured: boolean): Promise<Finding> {
  const { database, appSecret, dataDir } = config
  const finding = isConfigured
    ? ready('Secret', 'APP_SECRET is set')
    : absent(
        'Secret',
        false,
        `APP_SECRET is not set: outside production, one is stored in ${dataDir}/app-secret; in production, Currawong refuses to start.`,
        'APP_SECRET=$(openssl rand -hex 32). Keep a copy: without it, stored social logins can never be decrypted again.',
      )
  if (isMissingFile(database)) return finding
  try {
    await withDatabase(database, db => requireSameSecret({ db, cipher: createCipher(appSecret) }))
    return finding
  } catch (error) {
    return error instanceof StartError ? wrong('Secret', error.message) : finding
  }
}

/** Lists the networks that reject this installation. `probeDatabase` reports a database that can't be read. */
export async function checkOutages({ database }: Config): Promise<Finding[]> {
  if (isMissingFile(database)) return []
  const outages = await withDatabase(database, db => currentOutages({ db })).catch(() => [])
  return outages.map(({ network, code, reason, openedAt }) =>
    wrong(
      'Outage',
      `${networks[network].name} has rejected this installation since ${openedAt.toISOString()} (${code}): ${reason}`,
      'Nothing is sent there in the meantime, and no post fails. Check the app’s id, secret and call budget with the network; the api resumes automatically.',
    ),
  )
}
