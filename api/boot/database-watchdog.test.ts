import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { savePerson } from '#api/auth/people.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { readConfig } from '#api/runtime/config.ts'
import { startFamily } from '../../commands/processes/family.ts'
import { openContext } from './open-context.ts'

const folder = mkdtempSync(join(tmpdir(), 'currawong-gone-'))
const family = startFamily()
afterAll(async () => {
  await family.stop()
  rmSync(folder, { recursive: true, force: true })
})

const environment = (name: string) => ({
  PORT: '0',
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATABASE_URL: '',
  APP_SECRET: 'a secret that is long enough for this',
  DATA_DIR: join(folder, name),
})

async function peopleIn(name: string, added: string[] = []): Promise<string[]> {
  const ctx = await openContext(readConfig(environment(name)))
  for (const email of added) await savePerson(ctx, { email, fullname: 'Pat', password: 'correct horse' })
  const people = await ctx.db.select().from(users)
  await ctx.db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  ctx.mailer.close()
  ctx.db.$client.close()
  return people.map(({ email }) => email)
}

/** Starts the api on a database with one user, tampers with the file and waits for the exit. Returns its output. */
async function whileRunning(name: string, tamper: (file: string) => void): Promise<string> {
  await peopleIn(name, ['pat@example.com'])
  const output: string[] = []
  const api = family.start({
    name: 'The api',
    args: ['api/server.ts'],
    env: environment(name),
    ready: /^ready http/,
    onLine: line => output.push(line),
  })
  await api.ready
  tamper(join(folder, name, 'currawong.db'))
  expect(await api.exited).toBe(1)
  return output.join('\n')
}

test('restores a database file that is deleted while the api runs, and exits to be restarted', async () => {
  const output = await whileRunning('deleted', file => rmSync(join(file, '..'), { recursive: true }))
  expect(output).toContain('deleted or replaced while the api works on it')
  expect(output).toContain('restored from the open')
  expect(await peopleIn('deleted')).toEqual(['pat@example.com'])
  expect(readdirSync(join(folder, 'deleted')).filter(name => name.includes('saved'))).toEqual([])
})

test('keeps a copy and exits when the database file is replaced', async () => {
  await peopleIn('other', ['sam@example.com'])
  const output = await whileRunning('replaced', file =>
    renameSync(join(folder, 'other', 'currawong.db'), file),
  )
  expect(output).toContain('another database replaced the file')
  expect(await peopleIn('replaced')).toEqual(['sam@example.com'])
  const saved = readdirSync(join(folder, 'replaced')).find(name => name.includes('.saved-'))
  renameSync(join(folder, 'replaced', saved!), join(folder, 'other', 'currawong.db'))
  expect(await peopleIn('other')).toEqual(['pat@example.com'])
})
