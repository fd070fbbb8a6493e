import { computed, onMount } from 'nanostores'

import { hourCell } from '#site/dashboard/calendar/days/cells.ts'
import { $isAll } from '#site/dashboard/calendar/filters/filters.ts'
import { $all } from '#site/dashboard/calendar/store.ts'
import { $window, $zone } from '#site/dashboard/calendar/url.ts'
import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { readUpcomingSlots } from '#site/dashboard/shared/quick-times/upcoming-slots.ts'
import { remote } from '#site/lib/remote.ts'

/** The selected business's posting times within the window. */
const $slots = remote(async () => {
  if (!(await selectedDomainId())) return []
  const { from, to } = $window.get()
  return readUpcomingSlots(from, to)
})

onMount($slots, () => $window.listen($slots.resetAndRefetch))
$selectionVersion.listen($slots.resetAndRefetch)

/** Posting times without a post, by day and hour. Reads the posts on screen, so that a moved post takes its slot at once. */
export const $freeSlots = computed([$slots, $all, $isAll, $zone], (slots, posts, isAll, zone) => {
  if (slots.state !== 'ready' || isAll) return new Map<string, Date[]>()
  const taken = new Set(posts.map(({ at }) => +at))
  const free = slots.data.map(({ at }) => new Date(at)).filter(at => !taken.has(+at))
  return Map.groupBy(free, at => hourCell(zone, at))
})
