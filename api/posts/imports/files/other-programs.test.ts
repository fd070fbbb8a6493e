import * as XLSX from '@e965/xlsx'
import { describe, expect, test } from 'bun:test'
import { unzipSync, zipSync } from 'fflate'
import { readFileSync } from 'node:fs'

import { fixture } from '#api/test/fixture.ts'
import { IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { readTime } from '../rows/times.ts'
import { readTable } from './table.ts'

const read = (name: string, reading = {}) => readTable(readFileSync(fixture(`sheets/${name}`)), reading)
const URL = 'https://www.example.com/bread.jpg'

describe.each(['openpyxl.xlsx', 'libreoffice.xlsx', 'excel-97.xls'])('reads %s', name => {
  const { names, rows, source } = read(name)

  test('from the sheet of the plan, below its title', () => {
    expect(source).toMatchObject({ sheet: 'December', otherSheets: ['Notes'], headerLine: 3 })
    expect(names).toEqual(['Networks', 'Text', 'Date', 'Time', 'Pictures'])
  })

  test('without its hidden row, and with a date that rows share', () => {
    expect(source.hiddenRows).toBe(1)
    expect(
      rows.map(({ line, cells: [, text, date, time] }) => [line, text, date?.slice(0, 10), time]),
    ).toEqual([
      [4, 'First', '2030-12-05', '23:59:59'],
      [5, 'Shares its date', '2030-12-05', '10:00'],
      [7, 'Date by formula', name === 'openpyxl.xlsx' ? '' : '47825', '09:30'],
      [8, name === 'openpyxl.xlsx' ? '' : '#N/A', '2030-12-09', ''],
      [10, '', '', ''],
    ])
  })
})

test('names formulas whose results aren’t in the file', () => {
  expect(read('openpyxl.xlsx').source.doubts).toEqual([
    { line: 7, column: 2, kind: 'formula' },
    { line: 8, column: 1, kind: 'formula' },
  ])
})

test.each(['xlsxwriter.xlsx', 'strict.xlsx', 'prefixed.xlsx', 'libreoffice.ods'])(
  'reads rich text, links, results of formulas, and dates in any format from %s',
  name => {
    const { rows } = read(name)
    const at = (row: number) => rows[row]?.cells.map(text => text.replace(/ 00:00$/, ''))
    expect(at(0)).toEqual(['Facebook', 'One bold word', '2030-12-05 23:59:59', '', URL])
    expect(at(1)).toEqual(['Facebook', 'AB', '2030-12-06', '09:30', URL])
    expect(at(2)?.slice(2)).toEqual(['47822.5', '', '#N/A'])
    // LibreOffice reads the text as an escaped A.
    if (name !== 'libreoffice.ods') expect(at(2)?.slice(0, 2)).toEqual(['TRUE', '_x0041_ stays'])
  },
)

test('shows the number of a date that no calendar has', () => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['Date', 'Text'],
    [{ t: 'n', v: 47_000.5, z: 'yyyy-mm-dd hh:mm' }, 'A post'],
    [{ t: 'n', v: -700_000, z: 'yyyy-mm-dd' }, 'Another post'],
    [{ t: 'n', v: 1e15, z: 'yyyy-mm-dd' }, 'A third post'],
  ])
  const book = XLSX.utils.book_new(sheet, 'Posts')
  const { rows } = readTable(
    Buffer.from(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer),
  )
  expect(rows.map(({ cells }) => cells[0])).toEqual(['2028-09-04 12:00', '-700000', '1000000000000000'])
})

test('shows a time after midnight of a later day as the sheet does, so that it is refused rather than read as 1 am', () => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['Date', 'Time', 'Text'],
    ['2030-12-05', { t: 'n', v: 25 / 24, z: '[hh]:mm:ss' }, 'A post'],
    ['2030-12-05', { t: 'n', v: 9 / 24, z: '[hh]:mm:ss' }, 'Another post'],
  ])
  const book = XLSX.utils.book_new(sheet, 'Posts')
  const { rows } = readTable(
    Buffer.from(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer),
  )
  expect(rows.map(({ cells }) => cells[1])).toEqual(['25:00', '09:00'])
  const timeOf = (time: string) =>
    readTime({ date: '2030-12-05', time }, { timeZone: 'UTC', dateOrder: 'dmy' })
  expect(() => timeOf('25:00')).toThrow('We can’t read the time “25:00”.')
})

test('doesn’t mistake the 0 that XlsxWriter saves for a formula’s result', () => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['Date', 'Text'],
    ['2030-12-05', { t: 'n', v: 0, f: 'A1&B1' }],
  ])
  const book = XLSX.utils.book_new(sheet, 'Posts')
  const file = Buffer.from(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
  expect(readTable(file).source.doubts).toEqual([{ line: 2, column: 1, kind: 'formula' }])
})

test('reads the date system of 1904', () => {
  expect(read('xlsxwriter-1904.xlsx').rows[0]?.cells[2]).toBe('2030-12-05 09:30')
})

test('reads a workbook of exceljs, with shared strings and a worksheet that names its relationships', () => {
  expect(read('exceljs.xlsx').rows).toEqual([
    { line: 2, cells: ['Facebook', 'exceljs', '2026-12-05', '09:30', 'http://127.0.0.1:3199/base.jpg'] },
  ])
})

test('reads the sheet that the user chooses, unless it is hidden', () => {
  expect(() => read('openpyxl.xlsx', { sheet: 'Old plan' })).toThrow(IMPORT_MESSAGES.noSheet)
  expect(read('xlsxwriter.xlsx', { sheet: 'Posts' }).rows).toHaveLength(3)
})

test('asks for another format if an OpenDocument file has hidden rows', () => {
  expect(() => read('hidden.ods')).toThrow(IMPORT_MESSAGES.hiddenInOds)
})

const csv = (bytes: Buffer | string, reading = {}) => readTable(Buffer.from(bytes), reading)
const PLAN = 'Datum;Text\r\n05.12.2030;"Frühstück für 7,50 € – „süß“ & köstlich"\r\n'
const TEXT = 'Frühstück für 7,50 € – „süß“ & köstlich'
const WINDOWS = Buffer.from(
  PLAN.replaceAll('€', '\x80').replaceAll('–', '\x96').replaceAll('„', '\x84').replaceAll('“', '\x93'),
  'latin1',
)
const MAC = Buffer.from(
  PLAN.replaceAll(/[üö€–„ß“]/g, sign =>
    String.fromCharCode({ ü: 0x9f, ö: 0x9a, '€': 0xdb, '–': 0xd0, '„': 0xe3, ß: 0xa7, '“': 0xd2 }[sign]!),
  ),
  'latin1',
)

test.each([
  ['UTF-8 with a mark', `\uFEFF${PLAN}`, 'utf-8', 0],
  ['UTF-16LE with a mark', Buffer.from(`\uFEFF${PLAN}`, 'utf16le'), 'utf-16le', 0],
  ['UTF-16LE without a mark', Buffer.from(PLAN, 'utf16le'), 'utf-16le', 0],
  ['UTF-16BE with a mark', Buffer.from(`\uFEFF${PLAN}`, 'utf16le').swap16(), 'utf-16be', 0],
  ['UTF-16BE without a mark', Buffer.from(PLAN, 'utf16le').swap16(), 'utf-16be', 0],
  ['Windows', WINDOWS, 'windows-1252', 1],
  ['a classic Mac', MAC, 'macintosh', 1],
  [
    'a classic Mac, with its line ends',
    Buffer.from(MAC.toString('latin1').replaceAll('\r\n', '\r'), 'latin1'),
    'macintosh',
    1,
  ],
  ['UTF-8 garbled by Windows', Buffer.from(garbled(PLAN)), 'utf-8', 1],
])(
  'reads the encoding of %s, and says which cells depend on an assumption',
  (_, bytes, encoding, doubtful) => {
    const { rows, source } = csv(bytes)
    expect(rows).toEqual([{ line: 2, cells: ['05.12.2030', TEXT] }])
    expect(source).toMatchObject({ encoding, doubtful, delimiter: ';' })
  },
)

/** Returns the text as shown by a program that reads UTF-8 as Windows-1252. */
function garbled(text: string): string {
  return new TextDecoder('windows-1252').decode(Buffer.from(text))
}

const bytesIn = (encoding: string, text: string) => {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from(Array.from(text, sign => bytes.get(sign) ?? 0))
}

test.each([
  'It’s fresh',
  'Don’t miss Sam’s “big” sale – 5 days…',
  'Bread — fresh daily',
  'rock ’n’ roll',
  '‘Single’ • 5 € • ¥500',
  'L’été à la plage',
  'Ángel',
  '¡Hola! ¿Qué tal?',
  'Café',
  '30° today',
])('reads “%s” the same from Windows and from a classic Mac', text => {
  const read = (encoding: string) => csv(bytesIn(encoding, `Date;Text\n2030-12-05;${text}`)).rows[0]?.cells[1]
  expect([read('windows-1252'), read('macintosh')]).toEqual([text, text])
})

test.each([
  '<?xml version="1.0"?>\n<office:document xmlns:office="urn:oasis"></office:document>',
  'ID;PWXL;N;E\r\nC;Y1;X1;K"Text"',
  'TABLE\r\n0,1\r\n"EXCEL"',
  'socialcalc:version:1.5\nMIME',
])('refuses %j, a text format whose lines aren’t rows', text =>
  expect(() => csv(text)).toThrow(IMPORT_MESSAGES.unreadable),
)

/** Python's `str.encode`, because the platform only writes UTF-8. */
const ENCODED: [name: string, encoding: string, hex: string, text: string][] = [
  [
    'Turkish from Windows',
    'windows-1254',
    '446174652c546578740a323033302d30322d30312030393a33302c596172fd6e2074617a6520656b6d656b2067fc6e65fe6c69206269722073616261680a',
    'Yarın taze ekmek güneşli bir sabah',
  ],
  [
    'Icelandic from Windows',
    'windows-1252',
    '446174652c546578740a323033302d30322d30312030393a33302cde61f0206572206efd74742062726175f020ed206461670a',
    'Það er nýtt brauð í dag',
  ],
  [
    'Japanese in Shift JIS',
    'shift_jis',
    '446174652c546578740a323033302d30322d30312030393a33302c8da18c8e82cc82a882b782b782df82cd834a838c815b8370839382c582b781420a',
    '今月のおすすめはカレーパンです。',
  ],
  [
    'Japanese names in Shift JIS',
    'shift_jis',
    '446174652c546578740a323033302d30322d30312030393a33302c938c8b9e9056935895dc8a4a93580a',
    '東京新店舗開店',
  ],
  [
    'Russian from Windows',
    'windows-1251',
    '446174652c546578740a323033302d30322d30312030393a33302cd1eae8e4eae820ede020f5ebe5e120e2f1fe20ede5e4e5ebfe0a',
    'Скидки на хлеб всю неделю',
  ],
  [
    'short Russian from Windows',
    'windows-1251',
    '446174652c546578740a323033302d30322d30312030393a33302ccff0e8e2e5f20a',
    'Привет',
  ],
  [
    'Russian from DOS',
    'ibm866',
    '446174652c546578740a323033302d30322d30312030393a33302c91aaa8a4aaa820ada020e5aba5a120a2e1ee20ada5a4a5abee0a',
    'Скидки на хлеб всю неделю',
  ],
  [
    'Russian in KOI8',
    'koi8-r',
    '446174652c546578740a323033302d30322d30312030393a33302cf3cbc9c4cbc920cec120c8ccc5c220d7d3c020cec5c4c5ccc00a',
    'Скидки на хлеб всю неделю',
  ],
  [
    'German from DOS',
    'ibm850',
    '446174652c546578740a323033302d30322d30312030393a33302c2246728168737481636b206681722047847374652c20677294e1657220756e6420736368946e6572220a',
    'Frühstück für Gäste, größer und schöner',
  ],
  [
    'French from DOS',
    'ibm850',
    '446174652c546578740a323033302d30322d30312030393a33302c556e20636166822063728a6d65208520639374820a',
    'Un café crème à côté',
  ],
  [
    'French from US DOS',
    'ibm850',
    '446174652c546578740a323033302d30322d30312030393a33302c44826a852076752085206c612063728a6d650a',
    'Déjà vu à la crème',
  ],
  [
    'Polish from Windows',
    'windows-1250',
    '446174652c546578740a323033302d30322d30312030393a33302c228c776965bf65206275b36b69206b61bf6465676f20646e69612c207a61bff3b3e62067ea9c6cb9206a619ff1220a',
    'Świeże bułki każdego dnia, zażółć gęślą jaźń',
  ],
  [
    'Chinese',
    'gb18030',
    '446174652c546578740a323033302d30322d30312030393a33302cb1bed6dcd0c2c6b7c9cfcad0a3acbbb6d3adb9e2c1d90a',
    '本周新品上市，欢迎光临',
  ],
  [
    'Portuguese from Windows',
    'windows-1252',
    '446174652c546578740a323033302d30322d30312030393a33302c50726f6d6fe7e36f2064652070e36f3a2073f320616d616e68e320e073206e6f76650a',
    'Promoção de pão: só amanhã às nove',
  ],
  [
    'Swedish from Windows',
    'windows-1252',
    '446174652c546578740a323033302d30322d30312030393a33302c4e796772e464646174206272f6642070e5206cf6726461670a',
    'Nygräddat bröd på lördag',
  ],
  [
    'Swedish from a Mac',
    'macintosh',
    '446174652c546578740a323033302d30322d30312030393a33302c4e7967728a646461742062729a6420708c206c9a726461670a',
    'Nygräddat bröd på lördag',
  ],
  [
    'Japanese in UTF-16 without a mark',
    'utf-16le',
    '44006100740065002c0054006500780074000a0032003000330030002d00300032002d00300031002000300039003a00330030002c00ca4e08676e304a305930593081306f30ab30ec30fc30d130f330673059300230ca4e08676e304a305930593081306f30ab30ec30fc30d130f3306730593002300a00',
    '今月のおすすめはカレーパンです。今月のおすすめはカレーパンです。',
  ],
  [
    'Russian in UTF-16 without a mark',
    'utf-16be',
    '0044006100740065002c0054006500780074000a0032003000330030002d00300032002d00300031002000300039003a00330030002c0421043a04380434043a04380020043d043000200445043b04350431002004320441044e0020043d043504340435043b044e000a',
    'Скидки на хлеб всю неделю',
  ],
]

test.each(ENCODED)('reads %s', (_, encoding, hex, text) => {
  const { rows, source } = readTable(Buffer.from(hex, 'hex'))
  expect([rows[0]?.cells[1], source.encoding]).toEqual([text, encoding as typeof source.encoding])
})

/** Windows-1250's bytes of the letters below, in order. */
const CENTRAL_EUROPEAN = new Map(
  [...'ĚŠČŘŽýáíéěščřžůťďňąęłńśżźćőűăâţşŁŚŻóöüî'].map((letter, at) => [
    letter,
    Buffer.from('cc8ac8d88efde1ede9ec9ae8f89ef99deff2b9eab3f19cbf9fe6f5fbe3e2febaa38caff3f6fcee', 'hex')[at]!,
  ]),
)

test.each([
  'Dnes otevřeno do osmi',
  'Příští týden máme zavřeno',
  'Čtvrtek: guláš',
  'Děkujeme',
  'Zapraszamy na świeży chleb',
  'W następną sobotę zamknięte',
  'Dzień dobry',
  'Będzie pysznie',
  'Fűszeres káposzta',
  'Hétfő',
  'Kuća je puna',
  'Vidimo se u četvrtak',
  'Vă aşteptăm sâmbătă',
])('reads a short text of Windows-1250: %s', text => {
  const bytes = Array.from(text, letter => CENTRAL_EUROPEAN.get(letter) ?? letter.charCodeAt(0))
  const { rows, source } = readTable(Buffer.from([...Buffer.from('Date,Text\n2030-12-01,'), ...bytes, 10]))
  expect([rows[0]?.cells[1], source.encoding]).toEqual([text, 'windows-1250'])
})

test.each([
  'Frisk brød på lørdag',
  'Smørrebrød',
  'Caffè gratis, lunedì chiuso',
  'Les œufs de Pâques',
  'São João, você vem?',
])('reads a short text of Windows-1252: %s', text => {
  const bytes = Array.from(text, letter => (letter === 'œ' ? 0x9c : letter.charCodeAt(0)))
  const { rows, source } = readTable(
    Buffer.from([...Buffer.from('Date,Text\n2030-12-01,"'), ...bytes, 34, 10]),
  )
  expect([rows[0]?.cells[1], source.encoding]).toEqual([text, 'windows-1252'])
})

test('offers the other reading, and uses it when it is chosen', () => {
  expect(csv(MAC).source.otherEncodings).toEqual(['windows-1252'])
  const { rows, source } = csv(MAC, { encoding: 'windows-1252' })
  expect(rows[0]?.cells[1]).toStartWith('FrŸhstŸck')
  expect(source.otherEncodings).toEqual(['macintosh'])
  expect(csv(garbled(PLAN), { repair: 'no' }).rows[0]?.cells[1]).toStartWith('FrÃ¼hstÃ¼ck')
})

test('reads one bad byte in UTF-8 as a Windows character, and names its cell', () => {
  const bytes = Buffer.concat([
    Buffer.from('Date,Text\n2030-12-05,Süßes f'),
    Buffer.from([0xfc]),
    Buffer.from('r alle'),
  ])
  const { rows, source } = csv(bytes)
  expect(rows[0]?.cells[1]).toBe('Süßes für alle')
  expect(source.doubts).toEqual([{ line: 2, column: 1, kind: 'repaired' }])
})

test.each(['CAFÉ–BAR', 'São Paulo – NÃO', 'Âge d’or', 'Über größere Ämter', '© 2030', '日本語 🎉'])(
  'leaves the text %p as it is',
  text => {
    expect(csv(`Date,Text\n2030-12-05,${text}`)).toMatchObject({
      rows: [{ cells: ['2030-12-05', text] }],
      source: { doubtful: 0 },
    })
  },
)

test('reads the separator from Excel’s first line, or detects it from all lines', () => {
  expect(csv('sep=;\r\nDate;Text\r\n2030-12-05;a, b, c')).toMatchObject({
    names: ['Date', 'Text'],
    rows: [{ line: 3, cells: ['2030-12-05', 'a, b, c'] }],
  })
  expect(csv('Plan, December\nDate;Text\n2030-12-05;a, b, c\n2030-12-06;d, e').names).toEqual([
    'Date',
    'Text',
  ])
  expect(csv('Date\tText\n2030-12-05\ta, b; c').rows[0]?.cells).toEqual(['2030-12-05', 'a, b; c'])
})

test.each([
  ['openpyxl.xlsx', 'xl/worksheets/sheet1.xml'],
  ['xlsxwriter.xlsx', 'xl/sharedStrings.xml'],
  ['prefixed.xlsx', 'xl/worksheets/sheet1.xml'],
  ['libreoffice.ods', 'content.xml'],
] as const)('rejects %s instead of importing a part of it if %s is cut', (name, part) => {
  const parts = unzipSync(readFileSync(fixture(`sheets/${name}`)))
  const xml = parts[part]!
  for (const share of [0.2, 0.6, 0.99]) {
    const cut = zipSync({ ...parts, [part]: xml.subarray(0, xml.length * share) })
    expect(() => readTable(Buffer.from(cut))).toThrow(IMPORT_MESSAGES.unreadable)
  }
})
