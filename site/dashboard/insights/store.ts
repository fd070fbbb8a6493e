import { atom, onMount } from 'nanostores'

import type { INSIGHT_RANGES } from '#shared/insights.ts'
import { $selectedDomain, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'

export type Range = (typeof INSIGHT_RANGES)[number]

export const $range = atom<Range>(30)

const ofDomain = () => {
  const domainId = $selectedDomain.get()?._id
  return domainId ? { domainId } : {}
}

/** Daily figures of the selected business's accounts. */
export const $insights = remote(async () => {
  const query = { ...ofDomain(), days: `${$range.get()}` } as const
  return (await (await api.insights.$get({ query })).json()).data
})

/** The selected business's posting rate and best times. */
export const $rate = remote(async () => {
  const query = { ...ofDomain(), timeZone: $businessZone.get() }
  return (await (await api.insights.rate.$get({ query })).json()).data
})

const stores = [$insights, $rate]

for (const $store of stores) {
  onMount($store, () => onLive('insights', () => void $store.reload()))
}

/** Selects the range; current figures stay visible until the new ones arrive. */
export function chooseRange(range: Range) {
  $range.set(range)
  void $insights.reload()
}

$selectionVersion.listen(() => {
  for (const $store of stores) $store.resetAndRefetch()
})
