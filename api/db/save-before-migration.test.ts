import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { users } from '#api/db/schema/people/auth.ts'
import { type Db, openDb } from './client.ts'
import { migrateDb } from './migrate.ts'
import { saveBeforeMigration } from './save-before-migration.ts'

const folder = mkdtempSync(join(tmpdir(), 'currawong-before-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let file = ''
let db: Db
beforeEach(async () => {
  file = join(mkdtempSync(join(folder, 'data-')), 'currawong.db')
  db = await openDb({ url: `file:${file}` })
})

/** Creates the database of an earlier release, with fewer migrations and one user. */
async function asOlderRelease() {
  await migrateDb(db)
  await db.insert(users).values({ id: 'u', email: 'pat@example.com', fullname: 'Pat', createdAt: new Date() })
  await db.run('update __drizzle_migrations set created_at = 1')
}
const at = (hour: number) => ({ now: new Date(Date.UTC(2030, 0, 1, hour)) })
const copies = () => readdirSync(join(file, '..')).filter(name => name.includes('.before-'))

test('saves the database before a migration, readable only by its owner', async () => {
  await asOlderRelease()
  const copy = await saveBeforeMigration(db, file)
  expect(statSync(copy!).mode & 0o777).toBe(0o600)
  const saved = await openDb({ url: `file:${copy}` })
  expect(await saved.$count(users)).toBe(1)
  saved.$client.close()
})

test('saves no copy of a new database or one that is up to date', async () => {
  expect(await saveBeforeMigration(db, file)).toBeUndefined()
  await migrateDb(db)
  expect(await saveBeforeMigration(db, file)).toBeUndefined()
  expect(copies()).toEqual([])
})

test('keeps the three newest copies, and the database that a restore replaced', async () => {
  await asOlderRelease()
  const setAside = `${file}.before-2029-12-31T00-00-00-000Z`
  writeFileSync(setAside, 'set aside by a restore')
  const made = []
  for (const hour of [9, 10, 11, 12]) made.push(await saveBeforeMigration(db, file, at(hour)))
  expect(
    copies()
      .map(name => join(file, '..', name))
      .toSorted(),
  ).toEqual([...made.slice(1).map(String), setAside].toSorted())
})

test('refuses to migrate when the disk lacks space for the copy', async () => {
  await asOlderRelease()
  const saving = saveBeforeMigration(db, file, { freeBytes: () => 1024 ** 2 })
  await expect(saving).rejects.toThrow(
    /The disk has 1 MB free, and \d+ MB are needed\. Nothing has been changed yet\./,
  )
  expect(copies()).toEqual([])
})
