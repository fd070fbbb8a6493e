import * as fc from 'fast-check'

import type { Context } from '#api/context.ts'
import type { LoggedCall } from '#api/publishing/call-log.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { findLostCalls } from '#api/publishing/reconciliation/recovery.ts'
import { startAfterLoss } from '#api/test/db/database-loss.ts'
import { type Lock, lockedDb } from '#api/test/db/locked.ts'
import type { HistoryApp } from './business.ts'

/** Faults of the storage below the database. */
export type StorageAction =
  /** Another program holds the write lock while a process is at work. */
  | ({ do: 'lock' } & Lock)
  /**
   * The database is set back, as by a snapshot or a power loss, after posts went out, including one that was edited or
   * rescheduled.
   */
  | { do: 'set back'; seconds: number; post: number; moves: boolean; edits: boolean; comment: boolean }

export const storageAction: fc.Arbitrary<StorageAction> = fc.oneof(
  fc.record({
    do: fc.constant('lock' as const),
    write: fc.integer({ min: 1, max: 9 }),
    writes: fc.constantFrom(1, 2, 5, 30),
  }),
  fc.record({
    do: fc.constant('set back' as const),
    seconds: fc.constantFrom(0, 20, 130, 600),
    post: fc.nat({ max: 3 }),
    moves: fc.boolean(),
    edits: fc.boolean(),
    comment: fc.boolean(),
  }),
)

/** Runs an engine while the lock is held, and leaves the rest to the next one. */
export async function runDuringLock(app: HistoryApp, lock: Lock): Promise<void> {
  const engine = createEngine({ ...app.ctx, db: lockedDb(app.ctx.db, lock) })
  await engine.tick().catch(() => {})
  await engine.stop()
}

/** Runs the actions, reverts the database to its state before them, and starts like a process that detects that. */
export async function revertDatabase({ ctx }: HistoryApp, actions: () => Promise<unknown>): Promise<void> {
  const restore = await saveTables(ctx)
  const calls: LoggedCall[] = []
  const { logCall } = ctx
  ctx.logCall = call => void calls.push(call)
  await actions()
  ctx.logCall = logCall
  await restore()
  const { lost } = await findLostCalls(ctx, calls)
  await startAfterLoss({ ctx }, { lost })
}

async function saveTables({ db: { $client: client } }: Pick<Context, 'db'>) {
  const { rows } = await client.execute(
    `select name from main.sqlite_master where type = 'table' and name not like 'sqlite_%'`,
  )
  const names = rows.map(({ name }) => name as string)
  await client.batch(names.map(name => `create table "saved_${name}" as select * from main."${name}"`))
  return async () => {
    await client.execute('PRAGMA foreign_keys = off')
    await client.batch(
      names.flatMap(name => [
        `delete from main."${name}"`,
        `insert into main."${name}" select * from "saved_${name}"`,
        `drop table "saved_${name}"`,
      ]),
    )
    await client.execute('PRAGMA foreign_keys = on')
  }
}
