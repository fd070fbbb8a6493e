import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDb } from '#api/db/client.ts'
import { migrateDb } from '#api/db/migrate.ts'
import { rateLimits } from '#api/db/schema/server/limits.ts'
import { atEnd } from '#api/test/at-end.ts'

async function fileDb() {
  const dir = mkdtempSync(join(tmpdir(), 'currawong-reads-'))
  const db = await openDb({ url: `file:${join(dir, 'a b.db')}` })
  await migrateDb(db)
  atEnd(() => {
    db.$client.close()
    rmSync(dir, { recursive: true, force: true })
  })
  return db
}

const row = (key: string) => ({ key, count: 1, windowEndsAt: new Date(1000) })

test('reads every committed write at once, whichever connection made it', async () => {
  const db = await fileDb()
  const keys = async () => (await db.select().from(rateLimits)).map(({ key }) => key)
  expect(await keys()).toEqual([])
  await db.insert(rateLimits).values(row('one'))
  expect(await keys()).toEqual(['one'])
  await db.batch([db.insert(rateLimits).values(row('two')), db.insert(rateLimits).values(row('three'))])
  expect((await keys()).toSorted()).toEqual(['one', 'three', 'two'])
  await db.run(sql`alter table rate_limits add column more text default 'more'`)
  expect(await db.all(sql`select key, more from rate_limits limit 1`)).toEqual([{ key: 'one', more: 'more' }])
})

test('distinguishes columns of the same name and preserves the types of values', async () => {
  const db = await fileDb()
  await db.insert(rateLimits).values(row('one'))
  const [read] = await db
    .select({
      left: rateLimits.key,
      right: sql<number>`${rateLimits.count} + 1`,
      at: rateLimits.windowEndsAt,
    })
    .from(rateLimits)
    .innerJoin(sql`rate_limits as other`, sql`other.key = ${rateLimits.key}`)
  expect(read).toEqual({ left: 'one', right: 2, at: new Date(1000) })
  const { rows } = await db.$client.execute({ sql: 'select 1 as a, 2 as a, null as b where ?', args: [true] })
  expect([rows[0]?.[0], rows[0]?.[1], rows[0]?.a, rows[0]?.b, rows[0]?.length]).toEqual([1, 2, 1, null, 3])
})

test('rejects an invalid read with the client’s own error', async () => {
  const db = await fileDb()
  await expect(db.$client.execute({ sql: 'select * from nowhere', args: [] })).rejects.toMatchObject({
    name: 'LibsqlError',
  })
})
