import { expect, test } from 'bun:test'
import Database from 'libsql'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { atEnd } from '#api/test/at-end.ts'
import { openFileClient } from './file-client.ts'

/** Opens a file with the table `notes`, and a second connection that acts as another program. */
async function sharedFile(options: { lockWaitMs?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'currawong-file-'))
  const path = join(folder, 'shared.db')
  const client = await openFileClient(path, options)
  await client.execute('create table notes (id text primary key)')
  const other = new Database(path)
  atEnd(() => {
    client.close()
    other.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    client,
    add: (id: string) => client.execute({ sql: 'insert into notes values (?) returning id', args: [id] }),
    addTogether: (...ids: string[]) =>
      client.batch(ids.map(id => ({ sql: 'insert into notes values (?)', args: [id] }))),
    /** Returns the committed notes, read by the other connection. */
    committed: () => (other.prepare('select id from notes order by id').raw(true).all() as string[][]).flat(),
    lock: () => other.exec('BEGIN IMMEDIATE'),
    unlock: () => other.exec('ROLLBACK'),
    alter: (sql: string) => other.exec(sql),
  }
}

test('commits every write that resolves, even after a lock timeout', async () => {
  const { add, addTogether, committed, lock, unlock } = await sharedFile({ lockWaitMs: 30 })
  lock()
  await expect(add('refused')).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  await expect(addTogether('refused')).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  unlock()
  await add('a')
  expect(committed()).toEqual(['a'])
  await addTogether('b', 'c')
  expect(committed()).toEqual(['a', 'b', 'c'])
})

test('waits for another program’s lock without blocking the event loop or reads, and keeps writes in order', async () => {
  const { add, addTogether, client, committed, lock, unlock } = await sharedFile()
  await add('first')
  lock()
  const written: string[] = []
  const writes = [
    add('a').then(() => written.push('a')),
    addTogether('b', 'c').then(() => written.push('b')),
    add('d').then(() => written.push('d')),
  ]
  for (let reads = 0; reads < 10; reads++) {
    const { rows } = await client.execute('select id from notes')
    expect(rows.map(row => row.id)).toEqual(['first'])
    await Bun.sleep(1)
  }
  expect(written).toEqual([])
  unlock()
  await Promise.all(writes)
  expect(written).toEqual(['a', 'b', 'd'])
  expect(committed()).toEqual(['a', 'b', 'c', 'd', 'first'])
})

test('keeps working after a statement that the database rejects', async () => {
  const { add, addTogether, committed } = await sharedFile()
  await add('a')
  await expect(add('a')).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' })
  await expect(addTogether('b', 'a')).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' })
  await addTogether('c')
  expect(committed()).toEqual(['a', 'c'])
})

test('syncs the log at each commit on every connection that it opens', async () => {
  const { add, client } = await sharedFile()
  const synchronous = async () => (await client.execute('pragma synchronous')).rows[0]?.[0]
  expect(await synchronous()).toBe(2)
  await add('a')
  await expect(add('a')).rejects.toThrow()
  expect(await synchronous()).toBe(2)
  const [erased] = (await client.execute('pragma secure_delete')).rows
  expect(erased?.[0]).toBe(1)
})

test('rejects statements once it is closed', async () => {
  const { add, client } = await sharedFile()
  client.close()
  expect(client.closed).toBe(true)
  await expect(add('a')).rejects.toMatchObject({ code: 'CLIENT_CLOSED' })
})

test('repeats a prepared write correctly after another program changed the table', async () => {
  const { client, add, alter } = await sharedFile()
  const insert = "insert into notes values ('b') returning *"
  await add('a')
  await client.execute(insert)
  await client.execute("delete from notes where id = 'b'")
  alter("alter table notes add column text text default 'new'")
  await expect(client.execute(insert)).rejects.toMatchObject({ code: 'SQLITE_ERROR' })
  const { rows } = await client.execute("delete from notes where id = 'a' returning *")
  expect(rows.map(({ id, text }) => [id, text])).toEqual([['a', 'new']])
})
