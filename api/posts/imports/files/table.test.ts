import { expect, test } from 'bun:test'
import { downloadZip } from 'client-zip'
import { unzipSync, zipSync } from 'fflate'

import { workbookOf } from '#api/spreadsheets/workbook.ts'
import { IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { csvOf } from '#shared/text/csv.ts'
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

test('reads every row of a file with many empty lines', async () => {
  const rows = await readTable(Buffer.from(`Text\n${'\n\nA post\n'.repeat(500)}`))
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
  expect(await cellsOf(file)).toEqual(ROWS)
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

test.each([
  ['a picture', async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 0, 0])],
  [
    'a zip without a workbook',
    async () => bytesOf(await downloadZip([part('a.txt', 'Hello')]).arrayBuffer()),
  ],
  ['a truncated workbook', async () => (await workbook(ROWS)).subarray(0, 900)],
  ['a sheet that unpacks to 20 MB', () => changeSheet(repeated(' ', 20 * 1024 * 1024))],
  ['a cell beyond the last row that is read', () => farCell('"10001"', '"A10001"')],
  ['a cell in the last row and column', () => farCell('"1048576"', '"XFD1048576"')],
  ['a cell in an infinite row', () => farCell('"Infinity"', '"A5"')],
  ['a far cell with an entity in its address', () => farCell('"5"', `'XFD&#53;'`)],
  ['a tag of megabytes', () => changeSheet(repeated('<row ', 500_000))],
  ['a tag of megabytes between empty cells', () => changeSheet(repeated('<row <c/>', 500_000))],
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
  await reject('a\n'.repeat(502)).toMatchObject({ message: IMPORT_MESSAGES.tooManyRows })
  await reject('a,'.repeat(101)).toMatchObject({ message: IMPORT_MESSAGES.tooManyColumns })
  await reject(','.repeat(4_000_000)).toMatchObject({ message: IMPORT_MESSAGES.tooManyColumns })
  await reject('\n'.repeat(4_000_000)).toMatchObject({ message: IMPORT_MESSAGES.tooManyRows })
  const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])
  await expect(readTable(old)).rejects.toMatchObject({ message: IMPORT_MESSAGES.oldExcel })
})

test('rejects a workbook that repeats a long text in many cells', async () => {
  const parts = unzipSync(await workbook([['Text'], ...Array.from({ length: 500 }, () => ['x'])]))
  const encode = (text: string) => new TextEncoder().encode(text)
  const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml'])
  const relations = new TextDecoder().decode(parts['xl/_rels/workbook.xml.rels'])
  const file = zipSync({
    ...parts,
    'xl/sharedStrings.xml': encode(`<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`),
    'xl/_rels/workbook.xml.rels': encode(
      relations.replace(
        '</Relationships>',
        '<Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
      ),
    ),
    'xl/worksheets/sheet1.xml': encode(
      sheet.replaceAll(/t="inlineStr"><is><t[^>]*>x<\/t><\/is>/g, 't="s"><v>0</v>'),
    ),
  })
  await expect(readTable(Buffer.from(file))).rejects.toMatchObject({ message: IMPORT_MESSAGES.tooLarge })
})
