import * as XLSX from '@e965/xlsx'
import { strToU8, zipSync, type Zippable } from 'fflate'

/** Builds a file. `random` gives numbers from 0 to 1, which choose sizes and contents. */
type Make = (random: () => number) => Uint8Array

const MB = 1024 * 1024
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = ['Date', 'Time', 'Networks', 'Text', 'Pictures', 'Alt texts', 'First comment', 'Labels', 'Link']

/** Date of the posts, within the period for which the api accepts posts. */
const DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

const between = (random: () => number, from: number, to: number) => Math.floor(from + random() * (to - from))
const oneOf = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)]!

const string = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const HEAD_ROW = `<row r="1">${HEAD.map((name, at) => string(`${'ABCDEFGHI'[at]}1`, name)).join('')}</row>`
const POST = (row: number, text = 'A post') =>
  `<row r="${row}">${string(`A${row}`, DAY)}${string(`B${row}`, '09:30')}${string(`D${row}`, text)}</row>`

type Parts = { rows: string; afterRows?: string; beforeSheet?: string; shared?: string; styles?: string }

/** Packs a workbook of one sheet, with any XML as its parts. */
function workbook({ rows, afterRows = '', beforeSheet = '', shared, styles }: Parts, more: Zippable = {}) {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}" ContentType="${TYPE}.${type}+xml"/>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  return zipSync(
    {
      '[Content_Types].xml': strToU8(
        `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${part('worksheets/sheet1.xml', 'worksheet')}${part('styles.xml', 'styles')}${part('sharedStrings.xml', 'sharedStrings')}</Types>`,
      ),
      '_rels/.rels': strToU8(
        `<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      ),
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Posts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'styles', 'styles.xml')}${relation('rId3', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
      ),
      'xl/styles.xml': strToU8(styles ?? `<styleSheet xmlns="${MAIN}"/>`),
      ...(shared !== undefined && { 'xl/sharedStrings.xml': strToU8(shared) }),
      'xl/worksheets/sheet1.xml': strToU8(
        `${beforeSheet}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetData>${HEAD_ROW}${rows}</sheetData>${afterRows}</worksheet>`,
      ),
      ...more,
    },
    { level: 6 },
  )
}

const csv = (rows: readonly (readonly string[])[]) =>
  strToU8(
    [HEAD, ...rows].map(row => row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n'),
  )

/** Texts that once took quadratic time, or take long to measure. */
const UNITS = [
  'a',
  'https://a.b/ ',
  '#a ',
  '@a ',
  'e\u0301\u0316',
  '👩‍👩‍👧‍👦',
  '.',
  ')',
  '+61 400 000 000 ',
  '0',
  ' ',
  '|',
  'a, ',
  '\u202E',
  '"',
  '\uFFFD',
  'Ã¼',
  'ä',
]
const repeated = (unit: string, chars: number) => unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)

/** A plan with the text in one column of each row, until its file has almost the maximum size. */
function longCells(column: string, chars: number, unit: string) {
  const at = HEAD.indexOf(column)
  const text = repeated(unit, chars)
  const rows = Math.min(500, Math.floor((4.8 * MB) / (strToU8(text).length + 200)))
  return csv(
    Array.from({ length: rows }, (_, row) => {
      const cells = [
        DAY,
        `09:${String(row % 60).padStart(2, '0')}`,
        'facebook',
        `Post ${row}`,
        'https://a.b/a.jpg',
        '',
        '',
        '',
        '',
      ]
      cells[at] = text
      return cells
    }),
  )
}

function sheetJs(format: XLSX.BookType, rows: number, columns: number, text: string) {
  const book = XLSX.utils.book_new()
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => `${text} ${row} ${column}`),
  )
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([HEAD, ...cells]), 'Posts')
  return new Uint8Array(
    XLSX.write(book, { type: 'array', bookType: format, compression: true }) as ArrayBuffer,
  )
}

/** The container of a workbook that Excel has encrypted with a password ([MS-OFFCRYPTO] 1.3.2). */
function locked(random: () => number) {
  const file = XLSX.CFB.utils.cfb_new()
  const noise = Uint8Array.from({ length: between(random, 4096, 64 * 1024) }, () =>
    Math.floor(random() * 256),
  )
  XLSX.CFB.utils.cfb_add(file, '/EncryptionInfo', [4, 0, 4, 0, 64, 0, 0, 0, ...strToU8('<encryption/>')])
  XLSX.CFB.utils.cfb_add(file, '/EncryptedPackage', Array.from(noise))
  return new Uint8Array(XLSX.CFB.write(file, { type: 'array' }) as number[])
}

const ods = (rows: string) =>
  zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
    'META-INF/manifest.xml': strToU8(
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>',
    ),
    'content.xml': strToU8(
      `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="Posts">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    ),
  })

/** Damages a file: cuts it, or overwrites some of its bytes. */
function damaged(file: Uint8Array, random: () => number) {
  if (random() < 0.4) return file.slice(0, between(random, 4, file.length))
  const copy = file.slice()
  for (let times = between(random, 1, 60); times > 0; times--)
    copy[between(random, 4, copy.length)] = between(random, 0, 256)
  return copy
}

const entities = `<!DOCTYPE worksheet [<!ENTITY a "${'lol'.repeat(40)}">${'bcdefgh'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefg'[at]};`.repeat(40)}">`)
  .join('')}]>`

/** Files that are expensive to read, by name. */
export const HOSTILE: Record<string, Make> = {
  'spaces.xlsx': random => workbook({ rows: POST(2) + ' '.repeat(between(random, 30, 120) * MB) }),
  'claims-less.xlsx': random => {
    const file = workbook({ rows: POST(2) + ' '.repeat(between(random, 30, 120) * MB) })
    // The sizes in the directory at the end of the zip aren't those of the parts.
    const view = new DataView(file.buffer)
    for (let at = 0; at < file.length - 46; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1000, true)
    return file
  },
  'million-rows.xlsx': random =>
    workbook({
      rows: Array.from(
        { length: between(random, 100_000, 400_000) },
        (_, at) => `<row r="${1_048_576 - at}"/>`,
      )
        .toReversed()
        .join(''),
    }),
  'million-cells.xlsx': random =>
    workbook({
      rows: Array.from(
        { length: 200_000 },
        (_, at) =>
          `<row r="${at + 2}"><c r="A${at + 2}"${random() < 0.5 ? ' s="1"' : ''}><v>${at}</v></c></row>`,
      ).join(''),
    }),
  'dimension.xlsx': () =>
    workbook({ rows: POST(2) + POST(1_048_576), afterRows: '<dimension ref="A1:XFD1048576"/>' }),
  'wide.xlsx': random =>
    workbook({
      rows: Array.from(
        { length: between(random, 2, 40) },
        (_, row) => `<row r="${row + 2}">${'<c><v>1</v></c>'.repeat(16_384)}</row>`,
      ).join(''),
    }),
  'one-string.xlsx': random => {
    const rows = Array.from(
      { length: 500 },
      (_, at) => `<row r="${at + 2}"><c r="D${at + 2}" t="s"><v>0</v></c></row>`,
    )
    return workbook({
      rows: rows.join(''),
      shared: `<sst xmlns="${MAIN}"><si><t>${repeated(oneOf(random, ['x', 'é', 'https://a.b/ ']), between(random, 10_000, MB))}</t></si></sst>`,
    })
  },
  'many-strings.xlsx': random =>
    workbook({
      rows: POST(2),
      shared: `<sst xmlns="${MAIN}">${'<si><t>x</t></si>'.repeat(between(random, 300_000, 1_000_000))}</sst>`,
    }),
  'rich-strings.xlsx': () =>
    workbook({
      rows: POST(2),
      shared: `<sst xmlns="${MAIN}"><si>${'<r><rPr><b/></rPr><t>x</t></r>'.repeat(300_000)}</si></sst>`,
    }),
  'deep.xlsx': random => {
    const depth = between(random, 50_000, 900_000)
    return workbook({ rows: POST(2), afterRows: '<x>'.repeat(depth) + '</x>'.repeat(depth) })
  },
  'entities.xlsx': () => workbook({ rows: POST(2, '&h;&h;'), beforeSheet: entities }),
  'merges.xlsx': random =>
    workbook({
      rows: POST(2),
      afterRows: `<mergeCells>${'<mergeCell ref="A2:XFD1048576"/>'.repeat(between(random, 10_000, 400_000))}</mergeCells>`,
    }),
  'links.xlsx': () =>
    workbook({
      rows: POST(2),
      afterRows: `<hyperlinks>${'<hyperlink ref="A1:XFD1048576" location="x"/>'.repeat(100_000)}</hyperlinks>`,
    }),
  'formulas.xlsx': random =>
    workbook({
      rows: Array.from(
        { length: 500 },
        (_, at) =>
          `<row r="${at + 2}">${'<c><f>SUM(A1:XFD1048576)</f></c>'.repeat(between(random, 20, 250))}</row>`,
      ).join(''),
    }),
  'shared-formula.xlsx': () =>
    workbook({
      rows: `<row r="2"><c r="A2"><f t="shared" ref="A2:XFD1048576" si="0">A1</f></c></row>${Array.from({ length: 60_000 }, (_, at) => `<row r="${at + 3}"><c r="A${at + 3}"><f t="shared" si="0"/></c></row>`).join('')}`,
    }),
  'array-formula.xlsx': () =>
    workbook({ rows: `<row r="2"><c r="A2"><f t="array" ref="A2:XFD1048576">A1</f><v>1</v></c></row>` }),
  'external-links.xlsx': () =>
    workbook(
      { rows: `<row r="2"><c r="A2"><f>[1]Sheet1!A1</f><v>1</v></c></row>` },
      {
        'xl/externalLinks/externalLink1.xml': strToU8(
          `<externalLink xmlns="${MAIN}">${'<x/>'.repeat(2_000_000)}</externalLink>`,
        ),
      },
    ),
  'styles.xlsx': random =>
    workbook({
      rows: POST(2),
      styles: `<styleSheet xmlns="${MAIN}"><numFmts>${Array.from({ length: between(random, 20_000, 120_000) }, (_, at) => `<numFmt numFmtId="${at + 164}" formatCode="${'yyyy'.repeat(8)}${at}"/>`).join('')}</numFmts></styleSheet>`,
    }),
  'format.xlsx': () =>
    workbook({
      rows: Array.from(
        { length: 400 },
        (_, at) => `<row r="${at + 2}"><c r="A${at + 2}" s="0"><v>47000.5</v></c></row>`,
      ).join(''),
      styles: `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="${'[h'.repeat(60_000)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
    }),
  'columns.xlsx': () =>
    workbook({
      rows: POST(2),
      beforeSheet: '',
      afterRows: `<cols>${'<col min="1" max="16384" width="9"/>'.repeat(200_000)}</cols>`,
    }),
  'sheets.xlsx': random => sheetJs('xlsx', between(random, 2000, 9000), 30, 'A text of a cell'),
  'biff.xls': random => sheetJs('biff8', between(random, 1000, 9000), 20, 'A text of a cell'),
  'biff5.xls': random => sheetJs('biff5', between(random, 1000, 4000), 20, 'A text'),
  'binary.xlsb': random => sheetJs('xlsb', between(random, 1000, 9000), 30, 'A text of a cell'),
  'damaged.xls': random => damaged(sheetJs('biff8', 400, 9, 'A text of a cell'), random),
  'damaged.xlsb': random => damaged(sheetJs('xlsb', 400, 9, 'A text of a cell'), random),
  'damaged.xlsx': random => damaged(sheetJs('xlsx', 400, 9, 'A text of a cell'), random),
  'damaged.ods': random => damaged(sheetJs('ods', 400, 9, 'A text of a cell'), random),
  'page.xls': random =>
    strToU8(
      `<html><table>${`<tr><td>${'x'.repeat(40)}</td></tr>`.repeat(between(random, 1000, 70_000))}</table></html>`,
    ),
  'xml.xls': random => sheetJs('xlml', between(random, 100, 1500), 9, 'A text'),
  'locked.xlsx': locked,
  'repeated.ods': random =>
    ods(
      `<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="${between(random, 200, 16_384)}"><text:p>x</text:p></table:table-cell></table:table-row>`,
    ),
  'repeated-row.ods': () =>
    ods(
      '<table:table-row><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>'.repeat(
        300,
      ),
    ),
  'spaces.ods': () =>
    ods(
      '<table:table-row><table:table-cell><text:p><text:s text:c="100000000"/></text:p></table:table-cell></table:table-row>',
    ),
  'long-cells.csv': random => longCells(oneOf(random, HEAD), 100_000, oneOf(random, UNITS)),
  'long-texts.csv': random =>
    longCells('Text', oneOf(random, [60_000, 100_000, MB - 10]), oneOf(random, UNITS)),
  'longest-texts.csv': random => longCells('Text', 63_000, oneOf(random, UNITS)),
  'long-comments.csv': random => longCells('First comment', 9000, oneOf(random, UNITS)),
  'long-lists.csv': random =>
    longCells(
      oneOf(random, ['Networks', 'Labels', 'Alt texts', 'Pictures']),
      9000,
      oneOf(random, ['a,', 'facebook ', '|', 'https://a.b/ ', ', ']),
    ),
  'long-dates.csv': random =>
    longCells(
      oneOf(random, ['Date', 'Time']),
      oneOf(random, [99, 9000]),
      oneOf(random, ['1', '1 ', '5 de ', '12/05/', 'a1', '9:']),
    ),
  'full.csv': random =>
    csv(
      Array.from({ length: 500 }, () =>
        Array.from({ length: 250 }, () => repeated(oneOf(random, ['é', 'a']), 18)),
      ),
    ),
  'separators.csv': random =>
    strToU8(repeated(oneOf(random, [',', ';', '\t', '|', '"', '",', '\n', '"\n', ',\n', '""']), 4 * MB)),
  'noise.csv': random => Uint8Array.from({ length: 2 * MB }, () => 32 + Math.floor(random() * 224)),
  'bytes.csv': random =>
    strToU8('Date,Text\n').length
      ? Uint8Array.from({ length: 3 * MB }, (_, at) =>
          at % 90 === 0 ? 10 : oneOf(random, [0xe4, 0x80, 0x2c, 0xff, 0x41]),
        )
      : new Uint8Array(),
  'utf-16.csv': () =>
    new Uint8Array(Buffer.from(repeated(`Date,Text\n${DAY} 09:30,Tä\n`, 2 * MB), 'utf16le')),
}

/** Returns `count` files of all kinds in turn, with random sizes and contents. */
export function hostileFiles(count: number, random: () => number): { name: string; bytes: Uint8Array }[] {
  const kinds = Object.entries(HOSTILE)
  const from = Math.floor(random() * kinds.length)
  return Array.from({ length: count }, (_, at) => {
    const [name, make] = kinds[(from + at) % kinds.length]!
    return { name, bytes: make(random) }
  })
}
