import { quotaIsFull } from '../faults/take-fault.ts'
import { parseFields, pick } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import { QUOTA_TOTAL, quotaUsage } from '../world/instagram-media.ts'
import { requirePublishing } from './account-access.ts'

const DAY_SECONDS = 86_400

/** How much of the moving day's quota is used; full while a `quota` fault waits. */
export function readLimit(call: GraphCall) {
  const account = requirePublishing(call)
  const used = quotaIsFull(call.world) ? QUOTA_TOTAL : quotaUsage(call.world, account.id)
  const limit = { quota_usage: used, config: { quota_total: QUOTA_TOTAL, quota_duration: DAY_SECONDS } }
  return { data: [pick(limit, parseFields(call.params['fields'] ?? 'quota_usage'))] }
}
