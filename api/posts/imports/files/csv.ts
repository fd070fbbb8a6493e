import { CsvError, parse } from 'csv-parse/sync'

import { DomainError, invalidField } from '#api/runtime/errors.ts'
import {
  IMPORT_DELIMITERS,
  type ImportDelimiter,
  IMPORT_MESSAGES,
  type ImportReading,
  type ImportSource,
  MAX_IMPORT_COLUMNS,
} from '#shared/posts/imports.ts'
import { BAD_BYTE, decode } from './encoding.ts'
import { collectRows, type Grid, MAX_LINES } from './grid.ts'

type Csv = Grid & Required<Pick<ImportSource, 'encoding' | 'otherEncodings' | 'delimiter'>>

/** Matches the first line by which Excel names the separator. */
const SEPARATOR_LINE = /^"?sep=(.)"?(\r\n|\n|\r)/
/** Matches the beginning of SYLK, DIF and SocialCalc, text formats whose lines aren't rows. */
const SPREADSHEET_TEXT = /^(ID;P|TABLE(\r\n|\n|\r)0,\d|socialcalc:version)/
/** Number of characters from which the separator is detected. */
const SAMPLE_CHARS = 64 * 1024

/** @throws {DomainError} `invalid` if the file isn't text, has an open quotation mark or exceeds a limit */
export function readCsv(file: Buffer, { encoding, delimiter }: ImportReading): Csv {
  const decoded = decode(file, encoding)
  if (!decoded || decoded.text.includes('\0')) throw invalidField('file', IMPORT_MESSAGES.unreadable)
  if (/<office:document\b/.test(decoded.text.slice(0, 1000)))
    throw invalidField('file', IMPORT_MESSAGES.unreadable)
  if (/^\s*<(!doctype|html|\?xml|table|meta)/i.test(decoded.text.slice(0, 1000)))
    throw invalidField('file', IMPORT_MESSAGES.page)
  if (SPREADSHEET_TEXT.test(decoded.text)) throw invalidField('file', IMPORT_MESSAGES.unreadable)
  const [first = '', named] = SEPARATOR_LINE.exec(decoded.text) ?? []
  const text = decoded.text.slice(first.length)
  const separator = delimiter ?? IMPORT_DELIMITERS.find(each => each === named) ?? delimiterOf(text)
  const { rows, add } = collectRows()
  const doubts: Grid['doubts'] = []
  let line = first === '' ? 0 : 1
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 1024 * 1024,
      cast(cell, { index }) {
        // Rows may end in empty cells, so `add` counts precisely. This stops a line of nothing but separators.
        if (index > 4 * MAX_IMPORT_COLUMNS) throw invalidField('file', IMPORT_MESSAGES.tooManyColumns)
        return cell
      },
      on_record(cells: string[]) {
        line++
        if (line > MAX_LINES) throw invalidField('file', IMPORT_MESSAGES.tooManyRows)
        const plain = cells.map(plainText)
        for (const [column, cell] of plain.entries()) {
          if (decoded.isAssumed && /[^\p{ASCII}]/u.test(cell)) doubts.push({ line, column, kind: 'encoding' })
          else if (cells[column]?.includes(BAD_BYTE)) doubts.push({ line, column, kind: 'repaired' })
        }
        add(line, plain)
        return null
      },
    })
  } catch (error) {
    if (error instanceof DomainError) throw error
    const isOpen = error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED'
    throw invalidField('file', isOpen ? IMPORT_MESSAGES.openQuote(line + 1) : IMPORT_MESSAGES.unreadable)
  }
  return {
    rows,
    doubts,
    hiddenRows: 0,
    hiddenColumns: 0,
    links: new Map(),
    encoding: decoded.encoding,
    otherEncodings: decoded.others,
    delimiter: separator,
  }
}

const plainText = (cell: string) => cell.replaceAll(BAD_BYTE, '').trim()

/** Returns the separator that occurs equally often in most lines; in locales with a decimal comma, Excel writes semicolons. */
function delimiterOf(text: string): ImportDelimiter {
  const noCounts = (): Record<ImportDelimiter, number> => ({ ',': 0, ';': 0, '\t': 0, '|': 0 })
  const lines: Record<ImportDelimiter, number>[] = []
  let counts = noCounts()
  let isQuoted = false
  for (const sign of text.slice(0, SAMPLE_CHARS)) {
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '\n' || sign === '\r') {
      lines.push(counts)
      counts = noCounts()
    } else if (sign in counts) counts[sign as ImportDelimiter]++
  }
  lines.push(counts)
  const scoreOf = (delimiter: ImportDelimiter) => {
    const found = lines.map(line => line[delimiter]).filter(count => count > 0)
    const times = Map.groupBy(found, count => count)
    return Math.max(0, ...Array.from(times, ([count, all]) => all.length * Math.min(count, 12)))
  }
  const scores = IMPORT_DELIMITERS.map(delimiter => ({ delimiter, score: scoreOf(delimiter) }))
  return scores.toSorted((a, b) => b.score - a.score)[0]?.delimiter ?? ','
}
