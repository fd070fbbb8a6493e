import { saveFile } from '#site/lib/save-file.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/** Matches cells that a spreadsheet would run as a formula; strangers' input must stay text. */
const FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/u

const cell = (text: string) => {
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** Formats comma-separated values (RFC 4180) that spreadsheets open as UTF-8 and as text. */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  BYTE_ORDER_MARK + rows.map(row => row.map(cell).join(',') + '\r\n').join('')

export const saveCsv = (name: string, rows: readonly (readonly string[])[]) =>
  saveFile(name, csvOf(rows), 'text/csv;charset=utf-8')
