import { onMount } from 'nanostores'

import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'

/** Reads how often a business posts, and at which hours its posts do best. Without an id, reads it for all businesses together. */
export async function readPostingRate(domainId: string | undefined, zone: string) {
  const query = { ...(domainId && { domainId }), timeZone: zone }
  return await dataOf(api.insights.rate.$get({ query }))
}

/** Posting rate of the selected business, with hours in its time zone. */
export const $postingRate = remoteOfSelection(domainId => readPostingRate(domainId, $businessZone.get()))

onMount($postingRate, () => onLive('insights', () => void $postingRate.reload()))
