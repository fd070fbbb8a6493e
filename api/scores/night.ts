const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** Midnight in Melbourne, where the agency's clients are, by standard time. */
const NIGHT_STARTS_MS = 14 * HOUR
const NIGHT_LASTS_MS = 6 * HOUR

/** When a website is measured again by itself: every night at a time of its own, so that all are spread over the night. */
export function nextNight(id: string, after: Date): Date {
  const ownMs = NIGHT_STARTS_MS + Number(Bun.hash.wyhash(id) % BigInt(NIGHT_LASTS_MS))
  const today = Math.floor((+after - ownMs) / DAY) * DAY + ownMs
  return new Date(today + DAY)
}
