import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { domains } from '#api/db/schema/businesses/domains.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { openDb } from './client.ts'
import { migrateDb } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'currawong-db-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const START = `
  import { openDb } from '${import.meta.dirname}/client.ts'
  import { migrateDb } from '${import.meta.dirname}/migrate.ts'
  const db = await openDb({ url: process.argv[1] })
  process.stdout.write('open')
  await new Promise(resolve => process.stdin.once('data', resolve))
  await migrateDb(db)
  console.log((await db.$client.execute('select count(*) as n from users')).rows[0].n)
  process.exit(0)
`

test('migrates a new file once when several processes start on it at the same time', async () => {
  const url = `file:${join(folder, 'new.db')}`
  const processes = Array.from({ length: 4 }, () =>
    Bun.spawn([process.execPath, '-e', START, url], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' }),
  )
  const readers = processes.map(({ stdout }) => stdout.getReader())
  await Promise.all(readers.map(reader => reader.read()))
  for (const { stdin } of processes) {
    await stdin.write('go')
    await stdin.flush()
  }
  expect(await Promise.all(processes.map(({ exited }) => exited))).toEqual([0, 0, 0, 0])
  for (const reader of readers) expect(new TextDecoder().decode((await reader.read()).value)).toBe('0\n')
})

test('keeps all rows when it starts again', async () => {
  const url = `file:${join(folder, 'kept.db')}`
  const first = await openDb({ url })
  await migrateDb(first)
  await first
    .insert(users)
    .values({ id: 'u', email: 'pat@example.com', fullname: 'Pat', createdAt: new Date() })
  first.$client.close()
  const second = await openDb({ url })
  await migrateDb(second)
  expect(await second.$count(users)).toBe(1)
})

test.each([':memory:', `file:${join(folder, 'keys.db')}`])(
  'rejects a row whose owner doesn’t exist in %s',
  async url => {
    const db = await openDb({ url })
    await migrateDb(db)
    const orphan = { id: 'd', userId: 'nobody', businessName: 'Orphan', createdAt: new Date() }
    await expect(Promise.resolve(db.insert(domains).values(orphan))).rejects.toThrow()
    expect(await db.$count(domains)).toBe(0)
  },
)

test('rolls a batch back when one of its statements fails', async () => {
  const db = await openDb({ url: ':memory:' })
  await migrateDb(db)
  const user = { id: 'u', email: 'pat@example.com', fullname: 'Pat', createdAt: new Date() }
  await expect(db.batch([db.insert(users).values(user), db.insert(users).values(user)])).rejects.toThrow()
  expect(await db.$count(users)).toBe(0)
})
