import { computed, onMount } from 'nanostores'

import { hourCell } from '#site/dashboard/calendar/days/cells.ts'
import { firstTimeOn } from '#site/dashboard/calendar/days/days.ts'
import { byDayOf } from '#site/dashboard/calendar/items.ts'
import { $all, $entries, $shown } from '#site/dashboard/calendar/store.ts'
import { $view, $zone } from '#site/dashboard/calendar/url.ts'
import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/now.ts'
import { readUpcomingSlots } from '#site/dashboard/shared/quick-times/upcoming-slots.ts'
import { remote, settled } from '#site/lib/remote.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'

/** The selected business's posting times within the window; none if all businesses are shown. */
export const $slots = remote(async () => {
  const { window, isAll } = $shown.get()
  if (isAll || !(await selectedDomainId())) return []
  // A month's posts come first. A week needs its slots to choose the hour at which it opens, and a list to place its posts.
  if ($view.get() === 'month') await settled($entries)
  return readUpcomingSlots(window.from, window.to)
})

onMount($slots, () => $shown.listen($slots.resetAndRefetch))
$selectionVersion.listen($slots.resetAndRefetch)

/** Free slots from now on, by day and hour. Derived from the posts on screen, so that a moved post takes its slot at once. */
export const $freeSlots = computed([$slots, $all, $zone, $now], (slots, posts, zone, now) => {
  if (slots.state !== 'ready') return new Map<string, Date[]>()
  const taken = new Set(posts.map(({ at }) => +at))
  const free = slots.data.map(({ at }) => new Date(at)).filter(at => at > now && !taken.has(+at))
  return Map.groupBy(free, at => hourCell(zone, at))
})
export type FreeByDay = ReadonlyMap<string, readonly Date[]>
export const $freeByDay = computed($freeSlots, (byHour): FreeByDay => byDayOf(byHour))

/** Suggests a time for a new post on a day: its next free slot, or else the first convenient one. */
export const suggestedTime = (free: FreeByDay, zone: string, day: Date, now = new Date()): Date | undefined =>
  free.get(dayKey(day))?.find(at => at > now) ?? firstTimeOn(zone, day, now)
