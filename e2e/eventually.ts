const POLL_EVERY_MS = 50

/**
 * Polls until a value exists, for external programs that provide no event.
 * @param what names it in a failure; a function also says what is there instead
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
