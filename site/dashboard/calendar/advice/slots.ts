import { computed, onMount } from 'nanostores'

import { hourCell } from '#site/dashboard/calendar/days/cells.ts'
import { $all, $shown } from '#site/dashboard/calendar/store.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { selectedDomainId } from '#site/dashboard/shared/domains/selected-id.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { readUpcomingSlots } from '#site/dashboard/shared/quick-times/upcoming-slots.ts'
import { remote } from '#site/lib/remote.ts'

/** The selected business's posting times within the window; none if all businesses are shown. */
const $slots = remote(async () => {
  const { window, isAll } = $shown.get()
  if (isAll || !(await selectedDomainId())) return []
  return readUpcomingSlots(window.from, window.to)
})

onMount($slots, () => $shown.listen($slots.resetAndRefetch))
$selectionVersion.listen($slots.resetAndRefetch)

/** Posting times without a post, by day and hour. Reads the posts on screen, so that a moved post takes its slot at once. */
export const $freeSlots = computed([$slots, $all, $zone], (slots, posts, zone) => {
  if (slots.state !== 'ready') return new Map<string, Date[]>()
  const taken = new Set(posts.map(({ at }) => +at))
  const free = slots.data.map(({ at }) => new Date(at)).filter(at => !taken.has(+at))
  return Map.groupBy(free, at => hourCell(zone, at))
})
