import { existsSync } from 'node:fs'

import type { Config } from '#api/config.ts'
import { secretBox } from '#api/crypto/secret-box.ts'
import { fileOf, openDb } from '#api/db/client.ts'
import { requireSameSecret } from '#api/other-secret.ts'
import { StartError } from '#api/start-error.ts'
import type { Finding } from './finding.ts'

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
