import { type Client, type InArgs, type InStatement, LibsqlError } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'

import type { Db } from '#api/db/client.ts'

export type Lock = {
  /** The first write that meets the lock, counted from 1. */
  write: number
  /** Number of consecutive writes that time out. */
  writes: number
}

const WRITES = /^\s*(insert|update|delete)/i

/** Wraps a database as if another program held the write lock: writes time out, reads succeed. */
export function lockedDb({ $client }: Db, { write, writes }: Lock): Db {
  let count = 0

  async function perform<Result>(isWrite: boolean, run: () => Promise<Result>): Promise<Result> {
    if (isWrite && ++count >= write && count < write + writes)
      throw new LibsqlError('SQLITE_BUSY: database is locked', 'SQLITE_BUSY', undefined, 5)
    return run()
  }

  const execute = (statement: InStatement, args?: InArgs) =>
    typeof statement === 'string'
      ? perform(WRITES.test(statement), () => $client.execute(statement, args))
      : perform(WRITES.test(statement.sql), () => $client.execute(statement))
  const batch = (...args: Parameters<Client['batch']>) => perform(true, () => $client.batch(...args))
  const client = new Proxy($client, {
    get(target, name) {
      if (name === 'execute') return execute
      if (name === 'batch') return batch
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return drizzle(client)
}
