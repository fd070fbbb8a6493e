import { onOneLine } from './characters.ts'

/** Maximum length of a grapheme that isn't cut, in UTF-16 units. No emoji is longer. */
const MAX_GRAPHEME = 64

let segmenter: Intl.Segmenter | undefined

/**
 * Returns the longest prefix of at most `max` UTF-16 units that ends with a whole grapheme: cuts no surrogate pair, accented letter
 * or emoji in two.
 */
export function graphemePrefix(text: string, max: number): string {
  if (text.length <= max) return text
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const { index } = segmenter.segment(text.slice(0, max + MAX_GRAPHEME)).containing(max) ?? { index: max }
  const end = max - index > MAX_GRAPHEME ? max : index
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')
}

/** Longer texts exceed every limit, so their graphemes needn't be counted. */
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

/** Appends '…', which replaces a full stop. */
const withEllipsis = (kept: string) => `${kept.trimEnd().replace(/(?<![.…])[.…]+$/, '')}…`

/** Returns a text of at most `max` UTF-16 units. A cut one ends with '…'. */
export const truncate = (text: string, max: number): string =>
  text.length > max ? withEllipsis(graphemePrefix(text, max - 1)) : text

/** Maximum length of a word that is removed whole. A longer one is cut. */
const MAX_WORD = 30

/** Like `truncate`, but cuts between words where it can. */
export function truncateAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  const kept = graphemePrefix(text, max - 1).trimEnd()
  const isWhole = /\s/.test(text.charAt(kept.length))
  const end = kept.slice(-MAX_WORD).search(/\s\S*$/)
  return withEllipsis(isWhole || end === -1 ? kept : kept.slice(0, Math.max(0, kept.length - MAX_WORD) + end))
}

/** Shown in place of an empty text. */
export const NO_MESSAGE = '[No message]'

/** Matches the marks of headings, quotes, bold and italic words, and named links. */
const MARKS =
  /^[#>]+ +|\[(?=[^[\]\n]+\]\(\w+:)|\]\(\w+:[^\s()[\]]+\)|(?<![\w*])\*+(?=[^\s*])|(?<=[^\s*])\*+(?![\w*])/gm

export const withoutMarks = (text: string): string => text.replaceAll(MARKS, '')

/** Returns the beginning of a text on one line, with at most `max` UTF-16 units. */
export const excerpt = (text: string, max: number): string => truncate(onOneLine(text), max)

/** Returns the beginning of a post's text, for mentions of the post. */
export const postExcerpt = (message: string): string => excerpt(withoutMarks(message), 80)

/** Quotes a text within a sentence, without its final full stop: 'Sam approved “Open late”.' */
export const quoted = (text: string): string => `“${text.replace(/(?<!\.)\.$/, '')}”`
