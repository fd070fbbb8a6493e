import { LibsqlError } from '@libsql/client'

import type { Db } from '#api/db/client.ts'
import { faultyDb } from './faulty.ts'

export type Lock = {
  /** The first write that meets the lock, counted from 1. */
  write: number
  /** Number of consecutive writes that time out. */
  writes: number
}

/** Wraps a database as if another program held the write lock: writes time out, reads succeed. */
export function lockedDb(db: Db, { write, writes }: Lock): Db {
  let count = 0

  return faultyDb(db, async (isWrite, run) => {
    if (isWrite && ++count >= write && count < write + writes)
      throw new LibsqlError('SQLITE_BUSY: database is locked', 'SQLITE_BUSY', undefined, 5)
    return run()
  })
}
