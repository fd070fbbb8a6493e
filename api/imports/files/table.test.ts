import { expect, test } from 'bun:test'
import { downloadZip } from 'client-zip'
import { unzipSync, zipSync } from 'fflate'

import { workbookOf } from '#api/spreadsheets/workbook.ts'
import { csvOf } from '#shared/csv.ts'
import { IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { readTable } from './table.ts'

const bytesOf = async (body: BodyInit) => Buffer.from(await new Response(body).arrayBuffer())
const cellsOf = async (file: Buffer) => (await readTable(file)).map(({ cells }) => cells)
const workbook = (rows: string[][]) => bytesOf(workbookOf(rows, 2, new Date()))

const ROWS = [
  ['Name', 'Text'],
  ['=1+1', 'Zoë “Zo” & <b>Sons</b>\nsecond line'],
  ['+61 400 000 000', '🎉 a, b; c'],
]

test('reads our own CSV and XLSX files, with escaped formulas as their original text', async () => {
  expect(await cellsOf(Buffer.from(csvOf(ROWS)))).toEqual(ROWS)
  expect(await cellsOf(await workbook(ROWS))).toEqual(ROWS)
})

test('counts lines as a spreadsheet does, and skips empty rows', async () => {
  expect(await readTable(Buffer.from('A,B\n"two\nlines",1\n,\nlast,2\n'))).toEqual([
    { line: 1, cells: ['A', 'B'] },
    { line: 2, cells: ['two\nlines', '1'] },
    { line: 5, cells: ['last', '2'] },
  ])
})

test('reads the encodings and delimiters that Excel writes', async () => {
  const utf16 = Buffer.from('\uFEFFName\tText\nZoë\tHi', 'utf16le')
  expect(await cellsOf(utf16)).toEqual([
    ['Name', 'Text'],
    ['Zoë', 'Hi'],
  ])
  const windows = Buffer.from('Name;Text\nZo\xEB;Hi \x96 you', 'latin1')
  expect(await cellsOf(windows)).toEqual([
    ['Name', 'Text'],
    ['Zoë', 'Hi – you'],
  ])
})

const part = (name: string, input: string | Uint8Array) => ({ name, input, lastModified: new Date() })
/** Creates a valid workbook whose sheet unpacks to 20 MB. */
async function bomb() {
  const parts = unzipSync(await workbook(ROWS))
  const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml'])
  const large = sheet.replace('</sheetData>', `${' '.repeat(20 * 1024 * 1024)}</sheetData>`)
  return Buffer.from(zipSync({ ...parts, 'xl/worksheets/sheet1.xml': new TextEncoder().encode(large) }))
}

test.each([
  ['a picture', async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 0, 0])],
  [
    'a zip without a workbook',
    async () => bytesOf(await downloadZip([part('a.txt', 'Hello')]).arrayBuffer()),
  ],
  ['a truncated workbook', async () => (await workbook(ROWS)).subarray(0, 900)],
  ['a zip bomb', bomb],
])('rejects %s', async (_, make) => {
  const file = await make()
  await expect(readTable(file)).rejects.toMatchObject({
    code: 'invalid',
    message: IMPORT_MESSAGES.unreadable,
  })
})

test('rejects an empty file, too many rows and too many columns, and says what to do', async () => {
  const reject = (text: string) => expect(readTable(Buffer.from(text))).rejects
  await reject(' \n,,\n').toMatchObject({ message: IMPORT_MESSAGES.empty })
  await reject('a\n'.repeat(502)).toMatchObject({ message: IMPORT_MESSAGES.tooManyRows(502) })
  await reject('a,'.repeat(101)).toMatchObject({ message: IMPORT_MESSAGES.tooManyColumns })
  const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])
  await expect(readTable(old)).rejects.toMatchObject({ message: IMPORT_MESSAGES.oldExcel })
})
