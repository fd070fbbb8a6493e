import { networkNames } from '#shared/format-list.ts'
import { networks } from '#shared/networks.ts'
import { mayRetry } from './changes.ts'
import {
  ANOTHER_ACCOUNT,
  APPROVAL_MISSED,
  type Delivery,
  type DeliveryState,
  isPlanned,
  NEVER_CONFIRMED,
  NOT_APPROVED,
} from './posts.ts'

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

/** Labels by reason code, if they are more specific than the state's. */
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

/** Clauses that complete 'not published because …', by reason code. Other codes are errors of networks. */
const CAUSES: Record<string, (network: string) => string> = {
  late: () => 'we missed its time',
  restored: () => 'we restored an older backup',
  leaving: () => 'its author’s account is about to be deleted',
  internal: () => 'something went wrong on our side',
  [APPROVAL_MISSED]: () => 'nobody approved it in time',
  [NOT_APPROVED]: () => 'this version wasn’t approved',
  [ANOTHER_ACCOUNT]: network => `another ${network} account is connected now`,
  needs_reconnect: network => `we lost access to ${network}`,
  disconnected: network => `${network} isn’t connected`,
}

type Timed = Pick<Delivery, 'network' | 'state' | 'publishAt'> & Partial<Pick<Delivery, 'reasonCode'>>

/**
 * Returns when a missed post was due, and why it didn't go out: 'not published because nobody approved it in time'. Undefined
 * while one of its deliveries is still planned.
 */
export function missedOf(deliveries: readonly Timed[], now: Date): { at: string; why: string } | undefined {
  const missed = deliveries.filter(delivery => mayRetry(delivery) && new Date(delivery.publishAt) <= now)
  const [at] = missed.map(({ publishAt }) => publishAt).toSorted()
  if (at === undefined || deliveries.some(isPlanned)) return undefined
  const unsure = missed.find(({ reasonCode }) => reasonCode === NEVER_CONFIRMED)
  if (unsure) return { at, why: `and may be on ${networks[unsure.network].name}` }
  const notTaken = missed.filter(({ reasonCode = '' }) => !CAUSES[reasonCode]).map(({ network }) => network)
  const causes = missed.map(
    ({ network, reasonCode = '' }) =>
      CAUSES[reasonCode]?.(networks[network].name) ?? `${networkNames(notTaken)} didn’t take it`,
  )
  return { at, why: `not published because ${[...new Set(causes)].join(', and ')}` }
}

const NAME = '\0'

/**
 * Returns each reason once, as a sentence. Several reasons are preceded by their networks' names. Reasons that differ only in the
 * network's name are merged.
 */
export function reasonsByNetwork(deliveries: readonly Pick<Delivery, 'network' | 'reason'>[]): string[] {
  const byReason = Map.groupBy(deliveries, ({ network, reason }) =>
    reason.replaceAll(networks[network].name, NAME),
  )
  return [...byReason].map(([reason, having]) => {
    const names = networkNames(having.map(({ network }) => network))
    const isNamed = byReason.size === 1 || reason.includes(NAME)
    const sentence = `${isNamed ? '' : `${names}: `}${reason.replaceAll(NAME, names)}`
    return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
  })
}
