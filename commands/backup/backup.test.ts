import { afterAll, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { run } from '../processes/run.ts'

const folders: string[] = []
afterAll(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })))

let folder = ''
let copy = ''
let databaseUrl = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'currawong-backup-'))
  copy = join(folder, 'copy.db')
  databaseUrl = ''
  folders.push(folder)
})

const environment = (data: string) => ({
  ...process.env,
  DATA_DIR: join(folder, data),
  DATABASE_URL: databaseUrl,
  APP_SECRET: 'x'.repeat(32),
  LOG_LEVEL: 'silent',
})

async function command(name: 'backup' | 'restore', args: string[], data = 'data') {
  const { code, out, err } = await run([process.execPath, `commands/${name}.ts`, ...args], environment(data))
  return { code, output: out + err }
}

/** Starts a process that uses the database, after adding these people. */
async function startWork(add: string[] = [], data = 'data') {
  const child = Bun.spawn([process.execPath, 'commands/backup/resident.fixture.ts', ...add], {
    env: environment(data),
    stdin: 'pipe',
    stdout: 'pipe',
  })
  const { value } = await child.stdout.getReader().read()
  const people: unknown = JSON.parse(new TextDecoder().decode(value))
  const leave = async () => {
    await child.stdin.end()
    await child.exited
  }
  return { people, leave }
}

async function peopleIn(data = 'data', add: string[] = []) {
  const work = await startWork(add, data)
  await work.leave()
  return work.people
}

test('restores the state of a backup made while the api runs', async () => {
  const api = await startWork(['pat@example.com'])
  expect(await command('backup', [copy])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Saved 1 person'),
  })
  await api.leave()
  expect(await peopleIn('data', ['late@example.com'])).toEqual(['late@example.com', 'pat@example.com'])

  expect(await command('restore', [copy, '--force'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored 1 person'),
  })
  expect(await peopleIn()).toEqual(['pat@example.com'])
  expect(readdirSync(join(folder, 'data')).filter(name => name.includes('.before-'))).toHaveLength(1)
})

test('refuses to restore while an api has the database open', async () => {
  const api = await startWork(['pat@example.com'])
  await command('backup', [copy])
  expect(await command('restore', [copy, '--force'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('is in use'),
  })
  await api.leave()
  expect(await peopleIn()).toEqual(['pat@example.com'])
})

test('requires --force to replace people’s data', async () => {
  await peopleIn('data', ['pat@example.com'])
  await command('backup', [copy])
  expect(await command('restore', [copy])).toMatchObject({
    code: 1,
    output: expect.stringContaining('add --force'),
  })
  expect(await peopleIn()).toEqual(['pat@example.com'])
})

test('restores into an empty folder without --force', async () => {
  await peopleIn('data', ['pat@example.com'])
  await command('backup', [copy])
  expect(await command('restore', [copy], 'elsewhere')).toMatchObject({ code: 0 })
  expect(await peopleIn('elsewhere')).toEqual(['pat@example.com'])
})

test('saves and replaces a database given as a URL', async () => {
  databaseUrl = pathToFileURL(join(folder, 'two words, 100 %.db')).href
  await peopleIn('data', ['pat@example.com'])
  expect((await command('backup', [copy])).output).toContain('Saved 1 person')
  await peopleIn('data', ['late@example.com'])
  expect((await command('restore', [copy, '--force'])).output).toContain('Restored 1 person')
  expect(await peopleIn()).toEqual(['pat@example.com'])
  expect(existsSync(join(folder, 'two words, 100 %.db'))).toBe(true)
})

test('rejects files that aren’t backups and leaves the database unchanged', async () => {
  await peopleIn('data', ['pat@example.com'])
  const notes = join(folder, 'notes.txt')
  writeFileSync(notes, 'not a database at all '.repeat(1000))
  expect((await command('restore', [notes, '--force'])).output).toContain('not a Currawong database')
  expect((await command('restore', [join(folder, 'nowhere.db')])).output).toContain('There is no file')
  expect(await peopleIn()).toEqual(['pat@example.com'])
})

test('never overwrites a file', async () => {
  await peopleIn('data', ['pat@example.com'])
  writeFileSync(copy, 'mine')
  expect((await command('backup', [copy])).output).toContain('already exists')
  expect(await Bun.file(copy).text()).toBe('mine')
})

test('leaves nothing behind when a backup fails', async () => {
  expect((await command('backup', [copy])).output).toContain('There is no database yet')
  expect(existsSync(copy)).toBe(false)
})

test('refuses to save a damaged database, and replaces it with a backup', async () => {
  await peopleIn('data', ['pat@example.com'])
  await command('backup', [copy])
  const database = join(folder, 'data', 'currawong.db')
  writeFileSync(database, 'not a database any more '.repeat(1000))
  for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true })

  const saved = await command('backup', [join(folder, 'another.db')])
  expect(saved.output).toMatch(/^\S+ isn’t a database, or is damaged\. Restore a backup/)
  expect(saved.output.trim()).not.toInclude('\n')
  expect((await command('restore', [copy])).output).toContain('can’t be read. To replace it, add --force')
  expect((await command('restore', [copy, '--force'])).code).toBe(0)
  expect(await peopleIn()).toEqual(['pat@example.com'])
})

test('ignores files that a killed restore left behind', async () => {
  const database = join(folder, 'data', 'currawong.db')
  const api = await startWork(['pat@example.com'])
  await command('backup', [copy])
  await api.leave()
  const late = await startWork(['late@example.com'])
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(database + suffix, `${database}.arriving${suffix}`)
  await late.leave()
  expect((await command('restore', [copy, '--force'])).code).toBe(0)
  expect(await peopleIn()).toEqual(['pat@example.com'])
})
