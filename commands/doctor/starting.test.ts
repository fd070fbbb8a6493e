import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createApp } from '#api/app.ts'
import { savePerson } from '#api/auth/people.ts'
import { openContext } from '#api/boot/open-context.ts'
import { startServer } from '#api/boot/start-server.ts'
import { queueMail } from '#api/outbox/mail.ts'
import { readConfig } from '#api/runtime/config.ts'
import { StartError } from '#api/runtime/errors.ts'
import { examine } from '../doctor.ts'
import { run } from '../processes/run.ts'

const folder = mkdtempSync(join(tmpdir(), 'currawong-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Environment = Record<string, string>
const SECRET = 'the secret that encrypted it, long enough'
const healthy = {
  PORT: '0',
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  APP_SECRET: SECRET,
  DATA_DIR: join(folder, 'healthy'),
}

async function runProgram(args: string[], env: Environment) {
  const command = [process.execPath, '--no-env-file', ...args]
  const ran = await run(command, { PATH: process.env.PATH, HOME: folder, ...env })
  return { ...ran, err: ran.err.trim() }
}
const startIn = (env: Environment) => runProgram(['api/server.ts'], { ...healthy, ...env })
const doctorIn = (env: Environment) => runProgram(['commands/doctor.ts'], { ...healthy, ...env })

/** A database with a queued mail, encrypted with the secret above. */
const database = await makeDatabase()
async function makeDatabase() {
  const ctx = await openContext(readConfig(healthy))
  await savePerson(ctx, { email: 'pat@example.com', fullname: 'Pat', password: 'correct horse' })
  await queueMail(ctx, { mail: { to: 'pat@example.com', subject: 's', text: 't', html: 'h' } })
  await ctx.db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  ctx.mailer.close()
  ctx.db.$client.close()
  return join(healthy.DATA_DIR, 'currawong.db')
}

function dataDir(name: string, fill: (database: string) => void): Environment {
  const dir = join(folder, name)
  mkdirSync(dir)
  fill(join(dir, 'currawong.db'))
  return { DATA_DIR: dir }
}

function migratedAt(path: string, at: number) {
  copyFileSync(database, path)
  const copy = new Database(path)
  copy.run('update __drizzle_migrations set created_at = ?', [at])
  copy.close()
}

const taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('somebody else') })
afterAll(() => taken.stop(true))

const STATES: { name: string; env: () => Environment; message: RegExp }[] = [
  {
    name: 'a data folder that is a file',
    env: () => ({ DATA_DIR: database }),
    message: /DATA_DIR is \S+, which can’t be written \(EEXIST\)\. It must be a folder/,
  },
  {
    name: 'a database that is a folder',
    env: () => dataDir('folder', path => mkdirSync(path)),
    message: /The database \S+ can’t be opened\. It must be a file in an existing folder/,
  },
  {
    name: 'a database that is something else',
    env: () => dataDir('else', path => writeFileSync(path, 'not a database at all '.repeat(1000))),
    message: /isn’t a database, or is damaged\. Restore a backup with `bun run restore BACKUP --force`/,
  },
  {
    name: 'a database in a folder that isn’t there',
    env: () => ({ DATABASE_URL: `file:${join(folder, 'nowhere', 'x.db')}` }),
    message: /x\.db can’t be opened\. It must be a file in an existing folder/,
  },
  {
    name: 'a database server that isn’t there',
    env: () => ({ DATABASE_URL: 'http://pat:secret@127.0.0.1:1' }),
    message:
      /The database’s server http:\/\/…@127\.0\.0\.1:1 doesn’t respond\. Check that it runs and can be reached at DATABASE_URL/,
  },
  {
    name: 'the database of a newer version',
    env: () => dataDir('newer', path => migratedAt(path, Number.MAX_SAFE_INTEGER)),
    message:
      /A newer version of Currawong has already used the database \S+; this is \d\S+\. Start that version/,
  },
  {
    name: 'tables that are not ours',
    env: () => dataDir('foreign', path => migratedAt(path, 1)),
    message:
      /can’t be used: .*already exists\. Is it the database of another version, or of another program\?/,
  },
  {
    name: 'another secret',
    env: () => ({ APP_SECRET: 'another secret, which is long enough' }),
    message: /APP_SECRET is not the one that this database was encrypted with\. Set the previous one/,
  },
  {
    name: 'a port that is taken',
    env: () => ({ PORT: String(taken.port) }),
    message:
      /Port \d+ of 127\.0\.0\.1 is in use\. Stop the program that listens there, or set another PORT\./,
  },
  {
    name: 'an address that isn’t this machine’s',
    env: () => ({ HOST: '192.0.2.1' }),
    message: /Nothing can listen on 192\.0\.2\.1, .* HOST must be an address of this machine/,
  },
]

/** Starts the server, which must fail, and returns the error message. */
async function startFailure(environment: Environment): Promise<string> {
  const error = await startServer(environment, createApp).catch((error: unknown) => error)
  if (error instanceof StartError) return error.message
  throw new Error('It started, or failed with another error.', { cause: error })
}

test.each(STATES)(
  'explains in one sentence why it can’t start with $name, as the doctor does',
  async ({ env, message }) => {
    const broken = { ...healthy, ...env() }
    const reason = await startFailure(broken)
    expect(reason).toMatch(message)
    expect(reason).not.toInclude('\n')
    const findings = await examine(broken)
    const wrong = findings.filter(({ state }) => state === 'wrong')
    expect(wrong.some(finding => finding.message.includes(reason))).toBe(true)
  },
)

test('exits with one sentence for a wrong secret, which the doctor prints too', async () => {
  const broken = { APP_SECRET: 'another secret, which is long enough' }
  const [started, examined] = await Promise.all([startIn(broken), doctorIn(broken)])
  expect(started.err).toMatch(/^APP_SECRET is not the one .* decrypted\.$/)
  expect([started.code, examined.code]).toEqual([1, 1])
  expect(examined.out).toInclude(started.err)
})

test('lists all invalid settings at once, with the expected formats and without their values', async () => {
  const broken = {
    PORT: '99999',
    NODE_ENV: 'prod',
    SMTP_URL: 'smtp://pat:p@ss#word@host:25',
    MAIL_FROM: 'nobody',
    DATABASE_URL: 'libsql://',
    PUBLIC_URL: 'example.com',
    APP_SECRET: 'short',
  }
  const [started, examined] = await Promise.all([startIn(broken), doctorIn(broken)])
  expect(started).toEqual({ code: 1, out: '', err: examined.err })
  expect(started.err.split('\n')).toEqual([
    'NODE_ENV must be one of production, development, test',
    'PORT must be a whole number from 0 to 65535',
    'DATABASE_URL must name a server, as in libsql://HOST',
    'PUBLIC_URL must be an http(s) URL',
    'APP_SECRET must have at least 32 characters',
    expect.stringMatching(/^SMTP_URL must be smtps:\/\/USER:PASSWORD@HOST:465 or .* are %40/),
    'MAIL_FROM must contain an e-mail address, as in Name <address>',
  ])
})

test('deletes data that a lost secret encrypted, and starts', async () => {
  const dir = join(folder, 'lost')
  mkdirSync(dir)
  copyFileSync(database, join(dir, 'currawong.db'))
  const env = { ...healthy, DATA_DIR: dir, APP_SECRET: 'another secret, which is long enough' }
  const dropped = await runProgram(['commands/admin.ts', 'lost', 'secret'], env)
  expect(dropped).toMatchObject({ code: 0, out: expect.stringContaining('1 queued mails were deleted') })
  expect((await doctorIn(env)).out).toInclude('APP_SECRET is set')
})
