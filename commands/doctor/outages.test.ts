import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openReadyDb } from '#api/db/migrate.ts'
import { outages } from '#api/db/schema/server/outages.ts'
import { readConfig } from '#api/runtime/config.ts'
import { checkOutages } from './database.ts'

test('reports a network that rejects this installation, with the reason', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-doctor-'))
  try {
    const config = readConfig({ DATA_DIR: dataDir })
    expect(await checkOutages(config)).toEqual([])
    const db = await openReadyDb(config.database)
    expect(await checkOutages(config)).toEqual([])
    const openedAt = new Date('2030-01-01T12:00:00Z')
    await db.insert(outages).values({
      network: 'facebook',
      code: '101',
      reason: 'The app secret is wrong.',
      openedAt,
      refusals: 1,
      probeAt: openedAt,
    })
    expect(await checkOutages(config)).toEqual([
      {
        state: 'wrong',
        name: 'Outage',
        message:
          'Facebook has rejected this installation since 2030-01-01T12:00:00.000Z (101): The app secret is wrong.',
        remedy: expect.stringContaining('no post fails'),
      },
    ])
    db.$client.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
