import type { Client, InArgs, InStatement } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'

import type { Db } from '#api/db/client.ts'

export type Crash = {
  /** Number of the failing write, from 1. */
  write: number
  /** True if the write is committed: a process may die before a write or right after it. */
  kept: boolean
  /** True if only this write fails, as with a full disk, and the process survives. */
  passes?: boolean
}

class WriteFailed extends Error {
  override name = 'WriteFailed'
}

const WRITES = /^\s*(insert|update|delete)/i

/** Wraps a database for a process that dies at one of its writes. Later statements fail too, unless the crash `passes`. */
export function crashingDb({ $client }: Db, crash: Crash): Db {
  let writes = 0
  let dead = false

  async function perform<Result>(isWrite: boolean, run: () => Promise<Result>): Promise<Result> {
    if (dead) throw new WriteFailed()
    const fails = isWrite && ++writes === crash.write
    dead = fails && !crash.passes
    if (fails && !crash.kept) throw new WriteFailed()
    const result = await run()
    if (fails) throw new WriteFailed()
    return result
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
