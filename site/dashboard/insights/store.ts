import { atom, onMount } from 'nanostores'

import type { INSIGHT_RANGES } from '#shared/insights.ts'
import { shiftMonth } from '#shared/reports/render/labels.ts'
import { $selectedDomain, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'
import { instantIn } from '#site/lib/wall-clock.ts'

export type Range = (typeof INSIGHT_RANGES)[number]

export const $range = atom<Range>(30)

/** Month of the top posts, such as `2026-10`; empty for those of the range. */
export const $topMonth = atom('')

const ofDomain = () => {
  const domainId = $selectedDomain.get()?._id
  return domainId ? { domainId } : {}
}

/** Returns the instants at which the chosen month begins and ends in the business's time zone. */
function monthWindow() {
  const month = $topMonth.get()
  if (!month) return {}
  const startOf = (each: string) =>
    instantIn($businessZone.get(), { day: `${each}-01`, minutes: 0 }).toISOString()
  return { from: startOf(month), to: startOf(shiftMonth(month, 1)) }
}

export const $insights = remote(async () => {
  const query = { ...ofDomain(), ...monthWindow(), days: `${$range.get()}` } as const
  return await dataOf(api.insights.$get({ query }))
})

onMount($insights, () => onLive('insights', () => void $insights.reload()))

/** Selects the range; current figures stay visible until the new ones arrive. */
export function chooseRange(range: Range) {
  $range.set(range)
  void $insights.reload()
}

export function chooseTopMonth(month: string) {
  $topMonth.set(month)
  void $insights.reload()
}

$selectionVersion.listen($insights.resetAndRefetch)
