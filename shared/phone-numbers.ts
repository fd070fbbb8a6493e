const LINK = /\bhttps?:\/\/.*/i
const IS_EMAIL = /.@./
/** Eight to fifteen digits in one line, with the separators that people write between them. */
const DIGITS = /(?<![\w$€£#.,/-])(?:\+|\(\+?)?\d(?:[ .()/-]{0,2}\d){7,14}(?![\w%]|[.,:/-]?\d)/g
/** What looks like it and isn't: dates, spans of years, and large amounts with points. */
const OTHERWISE = [
  /^\d{4}-\d{2}-\d{2}\b/,
  /^\d{1,2}([./-])\d{1,2}\1\d{2,4}\b/,
  /^\d{4} ?- ?\d{4}$/,
  /^[1-9]\d{0,2}(\.\d{3})+$/,
]

/** Whether a text holds what reads like a phone number; addresses of pages and of people don't count. */
export const hasPhoneNumber = (text: string): boolean =>
  (text.replaceAll(/\S+/g, withoutAddress).match(DIGITS) ?? []).some(
    digits => !OTHERWISE.some(pattern => pattern.test(digits)),
  )

/** Word by word: a pattern that looks for an address from each letter on takes minutes for a text without a blank. */
const withoutAddress = (word: string) => (IS_EMAIL.test(word) ? ' ' : word.replace(LINK, ' '))
