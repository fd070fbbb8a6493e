import { fold } from './fold.ts'

/** Only this many characters from the beginning of a text are compared, to limit the cost. */
export const MAX_COMPARED = 2000
/** Texts with fewer characters have too few trigrams for a meaningful ratio. */
const MIN_CHARS = 12

const normalize = (text: string) =>
  fold(text.slice(0, MAX_COMPARED))
    .replaceAll(/[^\p{L}\p{N}#@]+/gu, ' ')
    .trim()

function trigrams(text: string): Set<string> {
  const found = new Set<string>()
  for (let start = 0; start + 3 <= text.length; start++) found.add(text.slice(start, start + 3))
  return found
}

/**
 * Returns the similarity of two texts, from 0 to 1: the Jaccard index of their trigrams, ignoring case and punctuation. Very
 * short texts are similar only if equal.
 */
export function similarity(one: string, other: string): number {
  const [own, theirs] = [normalize(one), normalize(other)]
  if (theirs === own) return own === '' ? 0 : 1
  if (Math.min(own.length, theirs.length) < MIN_CHARS) return 0
  const [ownTrigrams, theirTrigrams] = [trigrams(own), trigrams(theirs)]
  const shared = [...theirTrigrams].filter(trigram => ownTrigrams.has(trigram)).length
  return shared / (ownTrigrams.size + theirTrigrams.size - shared)
}

/** Minimum similarity at which an edited text still counts as its original. */
export const STILL_THE_SAME_TEXT = 0.5
