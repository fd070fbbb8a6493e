import { expect, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDb } from './client.ts'

test('erases deleted and overwritten values from the database file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'currawong-erased-'))
  try {
    const path = join(folder, 'currawong.db')
    const { $client } = await openDb({ url: `file:${path}` })
    await $client.execute('create table people (email text, words text)')
    await $client.execute('create index people_email on people (email)')
    const people = Array.from({ length: 500 }, (_, at) => [`gone-${at}@example.com`, 'Goodbye. '.repeat(at)])
    await $client.batch(
      [['stays@example.com', 'Hello.'], ...people].map(args => ({
        sql: 'insert into people values (?, ?)',
        args,
      })),
      'write',
    )
    await $client.execute("update people set words = 'Still here.' where words = 'Hello.'")
    await $client.execute("delete from people where email like 'gone-%'")
    await $client.execute('pragma wal_checkpoint(truncate)')
    $client.close()
    const bytes = await readFile(path, 'latin1')
    expect(bytes).toContain('stays@example.com')
    for (const word of ['gone-', 'Goodbye', 'Hello.']) expect(bytes).not.toContain(word)
  } finally {
    await rm(folder, { recursive: true })
  }
})
