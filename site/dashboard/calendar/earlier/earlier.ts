import { atom, computed, onMount } from 'nanostores'

import { earlierDays } from '#site/dashboard/calendar/days/days.ts'
import type { Item } from '#site/dashboard/calendar/items.ts'
import { $byDay } from '#site/dashboard/calendar/store.ts'
import { $days, $on, $view, today } from '#site/dashboard/calendar/url.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'

const $isUnfolded = atom(false)
onMount($isUnfolded, () => () => $isUnfolded.set(false))

/** The days on screen that the calendar folds away, because they are over. */
export const $earlier = computed([$view, $on, $days, $isUnfolded], (view, on, days, isUnfolded) => ({
  days: earlierDays(view, on, days, today()),
  isUnfolded,
}))

export const toggleEarlier = () => $isUnfolded.set(!$isUnfolded.get())

/** Posts by day, without the days that are folded away. */
export const $listed = computed([$byDay, $earlier], (byDay, { days, isUnfolded }): [string, Item[]][] => {
  const folded = new Set(isUnfolded ? [] : days.map(dayKey))
  return [...byDay].filter(([day]) => !folded.has(day))
})
