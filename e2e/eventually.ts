const POLL_EVERY_MS = 50

/**
 * Polls until a value exists, for external programs that provide no event.
 * @param what name of the value in a failure; a function can also describe the present state
 */
export async function eventually<T>(
  what: string | (() => string | Promise<string>),
  probe: () => Promise<T | undefined | false>,
  withinMs = 120_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const seen = await probe()
    if (seen !== undefined && seen !== false) return seen
    if (performance.now() > deadline)
      throw new Error(`Not within ${withinMs} ms: ${typeof what === 'string' ? what : await what()}`)
    await Bun.sleep(POLL_EVERY_MS)
  }
}
