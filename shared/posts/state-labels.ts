import { networks } from '#shared/networks.ts'
import { APPROVAL_MISSED, type Delivery, type DeliveryState, NEVER_CONFIRMED, NOT_APPROVED } from './posts.ts'

export type LabelInput = Pick<Delivery, 'network' | 'state' | 'removedAt'> &
  Partial<Pick<Delivery, 'reasonCode'>> & {
    /** True if somebody approved the post. */
    approved?: boolean
  }

/** Labels of a delivery's states, for screens, spreadsheets and calendars. */
export const STATE_LABELS: Record<DeliveryState, string> = {
  draft: 'Draft',
  in_review: 'Waiting for approval',
  changes_requested: 'Changes requested',
  scheduled: 'Scheduled',
  publishing: 'Publishing',
  unconfirmed: 'Checking',
  held: 'Waiting for you',
  published: 'Published',
  failed: 'Not published',
  canceled: 'Cancelled',
}

/** Labels of reasons that are more specific than their state. */
const BY_REASON: Partial<Record<DeliveryState, Record<string, string>>> = {
  failed: { [NEVER_CONFIRMED]: 'Possibly published' },
  held: { [NOT_APPROVED]: 'Held for approval', [APPROVAL_MISSED]: 'Not approved in time' },
}

export function stateLabel({
  network,
  state,
  reasonCode = '',
  removedAt,
  approved = false,
}: LabelInput): string {
  if (removedAt) return `Deleted on ${networks[network].name}`
  if (state === 'scheduled' && approved) return 'Approved'
  return BY_REASON[state]?.[reasonCode] ?? STATE_LABELS[state]
}
