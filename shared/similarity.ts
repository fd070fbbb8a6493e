/** Longer texts are compared by their beginning, so that comparing with many costs little. */
const COMPARED = 2000
/** Below this, texts share too few letters in a row for their share to mean anything. */
const LEAST = 12

const words = (text: string) =>
  text
    .slice(0, COMPARED)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#@]+/gu, ' ')
    .trim()

function trigrams(text: string): Set<string> {
  const letters = [...text]
  return new Set(letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`))
}

/**
 * How alike two texts are, from 0 to 1: the share of the three letters in a row that both have (Jaccard), whatever their
 * case and punctuation. Very short texts are alike when they are the same.
 */
export function similarity(one: string, other: string): number {
  const [a, b] = [words(one), words(other)]
  if (a === b) return a === '' ? 0 : 1
  if (Math.min(a.length, b.length) < LEAST) return 0
  const [left, right] = [trigrams(a), trigrams(b)]
  const shared = [...left].filter(trigram => right.has(trigram)).length
  return shared / (left.size + right.size - shared)
}

/** From here on readers take two posts for the same. */
export const NEARLY_THE_SAME = 0.7
/** From here on a text still counts as what it was made from. */
export const STILL_THE_SAME_TEXT = 0.5
