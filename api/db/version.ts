import { createClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'

import { withoutSecrets } from '#api/runtime/database-failure.ts'
import { StartError } from '#api/runtime/errors.ts'
import { VERSION } from '#api/runtime/release.ts'
import type { Db } from './client.ts'
import { migrationProgress, MIGRATIONS } from './pending.ts'

/** @throws {StartError} if a newer version has migrated the database: this version could write wrong data there */
export async function requireOurVersion(db: Pick<Db, 'all'>, url: string): Promise<void> {
  const { isNewer } = await migrationProgress(db)
  if (isNewer)
    throw new StartError(
      `A newer version of Currawong has already used the database ${withoutSecrets(url)}; this is ${VERSION}. Start that version, or restore a backup from before it.`,
    )
}

/** Applies the pending migrations to an in-memory copy of the schema. Throws what the next start would throw. */
export async function tryMigrations(db: Db, url: string): Promise<void> {
  const made = await db.all<{ sql: string }>(
    sql`select sql from sqlite_master where sql is not null and name not like 'sqlite_%'`,
  )
  const done = await db.$client.execute('select hash, created_at from __drizzle_migrations')
  const trial = drizzle(createClient({ url: ':memory:' }))
  for (const { sql: statement } of made) await trial.$client.execute(statement)
  for (const { hash, created_at } of done.rows)
    await trial.$client.execute({
      sql: 'insert into __drizzle_migrations (hash, created_at) values (?, ?)',
      args: [hash ?? null, created_at ?? null],
    })
  await migrate(trial, { migrationsFolder: MIGRATIONS })
  await requireOurVersion(trial, url)
  trial.$client.close()
}
