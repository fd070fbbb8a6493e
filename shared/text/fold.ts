import { streamSafe, withPlainDashes } from './characters.ts'

/**
 * Matches characters that compatibility decomposition (NFKD) may change, such as accented, full-width and stylised letters.
 * Excludes ASCII, Chinese, Japanese and Korean, which it preserves or lengthens, and two ligatures that it expands into sentences.
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
 * Folds a text for searches and comparisons: removes case, accents, and differences of width, quotes, dashes, spaces and invisible
 * marks. 'ÄPFEL', 'äpfel' and 'a\u0308pfel' become the same, as do 'Straße' and 'STRASSE'. The database stores folded texts, so a
 * change of this function requires a migration.
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
