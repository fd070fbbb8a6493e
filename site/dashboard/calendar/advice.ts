import { computed } from 'nanostores'

import { MIN_POSTS_IN_BEST_BLOCK, MIN_BEST_SCORE } from '#shared/insights.ts'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { readPostingRate } from '#site/dashboard/shared/posting-rate.ts'
import { freeAmong, readUpcomingSlots } from '#site/dashboard/shared/quick-times/times.ts'
import { onLive } from '#site/lib/live/live.ts'
import { debounced, settled, whileShown } from '#site/lib/remote.ts'
import { instantIn } from '#site/lib/wall-clock.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { hourCell, firstTimeOn, $view, $zone, $days } from './days.ts'
import { $isAll } from './filters.ts'
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

/** Results of the selected business's posts by hour; undefined with all businesses. */
const $rate = remoteOfSelection(async domainId =>
  $isAll.get() ? undefined : readPostingRate(domainId, $zone.get()),
)

whileShown($rate, () => [
  onLive('insights', () => void $rate.reload()),
  $zone.listen($rate.resetAndRefetch),
  $isAll.listen($rate.resetAndRefetch),
])

/** Hours in which posts did clearly better than average, by `hourKey`. */
export const $bestHours = computed($rate, rate => {
  const { best, slots = [] } = rate.data ?? {}
  if (!best) return new Set<string>()
  const good = slots.filter(({ posts, score }) => posts >= MIN_POSTS_IN_BEST_BLOCK && score >= MIN_BEST_SCORE)
  return new Set([best, ...good].map(({ weekday, hour }) => hourKey(weekday, hour)))
})

/** `weekday` counts from Sunday, 0. */
export const hourKey = (weekday: number, hour: number) => `${weekday} ${hour}`

export const isBestHourAhead = (best: ReadonlySet<string>, days: readonly Date[], zone: string, now: Date) =>
  days.some(day =>
    [...best].some(key => {
      const [weekday, hour] = key.split(' ').map(Number) as [number, number]
      return day.getDay() === weekday && instantIn(zone, { day: dayKey(day), minutes: hour * 60 + 59 }) > now
    }),
  )

export const $isBestHourAhead = computed([$bestHours, $days, $zone, $now], isBestHourAhead)

export const $basedOn = computed($rate, rate => (rate.state === 'ready' ? (rate.data?.basedOn ?? 0) : 0))
