import type { Journal } from '#api/networks/core/network.ts'

const MINUTE = 60_000
/** Meta refuses calls at 100 percent; from here on we leave room for what people do by hand. */
const REST_FROM_PERCENT = 90
const REST_MINUTES = 5

/** Watches how much of an account's call budget the answers say is spent. */
export function usageMeter() {
  let fullest = { percent: 0, regainMinutes: 0 }
  const read: Journal['onUsage'] = usage => {
    if (usage.percent >= fullest.percent) fullest = usage
  }
  return {
    read,
    /** Until when the account should rest; undefined while there is room. */
    restUntil: (now: Date): Date | undefined =>
      fullest.percent < REST_FROM_PERCENT
        ? undefined
        : new Date(+now + (fullest.regainMinutes || REST_MINUTES) * MINUTE),
  }
}
