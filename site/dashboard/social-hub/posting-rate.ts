import { onMount } from 'nanostores'

import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'

/** The selected business's posting rate and best times. */
export const $postingRate = remote(async () => {
  const domainId = await selectedDomainId()
  const query = { ...(domainId && { domainId }), timeZone: $businessZone.get() }
  return (await (await api.insights.rate.$get({ query })).json()).data
})

onMount($postingRate, () => onLive('insights', () => void $postingRate.reload()))

$selectionVersion.listen(() => {
  $postingRate.resetAndRefetch()
})
