import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LibsqlError } from '@libsql/client'
import { createTransport } from 'nodemailer'

import type { Config } from '#api/config.ts'
import { makeDataDir } from '#api/data-dir.ts'
import { type Db, fileOf, openDb, tryToWrite } from '#api/db/client.ts'
import { databaseFailure, withoutSecrets } from '#api/db/failure.ts'
import { tryToBringUpToDate } from '#api/db/version.ts'
import { openStorage } from '#api/storage/open.ts'
import { type Finding, probe } from './finding.ts'

const PROBE_MS = 10_000
const ENOUGH_BYTES = 2 * 1024 ** 3

/** Makes nothing that isn’t there: that is the first start’s. */
export const probeDatabase = ({ database }: Config): Promise<Finding> =>
  probe('Database', async () => {
    const file = fileOf(database.url)
    if (file && !existsSync(file) && existsSync(dirname(file))) return `${file} is made at the first start`
    try {
      const db = await openDb(database)
      try {
        await examineDatabase(db, database.url)
      } finally {
        db.$client.close()
      }
    } catch (error) {
      throw databaseFailure(error, database.url)
    }
    return `${withoutSecrets(database.url)} answers, and takes what is written`
  })

async function examineDatabase(db: Db, url: string) {
  if (fileOf(url)) {
    const { rows } = await db.$client.execute('PRAGMA quick_check(1)')
    if (rows[0]?.[0] !== 'ok') throw new LibsqlError('', 'SQLITE_CORRUPT', undefined, 11)
  }
  const { rows } = await db.$client.execute("select 1 from sqlite_master where name = 'job_runs'")
  if (rows.length === 0) return
  await tryToBringUpToDate(db, url)
  await tryToWrite(db)
}

export const probeDisk = ({ dataDir }: Config): Promise<Finding> =>
  probe('Disk', async () => {
    makeDataDir(dataDir)
    const { bavail, bsize } = statfsSync(dataDir)
    const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free in ${dataDir}`
    if (bavail * bsize < ENOUGH_BYTES)
      throw new Error(
        `Only ${free}: uploads of videos need more. Make room, or set DATA_DIR to a larger disk.`,
      )
    return free
  })

export async function probeMail({ mail }: Config): Promise<Finding> {
  if (!mail.smtpUrl) {
    return {
      state: 'missing',
      name: 'Mail',
      says: 'SMTP_URL is not set: nobody can sign up, since codes can’t be mailed.',
      how: 'Ask your mail provider for SMTP: SMTP_URL=smtps://USER:PASSWORD@HOST:465 and MAIL_FROM="Name <address>".',
    }
  }
  return probe(
    'Mail',
    async () => {
      const transport = createTransport({
        url: mail.smtpUrl,
        connectionTimeout: PROBE_MS,
        greetingTimeout: PROBE_MS,
        socketTimeout: PROBE_MS,
      })
      await transport.verify().finally(() => transport.close())
      return `${withoutSecrets(mail.smtpUrl!)} takes mail from ${mail.from}`
    },
    'Check SMTP_URL: scheme (smtps for 465, smtp for 587), user, password, host.',
  )
}

export async function probeStorage(config: Config): Promise<Finding> {
  if (!config.storage)
    return { state: 'ready', name: 'Media', says: `kept in ${join(config.dataDir, 'media')} (no S3_BUCKET)` }
  return probe(
    'Media',
    async () => {
      const folder = mkdtempSync(join(config.dataDir, 'probe-'))
      try {
        const key = `probe/${crypto.randomUUID()}`
        const file = join(folder, 'probe')
        writeFileSync(file, 'probe')
        const storage = openStorage(config)
        await storage.put(key, file, 'text/plain')
        const back = await storage.read(key)
        await storage.delete([key])
        if (!back) throw new Error('The bucket took a file and did not give it back')
        return `bucket ${config.storage!.bucket} takes, gives back and deletes a file`
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    'Check S3_ENDPOINT, S3_BUCKET, S3_REGION and that the key may put, get and delete objects.',
  )
}
