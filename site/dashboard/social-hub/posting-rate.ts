import { onMount } from 'nanostores'

import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { onLive } from '#site/lib/live.ts'
import { remote } from '#site/lib/remote.ts'

/** The selected business's posting rate and best times. */
export const $postingRate = remote(async () => {
  const domainId = await selectedDomainId()
  const query = { ...(domainId && { domainId }), timeZone: timeZone() }
  return (await (await api.insights.rate.$get({ query })).json()).data
})

onMount($postingRate, () => onLive('insights', () => void $postingRate.reload()))

$selectionVersion.listen(() => {
  $postingRate.resetAndRefetch()
})
