import { expect, test } from 'bun:test'

import { type Db, openDb } from '#api/db/client.ts'
import { migrateDb } from '#api/db/migrate.ts'
import { IN_MEMORY, migratedDb } from './migrated.ts'

async function contentOf({ $client }: Db) {
  const read = async (query: string) => (await $client.execute(query)).rows.map(row => ({ ...row }))
  const schema = await read('select type, name, sql from sqlite_master order by name')
  const tables = schema.filter(({ type }) => type === 'table')
  const rows = tables.map(async ({ name }) => [name, await read(`select * from "${name as string}"`)])
  return { schema, rows: Object.fromEntries(await Promise.all(rows)) }
}

test('starts tests with the rows that the migrations leave in an empty database', async () => {
  const real = await openDb({ url: IN_MEMORY })
  await migrateDb(real)
  expect(await contentOf(await migratedDb())).toEqual(await contentOf(real))
})
