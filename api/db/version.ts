import { createClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'

import { withoutSecrets } from '#api/runtime/database-failure.ts'
import { StartError } from '#api/runtime/errors.ts'
import { VERSION } from '#api/runtime/release.ts'
import type { Db } from './client.ts'

/**
 * Requires a database of this release.
 * @throws {StartError} if a newer release has migrated it, because this one could write wrong data
 */
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

export const MIGRATIONS = `${import.meta.dirname}/migrations`

const Plan = v.object({ entries: v.array(v.object({ when: v.number(), tag: v.string() })) })

type Progress = {
  /** Names of the migrations that haven't been applied yet. */
  pending: string[]
  /** False for a database without any of our tables. */
  isStarted: boolean
  /** True if a later release has migrated the database. */
  isNewer: boolean
}

/** Compares the migrations applied to a database with those of this release, without writing. */
export async function migrationProgress(db: Pick<Db, 'all'>): Promise<Progress> {
  const { entries } = v.parse(Plan, JSON.parse(await readFile(`${MIGRATIONS}/meta/_journal.json`, 'utf8')))
  const newestOfOurs = Math.max(...entries.map(({ when }) => when))
  const [table] = await db.all(sql`select 1 from sqlite_master where name = '__drizzle_migrations'`)
  const [applied] = table
    ? await db.all<{ at: number | null }>(sql`select max(created_at) as at from __drizzle_migrations`)
    : []
  const newestApplied = applied?.at ?? 0
  return {
    pending: entries.filter(({ when }) => when > newestApplied).map(({ tag }) => tag),
    isStarted: newestApplied > 0,
    isNewer: newestApplied > newestOfOurs,
  }
}
