import { networks } from '#shared/networks.ts'
import { type LabelInput, stateLabel } from '#shared/posts/state-labels.ts'
import { badgeOf } from './states.ts'

/** Groups deliveries that have the same badge: what each network did with a post. */
export function groupByBadge<D extends LabelInput>(deliveries: readonly D[]) {
  const groups = Map.groupBy(deliveries, delivery => stateLabel(delivery))
  return [...groups].map(([label, group]) => ({
    label,
    names: group.map(({ network }) => networks[network].name).join(', '),
    badge: badgeOf(group[0]!),
    deliveries: group,
  }))
}
