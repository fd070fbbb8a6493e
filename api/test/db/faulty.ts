import type { Client, InArgs, InStatement } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'

import type { Db } from '#api/db/client.ts'

/** Runs a statement or a batch, or fails in its place. `writes` is the SQL of the statements that write, or begin to. */
export type Perform = <Result>(
  isWrite: boolean,
  run: () => Promise<Result>,
  writes: string[],
) => Promise<Result>

const WRITES = /^\s*(insert|update|delete)/i

/** Wraps a database whose statements and batches all go through `perform`. */
export function faultyDb({ $client }: Db, perform: Perform): Db {
  const execute = (statement: InStatement, args?: InArgs) => {
    const writes = writesOf([statement])
    const run = () =>
      typeof statement === 'string' ? $client.execute(statement, args) : $client.execute(statement)
    return perform(writes.length > 0, run, writes)
  }
  const batch = (...args: Parameters<Client['batch']>) =>
    perform(true, () => $client.batch(...args), writesOf(args[0]))
  /** A transaction excludes others from its beginning, and writes when it is committed. */
  const transaction = async () => {
    const tx = await perform(false, () => $client.transaction('write'), ['begin immediate'])
    const writes: string[] = []
    const performed =
      <Args extends [InStatement | InStatement[]], Result>(call: (...args: Args) => Promise<Result>) =>
      (...args: Args) => {
        writes.push(...writesOf([args[0]].flat()))
        return perform(false, () => call.apply(tx, args), [])
      }
    return new Proxy(tx, {
      get(target, name) {
        if (name === 'execute') return performed(target.execute)
        if (name === 'batch') return performed(target.batch)
        if (name === 'commit') return () => perform(writes.length > 0, () => target.commit(), writes)
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  }
  const client = new Proxy($client, {
    get(target, name) {
      if (name === 'transaction') return transaction
      if (name === 'execute') return execute
      if (name === 'batch') return batch
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return drizzle(client)
}

const writesOf = (statements: Parameters<Client['batch']>[0]): string[] =>
  statements
    .map(each => (typeof each === 'string' ? each : 'sql' in each ? each.sql : each[0]))
    .filter(sql => WRITES.test(sql))
