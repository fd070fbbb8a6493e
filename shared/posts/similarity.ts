/** Characters: longer texts are compared by their beginning, so that comparing with many costs little. */
export const COMPARED = 2000
/** Below this, texts share too few letters in a row for their share to mean anything. */
const LEAST = 12

const words = (text: string) =>
  text
    .slice(0, COMPARED)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#@]+/gu, ' ')
    .trim()

function trigrams(text: string): Set<string> {
  const found = new Set<string>()
  for (let start = 0; start + 3 <= text.length; start++) found.add(text.slice(start, start + 3))
  return found
}

/**
 * How alike two texts are, from 0 to 1: the share of the three letters in a row that both have (Jaccard), whatever their
 * case and punctuation. Very short texts are alike when they are the same.
 */
export const similarity = (one: string, other: string): number => similarityTo(one)(other)

/** The same, for a text that is compared with many. */
export function similarityTo(text: string): (other: string) => number {
  const own = words(text)
  const ownTrigrams = trigrams(own)
  return other => {
    const theirs = words(other)
    if (theirs === own) return own === '' ? 0 : 1
    if (Math.min(own.length, theirs.length) < LEAST) return 0
    const theirTrigrams = trigrams(theirs)
    let shared = 0
    for (const trigram of theirTrigrams) if (ownTrigrams.has(trigram)) shared++
    return shared / (ownTrigrams.size + theirTrigrams.size - shared)
  }
}

/** From here on readers take two posts for the same. */
export const NEARLY_THE_SAME = 0.7
/** From here on a text still counts as what it was made from. */
export const STILL_THE_SAME_TEXT = 0.5
