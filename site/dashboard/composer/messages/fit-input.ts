import { messageLength } from '#shared/networks.ts'

export type FittedInput = {
  text: string
  caret: number
  /** Number of characters left out. */
  cut: number
}

/**
 * Cuts the text that was just typed or pasted to `limit` characters, as networks count them. The browser's own `maxlength`
 * counts UTF-16 units, in which an emoji is two or more.
 * @param caret position after the new input, in UTF-16 units
 */
export function fitInput(text: string, caret: number, limit: number): FittedInput {
  const over = messageLength(text) - limit
  if (over <= 0) return { text, caret, cut: 0 }
  const head = Array.from(text.slice(0, caret))
  const kept = head.slice(0, Math.max(0, head.length - over)).join('')
  return { text: kept + text.slice(caret), caret: kept.length, cut: over }
}
