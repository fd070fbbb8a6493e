import type { Client } from '@libsql/client'
import { Sqlite3Client } from '@libsql/client/sqlite3'
import { drizzle } from 'drizzle-orm/libsql'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Db, rejectingInsideWrite } from '#api/db/client.ts'
import { PreparingPool } from '#api/db/file-client.ts'
import { migrateDb } from '#api/db/migrate.ts'
import { atEnd } from '#api/test/at-end.ts'

export const IN_MEMORY = ':memory:'

let template: Promise<Uint8Array> | undefined

/** Caches prepared statements, as connections to a file do. */
const open = (path: string): Db =>
  drizzle(rejectingInsideWrite(oneAtATime(new Sqlite3Client(new PreparingPool(path, {}), 'number'))))

/** Lets calls wait while a transaction holds the only connection. */
function oneAtATime(client: Client): Client {
  let transaction: Promise<void> | undefined
  function waiting<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) {
    const run = (...args: Args): Promise<Result> =>
      transaction ? transaction.then(() => run(...args)) : call.apply(client, args)
    return run
  }
  const begin = client.transaction.bind(client)
  return Object.assign(client, {
    execute: waiting(client.execute),
    batch: waiting(client.batch),
    transaction: waiting(() => {
      const ended = Promise.withResolvers<void>()
      transaction = ended.promise
      const end = () => {
        if (transaction === ended.promise) transaction = undefined
        ended.resolve()
      }
      return begin('write').then(
        tx =>
          new Proxy(tx, {
            get(target, name) {
              const value: unknown = Reflect.get(target, name, target)
              if (name === 'commit' || name === 'rollback')
                return () => (value as typeof tx.commit).call(target).finally(end)
              if (name !== 'close')
                return typeof value === 'function' ? (value.bind(target) as unknown) : value
              return () => {
                target.close()
                end()
              }
            },
          }),
        (error: unknown) => {
          end()
          throw error
        },
      )
    }),
  })
}

/** Avoids locks, syncs and a journal on disk: no other process opens the file, and nobody reads it after the test. */
const PRAGMAS = 'pragma locking_mode = exclusive; pragma journal_mode = memory; pragma synchronous = off'

/**
 * Opens a new database with all migrations applied. Copies a file, because creating our tables takes SQLite four times as
 * long as reading them. The migrations run once per process.
 */
export const migratedDb = async (): Promise<Db> => openCopy(await (template ??= makeTemplate()))

/** Opens a new database with the content of a file, and closes it at the end of the test file. */
export async function openCopy(file: Uint8Array): Promise<Db> {
  const path = newPath()
  writeFileSync(path, file)
  const db = open(path)
  await db.$client.executeMultiple(PRAGMAS)
  await db.$client.execute('select 1 from __drizzle_migrations')
  rmSync(path)
  atEnd(() => db.$client.close())
  return db
}

async function makeTemplate(): Promise<Uint8Array> {
  const db = open(IN_MEMORY)
  await migrateDb(db)
  const file = await fileOf(db)
  db.$client.close()
  return file
}

/** Returns the content of a database as a file. */
export async function fileOf(db: Db): Promise<Uint8Array> {
  const path = newPath()
  await db.$client.execute({ sql: 'vacuum into ?', args: [path] })
  const bytes = readFileSync(path)
  rmSync(path)
  return bytes
}

const newPath = () => join(tmpdir(), `currawong-test-${crypto.randomUUID()}.db`)
