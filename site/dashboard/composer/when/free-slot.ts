import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

const WINDOW_MS = 28 * 24 * 60 * 60_000

/** The next free posting time of the business within four weeks; null without one. */
export const $freeSlot = remote(async (): Promise<Date | null> => {
  if (!(await selectedDomainId())) return null
  const now = Date.now()
  const query = {
    from: new Date(now).toISOString(),
    to: new Date(now + WINDOW_MS).toISOString(),
    timeZone: $businessZone.get(),
  }
  const { data } = await (await api.slots.upcoming.$get({ query })).json()
  const free = data.find(({ postId }) => postId === null)
  return free ? new Date(free.at) : null
})

$selectionVersion.listen(() => $freeSlot.resetAndRefetch())
