import { expect, test } from 'bun:test'
import { downloadZip } from 'client-zip'
import { unzipSync, zipSync } from 'fflate'

import { streamWorkbook } from '#api/runtime/spreadsheet.ts'
import { IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { csvOf } from '#shared/text/csv.ts'
import { readTable } from './table.ts'

const bytesOf = async (body: BodyInit) => Buffer.from(await new Response(body).arrayBuffer())
const rowsOf = (file: Buffer) => {
  const { names, rows, source } = readTable(file)
  return names ? [{ line: source.headerLine, cells: names }, ...rows] : rows
}
const cellsOf = (file: Buffer) => rowsOf(file).map(({ cells }) => cells)
const workbook = (rows: string[][]) => bytesOf(streamWorkbook(rows, 2, new Date()))

const ROWS = [
  ['Name', 'Text'],
  ['=1+1', 'Zoë “Zo” & <b>Sons</b>\nsecond line'],
  ['+61 400 000 000', '🎉 a, b; c'],
]

test('reads our own CSV and XLSX files, with escaped formulas as their original text', async () => {
  expect(cellsOf(Buffer.from(csvOf(ROWS)))).toEqual(ROWS)
  expect(cellsOf(await workbook(ROWS))).toEqual(ROWS)
})

test('counts lines as a spreadsheet does, and skips empty rows', () => {
  expect(rowsOf(Buffer.from('A,B\n"two\nlines",1\n,\nlast,2\n'))).toEqual([
    { line: 1, cells: ['A', 'B'] },
    { line: 2, cells: ['two\nlines', '1'] },
    { line: 4, cells: ['last', '2'] },
  ])
})

test('reads the encodings and delimiters that Excel writes', () => {
  const utf16 = Buffer.from('\uFEFFName\tText\nZoë\tHi', 'utf16le')
  expect(cellsOf(utf16)).toEqual([
    ['Name', 'Text'],
    ['Zoë', 'Hi'],
  ])
  const windows = Buffer.from('Name;Text\nZo\xEB;Hi \x96 you', 'latin1')
  expect(cellsOf(windows)).toEqual([
    ['Name', 'Text'],
    ['Zoë', 'Hi – you'],
  ])
})

test('reads every row of a file with many empty lines', () => {
  const rows = rowsOf(Buffer.from(`Text\n${'\n\nA post\n'.repeat(500)}`))
  expect(rows).toHaveLength(501)
  expect(rows.at(-1)?.line).toBe(1501)
})

test('reads a workbook with empty rows and cells down to the last row, as LibreOffice and Excel save them', async () => {
  const file = await changeSheet(sheet =>
    sheet.replace(
      '</sheetData>',
      '<row r="1048574"><c r="A1048574" s="1"/><c r="B1048574" s="1"></c></row><row r="1048575" ht="12.8"></row><row r="1048576" ht="12.8"/></sheetData>',
    ),
  )
  expect(cellsOf(file)).toEqual(ROWS)
})

const part = (name: string, input: string | Uint8Array) => ({ name, input, lastModified: new Date() })
const repeated = (text: string, times: number) => (sheet: string) =>
  sheet.replace('</sheetData>', `${text.repeat(times)}</sheetData>`)
async function changeSheet(change: (sheet: string) => string) {
  const parts = unzipSync(await workbook(ROWS))
  const sheet = change(new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']))
  return Buffer.from(zipSync({ ...parts, 'xl/worksheets/sheet1.xml': new TextEncoder().encode(sheet) }))
}
const farCell = (row: string, cell: string) =>
  changeSheet(repeated(`<row r=${row}><c r=${cell} t="inlineStr"><is><t>x</t></is></c></row>`, 1))

const refusalOf = (file: Buffer) => {
  try {
    readTable(file)
    return 'read'
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['a picture', async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 0, 0]), 'unreadable'],
  [
    'a zip without a workbook',
    async () => bytesOf(await downloadZip([part('a.txt', 'Hello')]).arrayBuffer()),
    'unreadable',
  ],
  ['a truncated workbook', async () => (await workbook(ROWS)).subarray(0, 900), 'unreadable'],
  ['a web page', async () => Buffer.from('<!doctype html><table><tr><td>Text</table>'), 'page'],
  ['a sheet that unpacks to 30 MB', () => changeSheet(repeated(' ', 30 * 1024 * 1024)), 'tooMuchWork'],
  ['a cell beyond the last row that is read', () => farCell('"10001"', '"A10001"'), 'tooManyRows'],
  ['a cell in the last row and column', () => farCell('"1048576"', '"XFD1048576"'), 'tooManyRows'],
  ['a cell in the last column', () => farCell('"5"', '"XFD5"'), 'tooManyColumns'],
] as const)('rejects %s, and says what to do', async (_, make, message) => {
  expect(refusalOf(await make())).toBe(IMPORT_MESSAGES[message])
})

test('rejects an empty file, too many rows and too many columns, and says what to do', () => {
  const refusal = (text: string) => refusalOf(Buffer.from(text))
  expect(refusal(' \n,,\n')).toBe(IMPORT_MESSAGES.empty)
  expect(refusal('a\n'.repeat(502))).toBe(IMPORT_MESSAGES.tooManyRows)
  expect(refusal('a,'.repeat(251))).toBe(IMPORT_MESSAGES.tooManyColumns)
  expect(refusal('\n'.repeat(4_000_000))).toBe(IMPORT_MESSAGES.tooManyRows)
  expect(refusal('Text,Date\n"open,2030-01-01\n')).toBe(IMPORT_MESSAGES.openQuote(2))
})

test('rejects a workbook that repeats a long text in many cells', async () => {
  const parts = unzipSync(await workbook([['Text'], ...Array.from({ length: 500 }, () => ['x'])]))
  const encode = (text: string) => new TextEncoder().encode(text)
  const textOf = (name: string) => new TextDecoder().decode(parts[name])
  const file = zipSync({
    ...parts,
    'xl/sharedStrings.xml': encode(`<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`),
    '[Content_Types].xml': encode(
      textOf('[Content_Types].xml').replace(
        '</Types>',
        '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>',
      ),
    ),
    'xl/worksheets/sheet1.xml': encode(
      textOf('xl/worksheets/sheet1.xml').replaceAll(
        /t="inlineStr"><is><t[^>]*>x<\/t><\/is>/g,
        't="s"><v>0</v>',
      ),
    ),
  })
  expect(refusalOf(Buffer.from(file))).toBe(IMPORT_MESSAGES.tooMuchText)
})
