import { Sqlite3Client } from '@libsql/client/sqlite3'
import { drizzle } from 'drizzle-orm/libsql'

import type { Db } from '#api/db/client.ts'
import { migrateDb } from '#api/db/migrate.ts'
import { PreparingPool } from '#api/db/preparing-pool.ts'

export const IN_MEMORY = ':memory:'

let script: Promise<string> | undefined

/** Keeps its prepared statements, as the connection of a file does. */
const openMemory = (): Db => drizzle(new Sqlite3Client(new PreparingPool(IN_MEMORY, {}), 'number'))

/** Opens a new in-memory database as the migrations leave it. They run once per process, because they are slow. */
export async function migratedDb(): Promise<Db> {
  const db = openMemory()
  await db.$client.executeMultiple(await (script ??= writeScript()))
  return db
}

/** Returns the statements that repeat the effect of all migrations on an empty database. */
async function writeScript(): Promise<string> {
  const db = openMemory()
  await migrateDb(db)
  const read = async (query: string) => (await db.$client.execute(query)).rows.map(row => row[0] as string)
  const schema = await read(
    `select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by rowid`,
  )
  const applied = await read(
    `select format('insert into __drizzle_migrations (hash, created_at) values (%Q, %d)', hash, created_at)
     from __drizzle_migrations order by created_at`,
  )
  db.$client.close()
  return [...schema, ...applied].join(';\n')
}
