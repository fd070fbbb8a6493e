import { existsSync } from 'node:fs'

import { currentOutages } from '#api/accounts/outages.ts'
import { fileOf, openDb } from '#api/db/client.ts'
import type { Config } from '#api/runtime/config.ts'
import { networks } from '#shared/networks.ts'
import type { Finding } from './finding.ts'

/** Lists the networks that reject this installation. `probeDatabase` reports a database that can't be read. */
export async function checkOutages({ database }: Config): Promise<Finding[]> {
  const file = fileOf(database.url)
  if (file && !existsSync(file)) return []
  try {
    const db = await openDb(database)
    try {
      return (await currentOutages({ db })).map(({ network, code, reason, openedAt }) => ({
        state: 'wrong',
        name: 'Outage',
        message: `${networks[network].name} has rejected this installation since ${openedAt.toISOString()} (${code}): ${reason}`,
        remedy:
          'Nothing is sent there in the meantime, and no post fails. Check the app’s id, secret and call budget with the network; the api resumes automatically.',
      }))
    } finally {
      db.$client.close()
    }
  } catch {
    return []
  }
}
