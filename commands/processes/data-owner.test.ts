import { afterAll, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openContext } from '#api/boot/open-context.ts'
import { readConfig } from '#api/runtime/config.ts'
import { rootProblem } from './data-owner.ts'

const folder = mkdtempSync(join(tmpdir(), 'currawong-owner-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777
const environment = (name: string) => ({
  NODE_ENV: 'test',
  DATA_DIR: join(folder, name),
  DATABASE_URL: '',
  APP_SECRET: 'a secret that is long enough for this',
})

test.skipIf(process.getuid?.() !== 0)(
  'stops root from creating files in another user’s data folder',
  async () => {
    const theirs = join(folder, 'theirs')
    mkdirSync(theirs)
    chownSync(theirs, 12_345, 12_345)
    const env = { PATH: process.env.PATH ?? '', ...environment('theirs/data') }
    const child = Bun.spawn(
      [process.execPath, '--no-env-file', 'commands/admin.ts', 'grant', 'pat@example.com'],
      {
        env,
        stderr: 'pipe',
      },
    )
    expect(await new Response(child.stderr).text()).toMatch(
      /^You are running this as root, but \S+theirs belongs to #12345: .*sudo -u '#12345'/,
    )
    expect([await child.exited, readdirSync(theirs)]).toEqual([1, []])
  },
)

test('allows any user other than root, and root in root’s own folder', () => {
  const env = environment('own')
  expect(rootProblem(env, 1000)).toBeUndefined()
  expect(rootProblem({ ...env, DATA_DIR: '/' }, 0)).toBeUndefined()
})

test('creates files that only their owner can read', async () => {
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', 'commands/admin.ts', 'grant', 'pat@example.com'],
    {
      env: { PATH: process.env.PATH ?? '', ...environment('new') },
      stderr: 'ignore',
    },
  )
  await child.exited
  const data = join(folder, 'new')
  expect([modeOf(data), modeOf(join(data, 'currawong.db'))]).toEqual([0o700, 0o600])
})

test('makes files of an earlier version private at startup', async () => {
  const config = readConfig(environment('open'))
  mkdirSync(config.dataDir, { recursive: true })
  chmodSync(config.dataDir, 0o755)
  const database = join(config.dataDir, 'currawong.db')
  writeFileSync(database, '', { mode: 0o644 })
  chmodSync(database, 0o644)
  const ctx = await openContext(config)
  ctx.mailer.close()
  ctx.db.$client.close()
  expect([modeOf(config.dataDir), modeOf(database), existsSync(database)]).toEqual([0o700, 0o600, true])
})
