import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { requireSameSecret } from '#api/boot/secret-check.ts'
import type { Config } from '#api/config.ts'
import { secretBox } from '#api/crypto/secret-box.ts'
import { fileOf, openDb } from '#api/db/client.ts'
import { StartError } from '#api/errors.ts'
import type { Finding } from './finding.ts'

type Environment = Record<string, string | undefined>

/** The environment with a secret for the moment where there is none yet: making one that stays is the first start's. */
export function withSecret(environment: Environment): Environment {
  if (environment.APP_SECRET || existsSync(join(environment.DATA_DIR || './data', 'app-secret')))
    return environment
  return { ...environment, APP_SECRET: crypto.randomUUID() }
}

/** Whether the secret opens what is in the database; of one that can't be read, the database's own finding tells. */
export async function probeSecret({ database, appSecret }: Config, found: Finding): Promise<Finding> {
  const file = fileOf(database.url)
  if (file && !existsSync(file)) return found
  try {
    const db = await openDb(database)
    await requireSameSecret({ db, box: secretBox(appSecret) }).finally(() => db.$client.close())
    return found
  } catch (error) {
    return error instanceof StartError ? { state: 'wrong', name: found.name, says: error.message } : found
  }
}
