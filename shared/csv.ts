const BYTE_ORDER_MARK = '\uFEFF'

/** Matches cells that a spreadsheet would run as a formula; input of others must stay text. */
const FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/u

const cell = (text: string) => {
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** Formats a row of comma-separated values (RFC 4180) in which a spreadsheet finds no formula. */
export const csvRow = (cells: readonly string[]) => cells.map(cell).join(',') + '\r\n'

/** Marks the start of a file as UTF-8 for Excel. */
export const CSV_START = BYTE_ORDER_MARK

export const csvOf = (rows: readonly (readonly string[])[]) => CSV_START + rows.map(csvRow).join('')
