const LINK = /\bhttps?:\/\/.*/i
const IS_EMAIL = /.@./
/** Eight to fifteen digits in one line, with common separators between them. */
const DIGITS = /(?<![\w$€£#.,/-])(?:\+|\(\+?)?\d(?:[ .()/-]{0,2}\d){7,14}(?![\w%]|[.,:/-]?\d)/g
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
/** Long enough for any of those words with punctuation. Each number rescans the whole window, so it must not be longer. */
const BEFORE_LENGTH = 24

/** Match formats that are rarely used for anything but phone numbers: by digits alone, or by their groups. */
const DIALLED = /^(?:0\d{7,13}|1[38]00\d{6}|61[2-478]\d{8})$/
const GROUPED = /^(?:\(\d{2,4}\)|[2-9]\d{3}[ -]\d{4}$|[2-9]\d{2}[ .-]\d{3}[ .-]\d{4}$)/

/**
 * Detects phone numbers in a text. A long run of digits isn't enough, so barcodes, order numbers and business numbers pass.
 * URLs and e-mail addresses are ignored.
 */
export function hasPhoneNumber(text: string): boolean {
  const plain = text.replaceAll(/\S+/g, withoutAddress)
  return [...plain.matchAll(DIGITS)].some(({ 0: digits, index }) => {
    if (NOT_PHONE_NUMBERS.some(pattern => pattern.test(digits))) return false
    const before = plain.slice(Math.max(0, index - BEFORE_LENGTH), index)
    if (PHONE_LABEL.test(before)) return true
    if (OTHER_LABEL.test(before)) return false
    return /^\(?\+/.test(digits) || DIALLED.test(digits.replaceAll(/\D/g, '')) || GROUPED.test(digits)
  })
}

/** Tests word by word: matching an address from each character takes minutes for a long text without spaces. */
const withoutAddress = (word: string) => (IS_EMAIL.test(word) ? ' ' : word.replace(LINK, ' '))
