import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'

import { fixture } from '#api/test/fixture.ts'
import { importingApp } from '#api/test/importing.ts'
import type { Import } from '#shared/posts/imports.ts'

const FILE = readFileSync(fixture('sheets/agency.xlsx'))

/** Uploads a sheet of a workbook by openpyxl, and returns the import and its rows by line. */
async function check(sheet: string) {
  const app = await importingApp()
  const form = new FormData()
  form.append('file', new File([FILE], 'plan.xlsx'))
  form.append('timeZone', 'Australia/Sydney')
  form.append('sheet', sheet)
  const { data, message } = await app.callJson<Import>('imports', { form })
  expect(message).toBeUndefined()
  const rows = (await app.rows(data._id)).toSorted((a, b) => a.line - b.line)
  return { data, rows }
}

test('reads emoji that openpyxl writes as references, and leaves a typed reference as it is', async () => {
  const { rows } = await check('Emoji')
  expect(rows.map(({ post }) => post?.text)).toEqual([
    '\u{1F469}\u200D\u{1F469}\u200D\u{1F467} family \u{1F1E6}\u{1F1FA} & 𝗯𝗼𝗹𝗱',
    'Write &#128105; and &#x1F469;',
  ])
})

test('leaves out hidden columns, except the one of ids, and says so', async () => {
  const { data, rows } = await check('Hidden column')
  expect(data.source).toMatchObject({ hiddenColumns: 2 })
  expect(data.settings.columns).toEqual(['id', 'date', 'time', null, 'text', 'pictures'])
  expect(rows.map(({ cells, post }) => [cells[0], post?.text])).toEqual([['post-1', 'Visible']])
  expect(JSON.stringify({ data, rows })).not.toContain('INTERNAL')
})

test('prefers the final one of several captions', async () => {
  const { rows } = await check('Final caption')
  expect(rows[0]?.post?.text).toBe('Final words')
})
