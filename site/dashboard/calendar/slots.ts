import { computed } from 'nanostores'

import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { freeAmong, readUpcomingSlots } from '#site/dashboard/shared/quick-times/times.ts'
import { onLive } from '#site/lib/live/live.ts'
import { debounced, settled, whileShown } from '#site/lib/remote.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { hourCell, firstTimeOn, $view, $zone } from './days.ts'
import { byDayOf } from './items.ts'
import { $allItems, $entries, $shown, $timedDrafts } from './store.ts'

/** Posting times of the selected business in the period; none with all businesses. */
export const $slots = remoteOfSelection(async domainId => {
  const { window, isAll } = $shown.get()
  if (isAll || !domainId || $view.get() === 'grid') return []
  // A month shows its posts first. A week needs the slots to choose its first hour, a list to place its posts.
  if ($view.get() === 'month') await settled($entries)
  return readUpcomingSlots(window.from, window.to)
})

// Posts and drafts take and free slots.
whileShown($slots, () => {
  const refreshSoon = debounced($slots.refresh)
  return [
    refreshSoon.cancel,
    $shown.listen($slots.resetAndRefetch),
    onLive('delivery', refreshSoon),
    $drafts.listen(refreshSoon),
  ]
})

/** Free slots ahead, by day and hour. A moved post takes its slot before they reload. */
export const $freeSlots = computed(
  [$slots, $allItems, $timedDrafts, $zone, $now],
  (slots, posts, drafts, zone, now) => {
    if (slots.state !== 'ready') return new Map<string, Date[]>()
    const taken = new Set([...posts, ...drafts].map(({ at }) => +at))
    const free = freeAmong(slots.data).filter(at => at > now && !taken.has(+at))
    return Map.groupBy(free, at => hourCell(zone, at))
  },
)
export type FreeByDay = ReadonlyMap<string, readonly Date[]>
export const $freeByDay = computed($freeSlots, (byHour): FreeByDay => byDayOf(byHour))

/** Returns the day's next free slot, or else the first convenient time. */
export const suggestedTime = (free: FreeByDay, zone: string, day: Date, now = new Date()): Date | undefined =>
  free.get(dayKey(day))?.find(at => at > now) ?? firstTimeOn(zone, day, now)
