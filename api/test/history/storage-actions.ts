import * as fc from 'fast-check'

import { createEngine } from '#api/posts/engine.ts'
import { type Lock, lockedDb } from '#api/test/locked-db.ts'
import type { Town } from './business.ts'

/** What may happen to the storage below the database, and not to the process. */
export type StorageAction =
  /** Another program holds the write lock while a process is at work. */
  { do: 'lock' } & Lock

export const storageAction: fc.Arbitrary<StorageAction> = fc.record({
  do: fc.constant('lock'),
  write: fc.integer({ min: 1, max: 9 }),
  writes: fc.constantFrom(1, 2, 5, 30),
})

/** Has an engine work on the storage that is disturbed so; what it leaves is for the next one. */
export async function meetStorage(town: Town, { write, writes }: StorageAction): Promise<void> {
  const engine = createEngine({ ...town.ctx, db: lockedDb(town.ctx.db, { write, writes }) })
  await engine.tick().catch(() => {})
  await engine.stop()
}
