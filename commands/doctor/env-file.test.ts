import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findTruncatedValues } from './machine.ts'

const folder = mkdtempSync(join(tmpdir(), 'currawong-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lines of `.env`, and their intended values. */
const LINES: [raw: string, meant: string][] = [
  ['ab$cd', 'ab$cd'],
  ['"ab$cd"', 'ab$cd'],
  ["'ab$cd'", 'ab$cd'],
  ['a${b}c', 'a${b}c'],
  [String.raw`ab\$cd`, 'ab$cd'],
  ['pa#ss', 'pa#ss'],
  ['"pa#ss"', 'pa#ss'],
  ["'pa#ss'", 'pa#ss'],
  ['pass # a comment', 'pass'],
  ['a$', 'a$'],
  ['plain', 'plain'],
  ['https://example.com', 'https://example.com'],
]

test.each(LINES)('warns about %s only if Bun truncates the value', async (raw, meant) => {
  writeFileSync(join(folder, '.env'), `VALUE=${raw}\n`)
  const child = Bun.spawn([process.execPath, '-e', 'process.stdout.write(process.env.VALUE)'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdout: 'pipe',
  })
  const read = await new Response(child.stdout).text()
  expect(findTruncatedValues(`VALUE=${raw}\n`).length > 0).toBe(read !== meant)
})

test('accepts a comment and a name without a value', () => {
  expect(findTruncatedValues('# costs $5\nEMPTY=\n\n  # A=b$c\n')).toEqual([])
})
