import { streamSafe, withPlainDashes } from './characters.ts'

/**
 * Matches characters that compatibility decomposition (NFKD) may change, such as accented, full-width and stylised letters.
 * Excludes ASCII, Chinese, Japanese and Korean, which it leaves alone or makes longer, and two ligatures that it turns into whole
 * sentences.
 */
const DECOMPOSABLE =
  /[^\0-\x7F\u3041-\u30FE\u3300-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uFDFA\uFDFB\u{20000}-\u{2FFFF}]+/gu

/** Matches diacritics of Latin, Greek, Cyrillic, Hebrew and Arabic, and invisible characters. Other scripts' marks are vowels. */
const DROPPED =
  /(?=\p{Mn})[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Inherited}]|\p{DI}/gu

const LETTERS: Record<string, string> = {
  ß: 'ss',
  ı: 'i',
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
}
const QUOTES = /(['‘’‚‛ʼʻ′`´])|["“”„‟″«»]/g
const REPLACED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/**
 * Returns a text as searches and comparisons see it: without case, accents, or differences of composition, width, quotes, dashes,
 * spaces and invisible marks. 'ÄPFEL', 'äpfel' and 'a\u0308pfel' are the same, as are 'Straße' and 'STRASSE'. The result is not
 * for display. The database stores results, so a change of this function requires folding its texts again.
 */
export const fold = (text: string): string =>
  withPlainDashes(
    streamSafe(text)
      .replaceAll(DECOMPOSABLE, run => run.normalize('NFKD'))
      .toLowerCase()
      .replaceAll(DROPPED, '')
      .replaceAll(REPLACED, letter => LETTERS[letter] ?? letter)
      .replaceAll(QUOTES, (_, single) => (single ? "'" : '"')),
  )
    .replaceAll(/[\s\p{Z}]+/gu, ' ')
    .normalize('NFC')

/** Returns true if a text contains the typed one, after folding both. */
export const contains = (text: string, typed: string): boolean => fold(text).includes(fold(typed).trim())
