import { expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'

const text = await Bun.file('docs/specification.md').text()
const rows = text.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| Specification |'))
const cells = (row: string) =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map(cell => cell.trim())

test('every row says what was specified, how it is here, where, and what shows it', () => {
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter(row => cells(row).length !== 4 || cells(row).includes(''))).toEqual([])
})

test('every file and test that is named is there', async () => {
  const named = new Set(
    rows.flatMap(row => [...row.matchAll(/`((?:[\w.[\]-]+\/)+[\w.[\]-]+\.\w+)`/g)].map(match => match[1]!)),
  )
  const missing = await Promise.all(
    [...named].map(async path => ((await stat(path).catch(() => undefined)) ? [] : [path])),
  )
  expect(missing.flat()).toEqual([])
})
