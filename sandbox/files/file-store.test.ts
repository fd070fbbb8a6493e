import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createFileStore } from './file-store.ts'

const root = mkdtempSync(join(tmpdir(), 'sandbox-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const ABOUT = { name: 'film.mp4', type: 'video/mp4' }
const open = (name: string) =>
  createFileStore({ folder: join(root, name), keepBytes: 100, keepAllBytes: 250 })
async function* bytes(count: number, chunk = 30) {
  for (let sent = 0; sent < count; sent += chunk) yield Buffer.alloc(Math.min(chunk, count - sent), sent)
}

test('stores only the first bytes and the size of a file that is too large', async () => {
  const files = open('large')
  const file = await files.receive(bytes(101), ABOUT)
  expect([file.bytes, file.head.length, files.has(file), files.read(file)]).toEqual([101, 64, false, null])
  expect(readdirSync(join(root, 'large'))).toEqual([])
})

test('joins parts, of which one may be too large to store', async () => {
  const files = open('parts')
  const [small, large] = [files.begin(ABOUT), files.begin(ABOUT)]
  for (let i = 0; i < 3; i++) files.append(small, await files.receive(bytes(30), ABOUT))
  files.append(large, await files.receive(bytes(101), ABOUT))
  files.append(large, await files.receive(bytes(5), ABOUT))
  expect([small.bytes, files.read(small)?.length]).toEqual([90, 90])
  expect([large.bytes, large.head.length, files.read(large)]).toEqual([106, 64, null])
  expect(readdirSync(join(root, 'parts'))).toEqual([small.id])
})

test('removes the oldest files beyond its limit, also those of an earlier process', async () => {
  const earlier = open('many')
  const first = await earlier.receive(bytes(90), ABOUT)
  const files = open('many')
  const others = [await files.receive(bytes(90), ABOUT), await files.receive(bytes(90), ABOUT)]
  expect([first, ...others].map(file => files.has(file))).toEqual([false, true, true])
  expect(readdirSync(join(root, 'many')).toSorted()).toEqual(others.map(({ id }) => id).toSorted())
})

test('leaves nothing of a file whose sender hangs up', async () => {
  const files = open('broken')
  async function* broken() {
    yield* bytes(30)
    throw new Error('The sender hung up.')
  }
  await expect(files.receive(broken(), ABOUT)).rejects.toThrow('hung up')
  expect(readdirSync(join(root, 'broken'))).toEqual([])
})
