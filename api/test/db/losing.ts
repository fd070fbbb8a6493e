import type { Client, InArgs, InStatement } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'

import type { Db } from '#api/db/client.ts'

/** Wraps a database whose driver acknowledges matching writes without committing them: `undo` reverts them. */
export function losingDb({ $client }: Db, isLost: (sql: string) => boolean, undo: string): Db {
  const execute = async (statement: InStatement, args?: InArgs) => {
    const result = await $client.execute(statement as string, args)
    if (isLost(typeof statement === 'string' ? statement : statement.sql)) await $client.execute(undo)
    return result
  }
  const client: Client = new Proxy($client, {
    get(target, name) {
      if (name === 'execute') return execute
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return drizzle(client)
}
