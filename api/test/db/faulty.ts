import type { Client, InArgs, InStatement } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'

import type { Db } from '#api/db/client.ts'

/** Runs a statement or a batch, or fails in its place. */
export type Perform = <Result>(isWrite: boolean, run: () => Promise<Result>) => Promise<Result>

const WRITES = /^\s*(insert|update|delete)/i

/** Wraps a database whose statements and batches all go through `perform`. */
export function faultyDb({ $client }: Db, perform: Perform): Db {
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
