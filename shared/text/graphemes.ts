import { onOneLine } from './characters.ts'

/** Maximum length of a grapheme that is kept whole, in UTF-16 units: more than any emoji has. */
const MAX_GRAPHEME = 64

let segmenter: Intl.Segmenter | undefined

/**
 * Returns the longest beginning of a text that has at most `max` UTF-16 units and ends with a whole grapheme: no surrogate pair,
 * accented letter, flag or family is cut in two.
 */
export function beginning(text: string, max: number): string {
  if (text.length <= max) return text
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const { index } = segmenter.segment(text.slice(0, max + MAX_GRAPHEME)).containing(max) ?? { index: max }
  const end = max - index > MAX_GRAPHEME ? max : index
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')
}

/** Longer texts exceed every limit in graphemes, so that they needn't be counted. */
const MAX_COUNTED = 20_000
const SIMPLE = /^[\n\u0020-\u007E]*$/

/** Returns the number of graphemes; for a very long text, its UTF-16 units. */
export function countGraphemes(text: string): number {
  if (text.length > MAX_COUNTED || SIMPLE.test(text)) return text.length
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let count = 0
  for (const _ of segmenter.segment(text)) count++
  return count
}

/** Ends a cut text with '…', which takes the place of a full stop. */
const cutOff = (kept: string) => `${kept.trimEnd().replace(/(?<![.…])[.…]+$/, '')}…`

/** Returns a text of at most `max` UTF-16 units. A cut one ends with '…'. */
export const shortened = (text: string, max: number): string =>
  text.length > max ? cutOff(beginning(text, max - 1)) : text

/** Longest part of a word that is left out, so that a text without spaces isn't left out whole. */
const MAX_WORD = 30

/** Like `shortened`, but cuts between words where it can. */
export function shortenedAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  const kept = beginning(text, max - 1).trimEnd()
  const isWhole = /\s/.test(text.charAt(kept.length))
  const end = kept.slice(-MAX_WORD).search(/\s\S*$/)
  return cutOff(isWhole || end === -1 ? kept : kept.slice(0, Math.max(0, kept.length - MAX_WORD) + end))
}

/** Shown in place of an empty text. */
export const NO_MESSAGE = '[No message]'

/** Matches the marks of headings, quotes, bold and italic words, and named links. */
const MARKS =
  /^[#>]+ +|\[(?=[^[\]\n]+\]\(\w+:)|\]\(\w+:[^\s()[\]]+\)|(?<![\w*])\*+(?=[^\s*])|(?<=[^\s*])\*+(?![\w*])/gm

/** Returns a text without marks of Markdown, for a line of ours about it. */
export const withoutMarks = (text: string): string => text.replaceAll(MARKS, '')

/** Returns the beginning of a text on one line, with at most `max` UTF-16 units. */
export const excerpt = (text: string, max: number): string => shortened(onOneLine(text), max)

/** Returns a text in quotation marks within a sentence of ours, without its own final full stop: 'Sam approved “Open late”.' */
export const quoted = (text: string): string => `“${text.replace(/(?<!\.)\.$/, '')}”`
