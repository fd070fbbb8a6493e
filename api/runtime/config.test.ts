import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from './config.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'currawong-config-'))
})
afterAll(() => rm(folder, { recursive: true }))

const secretIn = (name: string) => readConfig({ DATA_DIR: join(folder, name) }).appSecret

test('saves a secret at the first start, and reads it at the next', async () => {
  const secret = secretIn('first')
  expect(secret).toMatch(/^[\da-f]{64}$/)
  expect(secretIn('first')).toBe(secret)
  expect(await readdir(join(folder, 'first'))).toEqual(['app-secret'])
})

test('replaces an empty secret, which a start on a full disk may have left', async () => {
  await Bun.write(join(folder, 'full', 'app-secret'), '')
  const secret = secretIn('full')
  expect(secret).toMatch(/^[\da-f]{64}$/)
  expect(secretIn('full')).toBe(secret)
})
