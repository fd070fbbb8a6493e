const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Rates how well a text matches the typed one: whole words before beginnings of words, then letters in this order. Returns 0
 * for no match.
 */
export function rate(text: string, typed: string): number {
  const [where, what] = [plain(text), plain(typed.trim())]
  if (what === '') return 1
  const at = where.indexOf(what)
  if (at === 0) return 4
  if (at > 0) return /\W/.test(where[at - 1] ?? '') ? 3 : 2
  let from = 0
  for (const letter of what.replaceAll(' ', '')) {
    from = where.indexOf(letter, from) + 1
    if (from === 0) return 0
  }
  return 1
}
