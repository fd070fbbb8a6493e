import { onMount } from 'nanostores'

import { api } from '#site/lib/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { onLive } from '#site/lib/live.ts'
import { remote } from '#site/lib/remote.ts'
import { $selectedDomain, $selectionVersion } from '../domains/store.ts'

/** How often the selected domain is posted to, and when posts did best. */
export const $postingRate = remote(async () => {
  const domainId = $selectedDomain.get()?._id
  const query = { ...(domainId && { domainId }), timeZone: timeZone() }
  return (await (await api.insights.rate.$get({ query })).json()).data
})

onMount($postingRate, () => onLive('insights', () => void $postingRate.reload()))

$selectionVersion.listen(() => {
  $postingRate.restart()
})
