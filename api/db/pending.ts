import { sql } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'

import type { Db } from './client.ts'

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
