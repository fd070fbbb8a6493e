import { computed, onMount } from 'nanostores'

import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectedDomain, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { debounced } from '#site/lib/debounced.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'
import { readUpcomingSlots } from './upcoming-slots.ts'

const EVENT_BATCH_MS = 300
const WINDOW_MS = 28 * 24 * 60 * 60_000

/** The free posting times of the business within four weeks; `unset` if it has no posting times. */
export const $freeTimes = remote(async (): Promise<Date[] | 'unset'> => {
  if (!(await selectedDomainId())) return []
  const now = Date.now()
  const slots = await readUpcomingSlots(new Date(now), new Date(now + WINDOW_MS))
  if (slots.length === 0) return 'unset'
  return slots.filter(({ postId }) => postId === null).map(({ at }) => new Date(at))
})

/** Returns the free posting times of a business: none unless it is the selected one. */
export const $freeTimesOf = computed(
  [$freeTimes, $selectedDomain],
  (free, selected) =>
    (domainId = selected?._id) =>
      free.state === 'ready' && free.data !== 'unset' && domainId === selected?._id ? free.data : [],
)

/** The next free posting time: undefined while they load, `unset` without posting times, null if none is free or loading failed. */
export const $freeSlot = computed([$freeTimes, $now], (free, now) => {
  if (free.state !== 'ready') return free.state === 'loading' ? undefined : null
  return free.data === 'unset' ? free.data : (free.data.find(at => at > now) ?? null)
})

/** A post that is scheduled, moved or cancelled, in this window or another, takes or frees a slot. */
onMount($freeTimes, () => {
  const refreshSoon = debounced($freeTimes.refresh, EVENT_BATCH_MS)
  const stop = onLive('delivery', refreshSoon)
  return () => {
    refreshSoon.cancel()
    stop()
  }
})

$selectionVersion.listen(() => $freeTimes.resetAndRefetch())
