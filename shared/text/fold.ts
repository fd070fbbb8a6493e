import { streamSafe } from './characters.ts'

/**
 * Matches what compatibility decomposition (NFKD) may change: accents, full-width and stylised letters. Excludes ASCII, Chinese,
 * Japanese and Korean, which it leaves alone or would make longer, and two ligatures that become whole sentences.
 */
const DECOMPOSABLE =
  /[^\0-\x7F\u3041-\u30FE\u3300-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uFDFA\uFDFB\u{20000}-\u{2FFFF}]+/gu

/** Matches diacritics of Latin, Greek, Cyrillic, Hebrew and Arabic, and what nobody sees. Other scripts' marks are vowels. */
const DROPPED =
  /(?=\p{Mn})[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Inherited}]|\p{Default_Ignorable_Code_Point}/gu

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
 * for display. Stored results are compared with new ones: a change of this function requires folding them again.
 */
export const fold = (text: string): string =>
  streamSafe(text)
    .replaceAll(DECOMPOSABLE, run => run.normalize('NFKD'))
    .toLowerCase()
    .replaceAll(DROPPED, '')
    .replaceAll(REPLACED, letter => LETTERS[letter] ?? letter)
    .replaceAll(QUOTES, (_, single) => (single ? "'" : '"'))
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\s\p{Z}]+/gu, ' ')
    .normalize('NFC')

/** Returns true if a text contains the typed one, both as `fold` sees them. */
export const contains = (text: string, typed: string): boolean => fold(text).includes(fold(typed).trim())
