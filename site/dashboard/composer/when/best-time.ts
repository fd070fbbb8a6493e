import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { remote } from '#site/lib/remote.ts'

/** The weekday and hour at which the business's posts do best, or null if there are too few posts. */
export const $bestTime = remote(async () => {
  const domainId = await selectedDomainId()
  const query = { ...(domainId && { domainId }), timeZone: timeZone() }
  return (await (await api.insights.rate.$get({ query })).json()).data.best
})

$selectionVersion.listen(() => $bestTime.resetAndRefetch())
