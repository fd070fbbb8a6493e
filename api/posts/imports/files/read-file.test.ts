import { expect, test } from 'bun:test'
import { unzipSync, zipSync } from 'fflate'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { streamWorkbook } from '#api/runtime/spreadsheet.ts'
import { IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { readFile } from './read-file.ts'

const SHEET = 'xl/worksheets/sheet1.xml'

async function fileOf(content: Uint8Array | string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'currawong-read-')), 'file')
  await Bun.write(path, content)
  return path
}

/** A workbook of 30 KB whose rows take all the time that its reader has. */
async function hostileFile(): Promise<string> {
  const workbook = streamWorkbook(
    [
      ['Name', 'Text'],
      ['a', 'b'],
    ],
    2,
    new Date(),
  )
  const parts = unzipSync(new Uint8Array(await new Response(workbook).arrayBuffer()))
  const sheet = new TextDecoder().decode(parts[SHEET])
  const merges = `<mergeCells>${'<mergeCell ref="A1:B1048576"/>'.repeat(400_000)}</mergeCells></worksheet>`
  return fileOf(
    zipSync({ ...parts, [SHEET]: new TextEncoder().encode(sheet.replace('</worksheet>', merges)) }),
  )
}

const LIMITS = { memoryKb: 256 * 1024, cpuMs: 400, wallMs: 60_000, outputBytes: 1024 * 1024 }

const read = (path: string, userId: string) =>
  readFile(path, userId, {}, LIMITS).then(
    ({ rows }) => rows.length,
    (error: Error) => error.message,
  )

const readers = () =>
  Bun.spawnSync(['pgrep', '-P', String(process.pid), '-f', 'read-table-process.ts'])
    .stdout.toString()
    .split('\n')
    .filter(Boolean).length

test('reads one file at a time, and lets no user’s hostile files delay another’s for long', async () => {
  const hostile = await hostileFile()
  const ended: string[] = []
  const begin = async (path: string, userId: string) => {
    const result = await read(path, userId)
    ended.push(userId)
    return result
  }
  const bad = ['mallory', 'mallory'].map(name => begin(hostile, name))
  const good = begin(await fileOf('Text,Date\nHello,2030-01-01'), 'pat')
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, readers())), 50)
  expect(await good).toBe(1)
  clearInterval(watch)
  expect(most).toBeLessThanOrEqual(1)
  expect(ended).toEqual(['mallory', 'pat'])
  expect(await Promise.all(bad)).toEqual(bad.map(() => IMPORT_MESSAGES.tooMuchWork))
})

test('asks a user who sends many files at once to wait', async () => {
  const path = await fileOf('Text,Date\nHello,2030-01-01')
  const all = await Promise.all(Array.from({ length: 6 }, () => read(path, 'pat')))
  expect(all).toEqual([1, 1, 1, 1, 1, IMPORT_MESSAGES.busy])
  expect(await read(path, 'pat')).toBe(1)
})
