import { isQuotaFull } from '../faults/take-fault.ts'
import { parseFields, pick } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import { QUOTA_TOTAL, quotaUsage } from '../world/instagram-media.ts'
import { requirePublishing } from './account-access.ts'

const DAY_SECONDS = 86_400

/** Returns the usage of the rolling 24-hour quota, which is full during a `quota` fault. */
export function readLimit(call: GraphCall) {
  const account = requirePublishing(call)
  const used = isQuotaFull(call.world) ? QUOTA_TOTAL : quotaUsage(call.world, account.id)
  const limit = { quota_usage: used, config: { quota_total: QUOTA_TOTAL, quota_duration: DAY_SECONDS } }
  return { data: [pick(limit, parseFields(call.params['fields'] ?? 'quota_usage'))] }
}
