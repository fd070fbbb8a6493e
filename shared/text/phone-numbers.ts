import { withAsciiDigits, withoutInvisible, withPlainDashes, withPlainSpaces } from './characters.ts'
import { findLinks } from './links.ts'

const IS_EMAIL = /.@./
/** Matches eight to fifteen digits in one line, with common separators between them. */
const DIGITS = /(?<![\w$€£#.,/-])(?:\+|\(\+?)?\d(?:[ .()/-]{0,3}\d){7,14}(?![\w%]|[.,:/-]?\d)/g
/** Matches dates, year ranges and large amounts with separators, which look like phone numbers. */
const NOT_PHONE_NUMBERS = [
  /^\d{4}-\d{2}-\d{2}\b/,
  /^\d{1,2}([./-])\d{1,2}\1\d{2,4}\b/,
  /^\d{4} ?- ?\d{4}$/,
  /^[1-9]\d{0,2}(\.\d{3})+$/,
]
/** Match a word before the digits that names the kind of number. */
const PHONE_LABEL =
  /\b(?:call|ring|dial|phone|ph|tel|telephone|mobile|mob|text|sms|whatsapp|fax)\b[^\p{L}\d]{0,5}$/iu
const OTHER_LABEL =
  /\b(?:isbn|issn|ean|upc|gtin|abn|acn|sku|bsb|order|invoice|ref|reference|item|model|part|serial|licen[cs]e|lic|lot|code|id|no|number)\b[^\p{L}\d]{0,5}$/iu
/** Number of characters before a number that are searched for these words. Limits the time, because each number rescans them. */
const BEFORE_LENGTH = 24

/** Match formats that are rarely used for other numbers, by their digits or by their grouping. */
const DIALLED = /^(?:0\d{7,13}|1[38]00\d{6}|61[2-478]\d{8})$/
const GROUPED = /^(?:\(\d{2,4}\)|[2-9]\d{3}[ -]\d{4}$|[2-9]\d{2}[ .-]\d{3}[ .-]\d{4}$)/

/**
 * Returns the first phone number of a text, in ASCII. A long run of digits alone isn't one, since it may be a barcode, an order
 * number or a business number. URLs and e-mail addresses are ignored.
 */
export function phoneNumberIn(text: string): string | undefined {
  const plain = plainDigits(withoutLinks(text)).replaceAll(/\S+/g, word => (IS_EMAIL.test(word) ? ' ' : word))
  for (const { 0: digits, index } of plain.matchAll(DIGITS)) {
    if (NOT_PHONE_NUMBERS.some(pattern => pattern.test(digits))) continue
    const before = plain.slice(Math.max(0, index - BEFORE_LENGTH), index)
    if (PHONE_LABEL.test(before)) return digits
    if (OTHER_LABEL.test(before)) continue
    if (/^\(?\+/.test(digits) || DIALLED.test(digits.replaceAll(/\D/g, '')) || GROUPED.test(digits))
      return digits
  }
  return undefined
}

function withoutLinks(text: string): string {
  let rest = 0
  const kept = findLinks(text).map(({ start, end }) => {
    const before = text.slice(rest, start)
    rest = end
    return before
  })
  return [...kept, text.slice(rest)].join(' ')
}

const FULL_WIDTH: Record<string, string> = { '＋': '+', '（': '(', '）': ')', '．': '.', '／': '/' }

/** Converts digits and their separators to ASCII. Keycap emoji become digits. */
const plainDigits = (text: string) =>
  withPlainSpaces(withPlainDashes(withAsciiDigits(withoutInvisible(text))))
    .replaceAll(/[\p{DI}\u20E3]/gu, '')
    .replaceAll(/[＋（）．／]/g, sign => FULL_WIDTH[sign] ?? sign)
    .replaceAll(/(?<=\d ?)[·•‧・･](?= ?\d)/g, '.')
    .replaceAll(/ {2,}/g, ' ')
