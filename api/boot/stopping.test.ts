import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '#api/runtime/config.ts'
import { createProcessGroup } from '../../commands/processes/process-group.ts'
import { openContext } from './open-context.ts'

const folder = mkdtempSync(join(tmpdir(), 'currawong-stop-'))
const processes = createProcessGroup()
afterAll(async () => {
  await processes.stop()
  rmSync(folder, { recursive: true, force: true })
})

const environment = {
  PORT: '0',
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATABASE_URL: '',
  APP_SECRET: 'a secret that is long enough for this',
  DATA_DIR: join(folder, 'data'),
}
const database = join(folder, 'data', 'currawong.db')

test('writes the log back into the database file on a clean stop', async () => {
  const api = processes.start({
    name: 'The api',
    args: ['api/server.ts'],
    env: environment,
    ready: /^ready http/,
  })
  const url = (await api.ready).replace('ready ', '')
  const password = 'correct horse battery'
  const registered = await fetch(`${url}/api/users/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      fullname: 'Pat',
      email: 'pat@example.com',
      password,
      confirmPassword: password,
      agreeToTerms: true,
    }),
  })
  expect(registered.status).toBe(201)
  expect(await api.end('SIGTERM')).toBe(0)

  const log = statSync(`${database}-wal`, { throwIfNoEntry: false })
  expect(log?.size ?? 0).toBe(0)
  const alone = join(folder, 'alone.db')
  copyFileSync(database, alone)
  const copy = new Database(alone)
  expect(copy.query('select email from signups').all()).toEqual([{ email: 'pat@example.com' }])
  copy.close()
})

test('refuses to start with an empty database beside existing media, and explains what to do', async () => {
  const config = readConfig({ ...environment, DATA_DIR: join(folder, 'lost') })
  mkdirSync(join(config.dataDir, 'media', 'a'), { recursive: true })
  const fresh = await openContext(config)
  fresh.mailer.close()
  fresh.db.$client.close()

  writeFileSync(join(config.dataDir, 'media', 'a', 'original.jpg'), 'a picture')
  for (const before of [() => {}, () => rmSync(join(config.dataDir, 'currawong.db'))]) {
    before()
    await expect(openContext(config)).rejects.toThrow(
      /is empty, but \S+media contains people’s pictures and videos, .*bun run restore BACKUP --force/,
    )
  }
  expect(existsSync(join(config.dataDir, 'media', 'a', 'original.jpg'))).toBe(true)
})
