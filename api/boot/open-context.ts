import { openAiWriter } from '#api/ai/openai-writer.ts'
import { openAuditor } from '#api/audits/open.ts'
import { openPrinter } from '#api/audits/printer.ts'
import { fileOf } from '#api/db/client.ts'
import { migrateDb, openReadyDb } from '#api/db/migrate.ts'
import { smtpMailer } from '#api/mail/mail.ts'
import { googleSignIn } from '#api/networks/google/sign-in.ts'
import { openNetworks } from '#api/networks/networks.ts'
import type { Config } from '#api/runtime/config.ts'
import { createCipher } from '#api/runtime/crypto/cipher.ts'
import { restrictToOwner, makeDataDir } from '#api/runtime/data-dir.ts'
import { createLog } from '#api/runtime/logger.ts'
import { openStorage } from '#api/storage/open.ts'
import type { Context } from '../context.ts'
import { requireDatabaseOfMedia } from './start-failure.ts'

/**
 * Opens the api's dependencies, except those in `given`, and migrates the database.
 * @throws {StartError} for a dependency that can't be opened
 */
export async function openContext(config: Config, given: Partial<Context> = {}): Promise<Context> {
  makeDataDir(config.dataDir)
  const file = fileOf(config.database.url)
  restrictToOwner([config.dataDir, ...(file ? [file, `${file}-wal`, `${file}-shm`] : [])])
  const db = given.db ?? (await openReadyDb(config.database))
  if (given.db) await migrateDb(db)
  else await requireDatabaseOfMedia(config, db)
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
    printer: given.printer ?? openPrinter(config),
    logCall: given.logCall ?? (() => {}),
    wake: given.wake ?? (() => {}),
  }
}
