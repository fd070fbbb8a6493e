import { sql } from 'drizzle-orm'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { openAiWriter } from '#api/ai/openai-writer.ts'
import { openAuditor } from '#api/audits/open.ts'
import { openWebsites } from '#api/audits/page/websites.ts'
import { openPrinter } from '#api/audits/printer.ts'
import { type Db, fileOf } from '#api/db/client.ts'
import { openReadyDb } from '#api/db/migrate.ts'
import { smtpMailer } from '#api/mail/mail.ts'
import { googleSignIn } from '#api/networks/google/sign-in.ts'
import { openNetworks } from '#api/networks/networks.ts'
import type { Config } from '#api/runtime/config.ts'
import { createCipher } from '#api/runtime/crypto/cipher.ts'
import { restrictToOwner, makeDataDir } from '#api/runtime/data-dir.ts'
import { StartError } from '#api/runtime/errors.ts'
import { createLog } from '#api/runtime/logger.ts'
import { openStorage } from '#api/storage/open.ts'
import type { Context } from '../context.ts'

/**
 * Opens the api's dependencies, except those in `given`. Migrates the database, unless it is given.
 * @throws {StartError} for a dependency that can't be opened
 */
export async function openContext(config: Config, given: Partial<Context> = {}): Promise<Context> {
  makeDataDir(config.dataDir)
  const file = fileOf(config.database.url)
  restrictToOwner([config.dataDir, ...(file ? [file, `${file}-wal`, `${file}-shm`] : [])])
  const db = given.db ?? (await openReadyDb(config.database))
  if (!given.db) await requireDatabaseOfMedia(config, db)
  const now = given.now ?? (() => new Date())
  return {
    config,
    db,
    log: given.log ?? createLog(config),
    now,
    pause: given.pause ?? Bun.sleep,
    cipher: given.cipher ?? createCipher(config.appSecret),
    mailer: given.mailer ?? smtpMailer(config),
    storage: given.storage ?? openStorage(config),
    networks: given.networks ?? openNetworks(config, now),
    googleSignIn: given.googleSignIn ?? googleSignIn(config.google, now),
    writer: given.writer ?? openAiWriter(config.openai),
    auditor: given.auditor ?? openAuditor(config),
    websites: given.websites ?? openWebsites(config),
    printer: given.printer ?? openPrinter(config),
    logCall: given.logCall ?? (() => {}),
    wake: given.wake ?? (() => {}),
  }
}

/**
 * Refuses to start if there are media but no users, because their database was lost, or copied without its log.
 * @throws {StartError} if the database is empty and the media folder isn't
 */
async function requireDatabaseOfMedia({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>, db: Db) {
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
