/** Lets a provider work. Only for waits that the provider asks for. */
export const pause = (ms: number) => Bun.sleep(ms)
