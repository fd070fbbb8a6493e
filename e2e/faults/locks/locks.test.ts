import { afterEach, describe, expect, test } from 'bun:test'
import { inArray } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openReadyDb } from '#api/db/migrate.ts'
import { jobRuns } from '#api/db/schema/server/jobs.ts'
import { atEnd, endAll } from '#api/test/at-end.ts'
import { breachesOf, noBreaches } from '../installation/census.ts'
import { select, isWhole, SCENARIO_TIMEOUT_MS, replay } from '../selection.ts'
import { startLockHolder } from './foreign-lock.ts'
import { LOCKS, runLockScenario } from './locks.ts'

/** Exceeds the time for which a write waits for the lock. */
const LONG_LOCK_MS = 10_500

afterEach(endAll)

test.if(isWhole)(
  'commits every confirmed write after another program held the write lock for long',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'currawong-lock-'))
    atEnd(() => rmSync(folder, { recursive: true, force: true }))
    const url = `file:${join(folder, 'currawong.db')}`
    const db = await openReadyDb({ url })
    const holder = await startLockHolder(join(folder, 'currawong.db'))
    const row = (name: string) => ({ name, ranAt: new Date(0) })
    const answered: string[] = []
    const insert = (name: string) => db.insert(jobRuns).values(row(name)).returning()
    const note = (name: string, write: Promise<unknown>) =>
      write.then(
        () => answered.push(name),
        () => {},
      )

    const { released } = await holder.hold(LONG_LOCK_MS)
    await note('while it is locked', insert('while it is locked'))
    await released
    await note('after it was locked', insert('after it was locked'))
    await note('in a batch', db.batch([insert('in a batch')]))
    await note('after the batch', insert('after the batch'))

    const witness = await openReadyDb({ url })
    const committed = await witness.select().from(jobRuns).where(inArray(jobRuns.name, answered))
    expect(answered).toContain('after the batch')
    expect(committed.map(({ name }) => name).toSorted()).toEqual(answered.toSorted())
    witness.$client.close()
    db.$client.close()
  },
  SCENARIO_TIMEOUT_MS,
)

describe('publishes once and serves reads while another program holds the write lock', () => {
  for (const scenario of select(LOCKS, [])) {
    test(
      scenario.name,
      async () => {
        const { census, slowReads } = await runLockScenario(scenario)
        expect(breachesOf(census), replay(scenario.name)).toEqual(noBreaches())
        expect(slowReads, replay(scenario.name)).toEqual([])
      },
      SCENARIO_TIMEOUT_MS,
    )
  }
})
