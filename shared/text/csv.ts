const BYTE_ORDER_MARK = '\uFEFF'

const ERRORS = '#(?:N/A|REF!|VALUE!|DIV/0!|NAME\\?|NULL!|NUM!|SPILL!|CALC!|ERROR!)$'
/** Matches an error that a spreadsheet shows instead of a formula's result. */
const ERROR = new RegExp(`^${ERRORS}`)
export const isFormulaError = (text: string) => ERROR.test(text)

/** Matches cells that a spreadsheet would execute as a formula, or read as an error. */
const FORMULA = new RegExp(`^(\\s*[=+\\-@＝＋－＠]|[\\t\\r\\n]|${ERRORS})`, 'u')

/** Matches an international phone number. Without spaces, a spreadsheet would parse it as a number; with hyphens, as a formula. */
const PHONE_NUMBER = /^\+\d\d[\d ()-]{6,20}$/

/** Separates the country code, as in '+61 400 000 000'. */
const spaced = (phone: string) =>
  `${phone.slice(0, 3)} ${phone
    .slice(3)
    .replaceAll(/[ ()-]+/g, ' ')
    .trim()}`

/** Matches a formula after escaping apostrophes. */
const ESCAPED = new RegExp(FORMULA.source.replace('^', "^'+"), 'u')

/** Prefixes a text that a spreadsheet would execute as a formula, or that is already escaped, with an apostrophe. */
export const escapeFormula = (text: string) => (FORMULA.test(text) || ESCAPED.test(text) ? `'${text}` : text)

/** Like `escapeFormula`, for a format that executes no text. */
export const keepApostrophe = (text: string) => (ESCAPED.test(text) ? `'${text}` : text)

/** Reverts `escapeFormula` and `keepApostrophe`. Leaves other texts as they are, including those that begin with an apostrophe. */
export const unescapeFormula = (text: string) => (ESCAPED.test(text) ? text.slice(1) : text)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const cell = (text: string) => quoted(PHONE_NUMBER.test(text) ? spaced(text) : escapeFormula(text))

/** Formats a row of comma-separated values (RFC 4180), with formulas escaped. */
const csvRow = (cells: readonly string[]) => cells.map(cell).join(',') + '\r\n'

/** Like `csvRow`, for a table that we read again: `unescapeFormula` restores each cell exactly, including phone numbers. */
export const exactCsvRow = (cells: readonly string[]) =>
  cells.map(text => quoted(escapeFormula(text))).join(',') + '\r\n'

/** Marks the start of a file as UTF-8 for Excel. */
export const CSV_START = BYTE_ORDER_MARK

export const csvOf = (rows: readonly (readonly string[])[]) => CSV_START + rows.map(csvRow).join('')
