import { onMount } from 'nanostores'

import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'

/** Reads how often a business, or all of them, posts, and at which hours its posts do best. */
export async function readPostingRate(domainId: string | undefined, zone: string) {
  const query = { ...(domainId && { domainId }), timeZone: zone }
  return await dataOf(api.insights.rate.$get({ query }))
}

export const $postingRate = remoteOfSelection(domainId => readPostingRate(domainId, $businessZone.get()))

onMount($postingRate, () => onLive('insights', () => void $postingRate.reload()))
