import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

import type { Config } from '#api/config.ts'
import { openDb } from '#api/db/client.ts'
import { openStorage } from '#api/storage/open.ts'
import { type Finding, probe } from './finding.ts'

const PROBE_MS = 10_000
const ENOUGH_BYTES = 2 * 1024 ** 3

export const probeDatabase = ({ database }: Config): Promise<Finding> =>
  probe(
    'Database',
    async () => {
      const db = await openDb(database)
      await db.run('select 1')
      db.$client.close()
      return `${withoutSecrets(database.url)} answers`
    },
    'DATABASE_URL is file:PATH, or libsql:// or https:// with DATABASE_AUTH_TOKEN.',
  )

export const probeDisk = ({ dataDir }: Config): Promise<Finding> =>
  probe(
    'Disk',
    async () => {
      mkdirSync(dataDir, { recursive: true })
      accessSync(dataDir, constants.W_OK)
      const { bavail, bsize } = statfsSync(dataDir)
      const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free in ${dataDir}`
      if (bavail * bsize < ENOUGH_BYTES) throw new Error(`Only ${free}: uploads of videos need more`)
      return free
    },
    'DATA_DIR must be a folder that this user can write, with room for uploads.',
  )

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

const withoutSecrets = (url: string) => url.replace(/\/\/[^@/]*@/, '//…@')
