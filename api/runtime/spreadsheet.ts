import { makeZip } from 'client-zip'

import type { SpreadsheetFormat } from '#shared/posts/posts.ts'
import { CSV_START, exactCsvRow, keepApostrophe } from '#shared/text/csv.ts'
import { graphemePrefix } from '#shared/text/graphemes.ts'

type Rows = AsyncIterable<readonly string[]> | Iterable<readonly string[]>

const SPREADSHEET_TYPES: Record<SpreadsheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Streams a table whose first row names its columns. */
export function streamSpreadsheet(
  format: SpreadsheetFormat,
  { rows, columns, modified }: { rows: Rows; columns: number; modified: Date },
): ReadableStream<Uint8Array> {
  return format === 'xlsx' ? streamWorkbook(rows, columns, modified) : streamOf(linesOf(rows))
}

async function* linesOf(rows: Rows): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(CSV_START)
  for await (const cells of rows) yield encoder.encode(exactCsvRow(cells))
}

const streamOf = (chunks: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })

export type Column<Item> = [name: string, cell: (item: Item) => string]

/** Yields the names of the columns and the rows of a list, which is read one page at a time. */
export async function* listRows<Item>(
  columns: readonly Column<Item>[],
  readPage: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): AsyncGenerator<string[]> {
  yield columns.map(([name]) => name)
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await readPage(cursor)
    for (const item of items) yield columns.map(([, cell]) => cell(item))
    cursor = nextCursor ?? undefined
  } while (cursor)
}

export const downloadHeaders = (format: SpreadsheetFormat, name: string) => ({
  'Content-Type': SPREADSHEET_TYPES[format],
  'Content-Disposition': `attachment; filename="${name}.${format}"`,
})

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Excel's maximum length of a cell. It reports a file with longer ones as damaged. */
const MAX_CELL_CHARS = 32_767
const COLUMN_WIDTH = 24

/** Parts of the package besides the sheet (ECMA-376). Style 1 is the bold text of the names. */
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Posts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
}

/**
 * Streams rows of text as an XLSX file. Every cell is text, so Excel evaluates none as a formula. The first row names the
 * columns.
 */
export function streamWorkbook(rows: Rows, columns: number, modified: Date): ReadableStream<Uint8Array> {
  const parts = Object.entries(PARTS).map(([name, input]) => ({
    name,
    input: XML + input,
    lastModified: modified,
  }))
  const sheet = { name: 'xl/worksheets/sheet1.xml', input: sheetOf(rows, columns), lastModified: modified }
  return makeZip([...parts, sheet])
}

async function* sheetOf(rows: Rows, columns: number): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="${COLUMN_WIDTH}" customWidth="1"/></cols><sheetData>`
  let row = 0
  for await (const cells of rows) {
    row++
    yield `<row r="${row}">${cells.map((text, at) => cellOf(text, `${letters(at)}${row}`, row === 1 ? 1 : 0)).join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

const cellOf = (text: string, place: string, style: number) =>
  text === ''
    ? ''
    : `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

/** Removes characters that XML 1.0 doesn't allow, and keeps a text such as `_x0041_`, which Excel would read as an A. */
const escapeXml = (text: string) =>
  Bun.escapeHTML(
    graphemePrefix(keepApostrophe(text), MAX_CELL_CHARS)
      .toWellFormed()
      .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
      .replaceAll(/_(?=x[\dA-F]{4}_)/gi, '_x005F_'),
  )

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCodePoint(65 + (column % 26))
