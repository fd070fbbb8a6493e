import { fold } from '#shared/text/fold.ts'

const isEdge = (character: string | undefined) => character === undefined || /[^\p{L}\p{N}]/u.test(character)

/**
 * Rates how well a text matches the typed one: its beginning before later words, whole words before beginnings of words, then
 * parts of words. `spells` also accepts letters in this order, from the beginning of the text. Returns 0 for no match.
 */
export function rate(text: string, typed: string, spells = false): number {
  const [where, what] = [fold(text), fold(typed).trim()]
  if (what === '') return 1
  let best = 0
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1))
    best = Math.max(best, rateAt(where, at, what.length))
  return best || (spells && where[0] === what[0] && hasInOrder(where, what) ? 1 : 0)
}

function rateAt(where: string, at: number, length: number): number {
  if (!isEdge(where[at - 1])) return 2
  return 3 + (isEdge(where[at + length]) ? 1 : 0) + (at === 0 ? 2 : 0)
}

function hasInOrder(where: string, what: string): boolean {
  let from = 0
  for (const letter of what.replaceAll(' ', '')) {
    from = where.indexOf(letter, from) + 1
    if (from === 0) return false
  }
  return true
}
