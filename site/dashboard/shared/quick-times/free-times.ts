import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { remote } from '#site/lib/remote.ts'
import { SLOT_WINDOW_MS } from './free-slot.ts'
import { readUpcomingSlots } from './upcoming-slots.ts'

/** The free posting times of the business within four weeks. */
export const $freeTimes = remote(async (): Promise<Date[]> => {
  if (!(await selectedDomainId())) return []
  const now = Date.now()
  const slots = await readUpcomingSlots(new Date(now), new Date(now + SLOT_WINDOW_MS))
  return slots.filter(({ postId }) => postId === null).map(({ at }) => new Date(at))
})

$selectionVersion.listen(() => $freeTimes.resetAndRefetch())
