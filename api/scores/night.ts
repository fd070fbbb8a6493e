const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** Midnight of standard time in Melbourne, where the agency's clients are. */
const NIGHT_STARTS_MS = 14 * HOUR
const NIGHT_LASTS_MS = 6 * HOUR

/**
 * Returns the time of a website's next nightly measurement. Each website has its own time, so that they are spread over the
 * night.
 */
export function nextNight(id: string, after: Date): Date {
  const ownMs = NIGHT_STARTS_MS + Number(Bun.hash.wyhash(id) % BigInt(NIGHT_LASTS_MS))
  const today = Math.floor((+after - ownMs) / DAY) * DAY + ownMs
  return new Date(today + DAY)
}
