const BYTE_ORDER_MARK = '\uFEFF'

/** Matches cells that a spreadsheet would run as a formula. User input must never be run. */
const FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/u

/** Matches an international phone number. Without spaces, a spreadsheet would parse it as a number; with hyphens, as a formula. */
const PHONE_NUMBER = /^\+\d\d[\d ()-]{6,20}$/

/** Separates the country code, as in '+61 400 000 000'. */
const spaced = (phone: string) =>
  `${phone.slice(0, 3)} ${phone
    .slice(3)
    .replaceAll(/[ ()-]+/g, ' ')
    .trim()}`

const cell = (text: string) => {
  const harmless = PHONE_NUMBER.test(text) ? spaced(text) : FORMULA.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** Formats a row of comma-separated values (RFC 4180), with formulas escaped. */
export const csvRow = (cells: readonly string[]) => cells.map(cell).join(',') + '\r\n'

/** Marks the start of a file as UTF-8 for Excel. */
export const CSV_START = BYTE_ORDER_MARK

export const csvOf = (rows: readonly (readonly string[])[]) => CSV_START + rows.map(csvRow).join('')
