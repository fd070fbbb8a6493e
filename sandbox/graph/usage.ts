import type { Fault } from '../faults/fault.ts'

const QUIET_PERCENT = 3

/** Returns Graph's usage headers, which give the used percentage of the rate limit. */
export function usageHeaders(fault: Fault | null, type: string, objectId: string): Record<string, string> {
  const percent = fault?.kind === 'usage' ? (fault.percent ?? 95) : QUIET_PERCENT
  const usage = {
    call_count: percent,
    total_cputime: Math.min(percent, 25),
    total_time: Math.min(percent, 25),
  }
  const estimated = percent >= 100 ? 5 : 0
  const business = { [objectId]: [{ type, ...usage, estimated_time_to_regain_access: estimated }] }
  return {
    'x-app-usage': JSON.stringify(usage),
    'x-business-use-case-usage': JSON.stringify(business),
  }
}
