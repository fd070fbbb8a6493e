import { onOneLine } from './characters.ts'

/** Longer sequences than any emoji's. More marks on one letter than that aren't kept together. */
const MAX_GRAPHEME = 64

let segmenter: Intl.Segmenter | undefined

/**
 * Returns the longest beginning of a text that has at most `max` UTF-16 units and ends where a grapheme does, so that no surrogate
 * pair, accent, flag or family is cut in two.
 */
export function beginning(text: string, max: number): string {
  if (text.length <= max) return text
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const { index } = segmenter.segment(text.slice(0, max + MAX_GRAPHEME)).containing(max) ?? { index: max }
  const end = max - index > MAX_GRAPHEME ? max : index
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')
}

/** Returns a text of at most `max` UTF-16 units. A cut one ends with '…'. */
export const shortened = (text: string, max: number): string =>
  text.length > max ? `${beginning(text, max - 1).trimEnd()}…` : text

/** Returns the beginning of a text on one line, with at most `max` UTF-16 units. */
export const excerpt = (text: string, max: number): string => shortened(onOneLine(text), max)
