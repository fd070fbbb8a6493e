import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

/** The weekday and hour at which the business's posts do best, or null if there are too few posts. */
export const $bestTime = remote(async () => {
  const domainId = await selectedDomainId()
  const query = { ...(domainId && { domainId }), timeZone: $businessZone.get() }
  return (await (await api.insights.rate.$get({ query })).json()).data.best
})

$selectionVersion.listen(() => $bestTime.resetAndRefetch())
