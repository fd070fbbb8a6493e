import type { IntentLog } from '#api/networks/core/network.ts'
import { MINUTE_MS } from '#shared/durations.ts'

/** Meta rejects calls at 100 percent. The margin is for calls by other programs and people. */
const COOL_DOWN_PERCENT = 90
const COOL_DOWN_MINUTES = 5

/** Tracks the share of an account's call budget that is used up, as reported in responses. */
export function usageMeter() {
  let fullest = { percent: 0, regainMinutes: 0 }
  const record: IntentLog['onUsage'] = usage => {
    if (usage.percent >= fullest.percent) fullest = usage
  }
  return {
    record,
    /** Returns the end of the cool-down; undefined if none is needed. */
    coolDownUntil: (now: Date): Date | undefined =>
      fullest.percent < COOL_DOWN_PERCENT
        ? undefined
        : new Date(+now + (fullest.regainMinutes || COOL_DOWN_MINUTES) * MINUTE_MS),
  }
}
