const LOOK_EVERY_MS = 50

/** Looks until something is there, at what has no event to wait for: a program outside, seen by its answers. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs = 30_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`)
    await Bun.sleep(LOOK_EVERY_MS)
  }
}
