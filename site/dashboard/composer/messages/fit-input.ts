import { beginning } from '#shared/text/graphemes.ts'
import { messageLength } from '#shared/text/lengths.ts'

export type FittedInput = {
  text: string
  caret: number
  /** Number of characters left out. */
  cut: number
}

/**
 * Cuts the text that was just typed or pasted to `limit` characters, as networks count them, without splitting an emoji.
 * @param caret position after the new input, in UTF-16 units
 */
export function fitInput(text: string, caret: number, limit: number): FittedInput {
  const over = messageLength(text) - limit
  if (over <= 0) return { text, caret, cut: 0 }
  const kept = beginning(text.slice(0, caret), Math.max(0, caret - over))
  return { text: kept + text.slice(caret), caret: kept.length, cut: caret - kept.length }
}
