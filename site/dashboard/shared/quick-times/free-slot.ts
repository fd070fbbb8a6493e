import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { remote } from '#site/lib/remote.ts'
import { readUpcomingSlots } from './upcoming-slots.ts'

export const SLOT_WINDOW_MS = 28 * 24 * 60 * 60_000

/** The next free posting time of the business within four weeks: null if all are taken, `unset` if it has no posting times. */
export const $freeSlot = remote(async (): Promise<Date | 'unset' | null> => {
  if (!(await selectedDomainId())) return null
  const now = Date.now()
  const slots = await readUpcomingSlots(new Date(now), new Date(now + SLOT_WINDOW_MS))
  if (slots.length === 0) return 'unset'
  const free = slots.find(({ postId }) => postId === null)
  return free ? new Date(free.at) : null
})

$selectionVersion.listen(() => $freeSlot.resetAndRefetch())
