import { openAiWriter } from './captions/openai-writer.ts'
import { openAuditor } from './audits/open.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { secretBox } from './crypto/secret-box.ts'
import { closeToOthers, makeDataDir } from './data-dir.ts'
import { fileOf, migrateDb, openReadyDb } from './db/client.ts'
import { createLog } from './log.ts'
import { requireDatabaseOfMedia } from './lost-database.ts'
import { smtpMailer } from './mail/mail.ts'
import { googleSignIn } from './networks/google-sign-in.ts'
import { openNetworks } from './networks/networks.ts'
import { openStorage } from './storage/open.ts'

/**
 * Opens everything that the api needs from outside, with the tables brought up to date. What is given is not opened.
 * @throws StartError for what can't be opened
 */
export async function openContext(config: Config, given: Partial<Context> = {}): Promise<Context> {
  makeDataDir(config.dataDir)
  const file = fileOf(config.database.url)
  closeToOthers([config.dataDir, ...(file ? [file, `${file}-wal`, `${file}-shm`] : [])])
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
    box: given.box ?? secretBox(config.appSecret),
    mailer: given.mailer ?? smtpMailer(config),
    storage: given.storage ?? openStorage(config),
    networks: given.networks ?? openNetworks(config, now),
    googleSignIn: given.googleSignIn ?? googleSignIn(config.google, now),
    writer: given.writer ?? openAiWriter(config.openai),
    auditor: given.auditor ?? openAuditor(config),
    noteIntent: given.noteIntent ?? (() => {}),
    wake: given.wake ?? (() => {}),
  }
}
