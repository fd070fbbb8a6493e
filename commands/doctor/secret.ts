import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { requireSameSecret } from '#api/boot/secret-check.ts'
import { fileOf, openDb } from '#api/db/client.ts'
import type { Config } from '#api/runtime/config.ts'
import { createCipher } from '#api/runtime/crypto/cipher.ts'
import { StartError } from '#api/runtime/errors.ts'
import type { Finding } from './finding.ts'

type Environment = Record<string, string | undefined>

/** Adds a temporary secret if there is none, because the first start creates the permanent one. */
export function withSecret(environment: Environment): Environment {
  if (environment.APP_SECRET || existsSync(join(environment.DATA_DIR || './data', 'app-secret')))
    return environment
  return { ...environment, APP_SECRET: crypto.randomUUID() }
}

/**
 * Checks that the secret decrypts the database's content. `probeDatabase` reports a database that can't be read.
 */
export async function probeSecret({ database, appSecret }: Config, found: Finding): Promise<Finding> {
  const file = fileOf(database.url)
  if (file && !existsSync(file)) return found
  try {
    const db = await openDb(database)
    await requireSameSecret({ db, cipher: createCipher(appSecret) }).finally(() => db.$client.close())
    return found
  } catch (error) {
    return error instanceof StartError ? { state: 'wrong', name: found.name, message: error.message } : found
  }
}
