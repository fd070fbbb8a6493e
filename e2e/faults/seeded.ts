/** Gives numbers from 0 to 1 that are the same each time for the same words. */
export function seeded(words: string): () => number {
  let state = Bun.hash.xxHash32(words)
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    return Bun.hash.xxHash32(String(state)) / 2 ** 32
  }
}
