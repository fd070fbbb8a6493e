import type { Db } from '#api/db/client.ts'
import { faultyDb } from './faulty.ts'

export type Crash = {
  /** Number of the failing write, from 1. */
  write: number
  /** True if the failing write is committed, because a process may die right after a write. */
  kept: boolean
  /** True if only this write fails, as on a full disk, and the process survives. */
  passes?: boolean
}

class WriteFailed extends Error {
  override name = 'WriteFailed'
}

/** Wraps a database for a process that dies at one of its writes. Later statements fail too, unless the crash `passes`. */
export function crashingDb(db: Db, crash: Crash): Db {
  let writes = 0
  let dead = false

  return faultyDb(db, async (isWrite, run) => {
    if (dead) throw new WriteFailed()
    const fails = isWrite && ++writes === crash.write
    dead = fails && !crash.passes
    if (fails && !crash.kept) throw new WriteFailed()
    const result = await run()
    if (fails) throw new WriteFailed()
    return result
  })
}
