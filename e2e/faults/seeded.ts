/** Returns a pseudo-random generator of numbers from 0 to 1, seeded by a text. */
export function seeded(seed: string): () => number {
  let state = Bun.hash.xxHash32(seed)
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    return Bun.hash.xxHash32(String(state)) / 2 ** 32
  }
}
