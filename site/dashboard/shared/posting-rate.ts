import { onMount } from 'nanostores'

import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'

/** How often the selected business, or all of them, posts, and at which hours its posts do best. */
export const $postingRate = remoteOfSelection(async domainId => {
  const query = { ...(domainId && { domainId }), timeZone: $businessZone.get() }
  return await dataOf(api.insights.rate.$get({ query }))
})

onMount($postingRate, () => onLive('insights', () => void $postingRate.reload()))
