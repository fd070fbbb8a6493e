import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { readConfig } from '#api/runtime/config.ts'
import { StartError } from '#api/runtime/errors.ts'
import { run } from '../processes/run.ts'
import { backup } from './backup.ts'
import { databaseFile } from './backup.ts'
import { restore } from './restore.ts'

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

/** Runs a command in a process of its own, as an operator does. */
async function command(name: 'backup' | 'restore', args: string[]) {
  const { code, out, err } = await run(
    [process.execPath, `commands/${name}.ts`, ...args],
    environment('data'),
  )
  return { code, output: out + err }
}

/** Returns the summary of a command, or its error message. */
const outcome = (running: Promise<string>) =>
  running.catch((error: unknown) => {
    if (error instanceof StartError) return error.message
    throw error
  })
const configOf = (data: string) => readConfig(environment(data))
const runBackup = (target: string) => outcome(backup(configOf('data'), target))
const runRestore = (source: string, { force = false, data = 'data' } = {}) =>
  outcome(restore(configOf(data), source, { force, now: new Date() }))

/** Starts a process that adds these people, and keeps the database open as an api does. */
async function startApi(add: string[] = [], data = 'data') {
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

/** Starts such a process, ends it, and returns everybody in the database. */
async function peopleAtStart(add: string[] = []) {
  const api = await startApi(add)
  await api.leave()
  return api.people
}

let template: Uint8Array | undefined

/** Writes a backup with Pat. Copies a file, because a database that this process opened could stay open after it was closed. */
async function createBackup() {
  template ??= await makeTemplate()
  writeFileSync(copy, template)
  return template
}

/** Creates a database with Pat, and its backup. */
async function createDatabase() {
  const config = configOf('data')
  const content = await createBackup()
  mkdirSync(config.dataDir)
  writeFileSync(databaseFile(config), content)
}

async function makeTemplate() {
  const data = 'template'
  const api = await startApi(['pat@example.com'], data)
  await api.leave()
  const saved = join(folder, 'template.db')
  await backup(configOf(data), saved)
  return await Bun.file(saved).bytes()
}

/** Reads the database without migrating it. */
function peopleIn(data = 'data') {
  using database = new Database(databaseFile(configOf(data)))
  return database
    .query<{ email: string }, []>('select email from users order by email')
    .all()
    .map(({ email }) => email)
}

test('restores the state of a backup made while the api runs', async () => {
  const api = await startApi(['pat@example.com'])
  expect(await command('backup', [copy])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Saved 1 person'),
  })
  await api.leave()
  expect(await peopleAtStart(['late@example.com'])).toEqual(['late@example.com', 'pat@example.com'])

  expect(await command('restore', [copy, '--force'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored 1 person'),
  })
  expect(await peopleAtStart()).toEqual(['pat@example.com'])
  expect(readdirSync(join(folder, 'data')).filter(name => name.includes('.before-'))).toHaveLength(1)
})

test('refuses to restore while an api has the database open', async () => {
  const api = await startApi(['pat@example.com'])
  await createBackup()
  expect(await runRestore(copy, { force: true })).toContain('is in use')
  await api.leave()
  expect(peopleIn()).toEqual(['pat@example.com'])
})

test('requires --force to replace people’s data', async () => {
  await createDatabase()
  expect(await command('restore', [copy])).toMatchObject({
    code: 1,
    output: expect.stringContaining('add --force'),
  })
  expect(peopleIn()).toEqual(['pat@example.com'])
})

test('restores into an empty folder without --force', async () => {
  await createDatabase()
  expect(await runRestore(copy, { data: 'elsewhere' })).toContain('Restored 1 person')
  expect(peopleIn('elsewhere')).toEqual(['pat@example.com'])
})

test('saves and replaces a database given as a URL', async () => {
  await createBackup()
  databaseUrl = pathToFileURL(join(folder, 'two words, 100 %.db')).href
  await createDatabase()
  rmSync(copy)
  expect((await command('backup', [copy])).output).toContain('Saved 1 person')
  await peopleAtStart(['late@example.com'])
  expect(await runRestore(copy, { force: true })).toContain('Restored 1 person')
  expect(peopleIn()).toEqual(['pat@example.com'])
  expect(existsSync(join(folder, 'two words, 100 %.db'))).toBe(true)
})

test('rejects files that aren’t backups and leaves the database unchanged', async () => {
  await createDatabase()
  const notes = join(folder, 'notes.txt')
  writeFileSync(notes, 'not a database at all '.repeat(1000))
  expect(await runRestore(notes, { force: true })).toContain('not a Currawong database')
  expect(await runRestore(join(folder, 'nowhere.db'))).toContain('There is no file')
  expect(peopleIn()).toEqual(['pat@example.com'])
})

test('never overwrites a file', async () => {
  await createDatabase()
  writeFileSync(copy, 'mine')
  expect(await runBackup(copy)).toContain('already exists')
  expect(await Bun.file(copy).text()).toBe('mine')
})

test('leaves nothing behind when a backup fails', async () => {
  expect(await runBackup(copy)).toContain('There is no database yet')
  expect(existsSync(copy)).toBe(false)
})

test('refuses to save a damaged database, and replaces it with a backup', async () => {
  await createDatabase()
  const database = join(folder, 'data', 'currawong.db')
  writeFileSync(database, 'not a database any more '.repeat(1000))
  for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true })

  const saved = await command('backup', [join(folder, 'another.db')])
  expect(saved.output).toMatch(/^\S+ isn’t a database, or is damaged\. Restore a backup/)
  expect(saved.output.trim()).not.toInclude('\n')
  expect(await runRestore(copy)).toContain('can’t be read. To replace it, add --force')
  expect(await runRestore(copy, { force: true })).toContain('Restored 1 person')
  expect(await peopleAtStart()).toEqual(['pat@example.com'])
})

test('ignores files that a killed restore left behind', async () => {
  const database = join(folder, 'data', 'currawong.db')
  await createDatabase()
  const late = await startApi(['late@example.com'])
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(database + suffix, `${database}.arriving${suffix}`)
  await late.leave()
  expect(await runRestore(copy, { force: true })).toContain('Restored 1 person')
  expect(await peopleAtStart()).toEqual(['pat@example.com'])
})
