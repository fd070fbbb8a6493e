import { afterAll, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { checkFiles } from './machine.ts'
import { probeMail } from './services.ts'

const folder = mkdtempSync(join(tmpdir(), 'currawong-quiet-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('creates neither a data folder nor a secret', async () => {
  for (const dataDir of ['nowhere', 'empty']) {
    if (dataDir === 'empty') mkdirSync(join(folder, dataDir), { mode: 0o700 })
    const child = Bun.spawn([process.execPath, '--no-env-file', 'commands/doctor.ts'], {
      env: { PATH: process.env.PATH ?? '', HOME: folder, DATA_DIR: join(folder, dataDir), PORT: '0' },
      stdout: 'pipe',
    })
    const output = await new Response(child.stdout).text()
    expect(output).toMatch(/missing {2}Secret /)
    expect(output).toMatch(/ok {7}Database {5}\S+ is created at the first start/)
  }
  expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  expect(readdirSync(join(folder, 'empty'))).toEqual([])
})

test('lists files that other users can read, with the command that restricts them', () => {
  const dataDir = join(folder, 'open')
  mkdirSync(dataDir, { mode: 0o755 })
  const file = join(dataDir, 'currawong.db')
  writeFileSync(file, '', { mode: 0o644 })
  const config = { dataDir, database: { url: `file:${file}`, authToken: undefined } }
  expect(checkFiles(config, folder)).toMatchObject({ state: 'wrong', remedy: `chmod go= ${dataDir} ${file}` })
  chmodSync(dataDir, 0o700)
  expect(checkFiles(config, folder)).toMatchObject({ state: 'ready' })
  writeFileSync(join(folder, '.env'), 'APP_SECRET=x', { mode: 0o644 })
  expect(checkFiles(config, folder)).toMatchObject({
    state: 'wrong',
    remedy: `chmod go= ${join(folder, '.env')}`,
  })
})

test('reports a user without a password', async () => {
  const mail = { smtpUrl: 'smtps://pat@mail.example:465', from: 'Pat <pat@example.com>' }
  expect(await probeMail({ mail })).toMatchObject({
    state: 'wrong',
    message: 'SMTP_URL has a user but no password.',
  })
})
