import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'

import { fixture } from '#api/test/fixture.ts'
import { importingApp } from '#api/test/importing.ts'
import type { ImportRow } from '#shared/posts/imports.ts'

const FILE = readFileSync(fixture('sheets/agency.xlsx'))

/** Uploads a sheet of a workbook by openpyxl, and returns the import and its rows by line. */
async function check(sheet: string) {
  const app = await importingApp()
  const form = new FormData()
  form.append('file', new File([FILE], 'plan.xlsx'))
  form.append('timeZone', 'Australia/Sydney')
  form.append('sheet', sheet)
  const { data, message } = await app.callJson('imports', { form })
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

const timesOf = (rows: readonly ImportRow[]) =>
  rows.map(
    ({ post, problems }) => post?.publishAt ?? problems.map(({ column, message }) => [column, message]),
  )

test('joins a column of AM and PM to the time', async () => {
  const { data, rows } = await check('Half days')
  expect(data.settings.columns[2]).toBe('halfDay')
  expect(timesOf(rows)).toEqual([
    '2030-02-01T10:30:00.000Z',
    '2030-02-01T10:30:00.000Z',
    '2030-01-31T13:15:00.000Z',
    [[2, 'Write AM or PM.']],
    [[2, '“AM” doesn’t fit the time 14:00. Correct one of them.']],
    '2030-02-01T10:30:00.000Z',
  ])
  const unnamed = await check('Half days without a name')
  expect(timesOf(unnamed.rows)).toEqual(['2030-02-01T10:30:00.000Z', '2030-01-31T22:30:00.000Z'])
})

test('joins a column of minutes to the hour', async () => {
  const { data, rows } = await check('Minutes')
  expect(data.settings.columns.slice(1, 3)).toEqual(['time', 'minute'])
  expect(timesOf(rows)).toEqual([
    '2030-01-31T22:30:00.000Z',
    '2030-02-01T06:05:00.000Z',
    [[2, 'We can’t read the minute “75”. Write 0 to 59.']],
  ])
  const unnamed = await check('Minutes without a name')
  expect(timesOf(unnamed.rows)).toEqual(['2030-02-01T10:30:00.000Z', '2030-01-31T22:05:00.000Z'])
})

test('skips rows that are published or cancelled, says so, and doesn’t schedule drafts', async () => {
  const { rows } = await check('Status')
  expect(rows.map(({ state }) => state)).toEqual([
    'ready',
    'skipped',
    'skipped',
    'error',
    'skipped',
    'ready',
    'skipped',
    'skipped',
    'error',
    'skipped',
    'ready',
  ])
  expect(rows.slice(1, 4).map(({ problems }) => problems)).toEqual([
    [{ column: 4, message: 'The file says that this post is cancelled, so we leave it out.', warning: true }],
    [
      {
        column: 4,
        message: 'The file says that this post is published already, so we leave it out.',
        warning: true,
      },
    ],
    [
      {
        column: 4,
        message: 'The file calls this a draft, so we don’t schedule it. Change this cell to schedule it.',
      },
    ],
  ])
})

test('reads a Polish plan, and networks in many spellings', async () => {
  const { data, rows } = await check('Networks')
  expect(data.settings.columns).toEqual(['date', 'time', 'networks', 'text', 'pictures'])
  expect(rows.map(({ post }) => post?.networks)).toEqual([
    ['facebook', 'instagram'],
    ['facebook', 'instagram'],
    ['facebook', 'instagram'],
    ['facebook', 'instagram'],
    ['facebook', 'instagram'],
    ['facebook'],
    ['instagram'],
  ])
})

test('finds networks in a column of any name, and warns of those in a column that it doesn’t read', async () => {
  const { data, rows } = await check('Networks elsewhere')
  expect(data.settings.columns[4]).toBe('networks')
  expect(rows.map(({ state, post }) => [state, post?.networks])).toEqual([
    ['ready', ['facebook']],
    ['ready', ['instagram']],
    ['error', undefined],
  ])
  const notes = await check('Networks in notes')
  expect(notes.rows.map(({ problems }) => problems.map(({ column, warning }) => [column, warning]))).toEqual([
    [[4, true]],
    [],
    [],
  ])
})

test('reads marks of many languages, and never publishes an unknown one as the text', async () => {
  const { rows } = await check('Marks')
  expect(rows.slice(0, -1).map(({ post }) => [post?.networks, post?.text])).toEqual(
    rows.slice(0, -1).map((_, at) => [['facebook'], `Post ${at}`]),
  )
  expect(rows.at(-1)?.problems).toEqual([
    { column: 3, message: 'We don’t know the mark “Sam”. Write yes or leave it empty.' },
  ])
  const unknown = await check('Unknown marks')
  expect(unknown.rows.map(({ state, problems }) => [state, problems.map(({ column }) => column)])).toEqual([
    ['error', [3, 4]],
    ['error', [4]],
  ])
})

test('splits URLs at semicolons, and leaves out column names that are repeated below', async () => {
  const app = await importingApp()
  const { data } = await app.upload(
    [
      'Date,Time,Caption,Image',
      '2030-02-01,09:30,One,https://example.com/a.jpg; https://example.com/b.jpg;https://example.com/c.jpg',
      'Date,Time,Caption,Image',
      '2030-02-02,09:30,Two,https://example.com/a.jpg',
    ].join('\n'),
  )
  const rows = (await app.rows(data._id)).toSorted((a, b) => a.line - b.line)
  expect(rows.map(({ state, post }) => [state, post?.pictures])).toEqual([
    ['ready', 3],
    ['skipped', undefined],
    ['ready', 1],
  ])
})
