import type { Client, InArgs, InStatement } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'

import type { Db } from '#api/db/client.ts'

export type Crash = {
  /** Which write it is, counted from 1. */
  write: number
  /** Whether the write is kept: a process may die before it, or between it and what follows. */
  kept: boolean
}

class ProcessDied extends Error {
  override name = 'ProcessDied'
}

const WRITES = /^\s*(insert|update|delete)/i

/** The database as a process sees it that dies at one of its writes: from then on nothing of it reaches the database. */
export function crashingDb({ $client }: Db, crash: Crash): Db {
  let writes = 0
  let dead = false

  async function perform<Result>(isWrite: boolean, run: () => Promise<Result>): Promise<Result> {
    if (dead) throw new ProcessDied()
    const dies = isWrite && ++writes === crash.write
    if (dies) dead = true
    if (dies && !crash.kept) throw new ProcessDied()
    const result = await run()
    if (dies) throw new ProcessDied()
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
