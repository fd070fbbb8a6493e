import { atom, computed } from 'nanostores'

import type { UpcomingSlot } from '#shared/calendar/slots.ts'
import { DAY_MS } from '#shared/durations.ts'
import { $selectedDomain, remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $postingRate } from '#site/dashboard/shared/posting-rate.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { formatDayTime, formatTime } from '#site/lib/format.ts'
import { onLive } from '#site/lib/live/live.ts'
import { debounced, whileShown } from '#site/lib/remote.ts'
import { instantIn } from '#site/lib/wall-clock.ts'
import { addDays, dateIn, dayKey } from '#site/ui/date-time-picker/days.ts'

const HOUR_MINUTES = 60
const MORNING = 9 * HOUR_MINUTES
const DAYS_A_WEEK = 7

/** Returns the instant of a time of day, in minutes since midnight, a number of days after today. */
const ahead = (zone: string, now: Date, days: number, minutes: number) =>
  instantIn(zone, { day: dayKey(addDays(dateIn(zone, now), days)), minutes })

export const tomorrowMorning = (zone: string, now: Date) => ahead(zone, now, 1, MORNING)

/** Returns the next instant at this weekday (0 is Sunday) and hour. */
export function nextOf(zone: string, { weekday, hour }: { weekday: number; hour: number }, now: Date): Date {
  const days = (weekday - dateIn(zone, now).getDay() + DAYS_A_WEEK) % DAYS_A_WEEK
  const at = (more: number) => ahead(zone, now, days + more, hour * HOUR_MINUTES)
  return at(0) > now ? at(0) : at(DAYS_A_WEEK)
}

/** Returns 'today 6:00 pm', 'Thu 12:15 pm' or, if the weekday alone would be ambiguous, 'Thu 3 Dec, 12:00 pm'. */
export function shortTime(zone: string, at: Date, now: Date): string {
  const time = formatTime(at, zone)
  const [due, today] = [dateIn(zone, at), dateIn(zone, now)]
  if (dayKey(due) === dayKey(today)) return `today ${time}`
  const [day = ''] = formatDayTime(at, zone).split(', ')
  return due < addDays(today, DAYS_A_WEEK) ? `${day.split(' ')[0]} ${time}` : `${day}, ${time}`
}

export function nextTimeOfDay(zone: string, minutes: number, now: Date): Date {
  const today = ahead(zone, now, 0, minutes)
  return today > now ? today : ahead(zone, now, 1, minutes)
}

/** The weekday and hour at which the business's posts do best; null for too few posts. */
export const $bestTime = computed($postingRate, rate => (rate.state === 'ready' ? rate.data.best : null))

const WINDOW_MS = 28 * DAY_MS

/** Id of the draft in the composer, for which its own slot is free. */
export const $ownDraft = atom<string | undefined>()

/** The business's free posting times within four weeks; `unset` if it has no posting times. */
export const $freeTimes = remoteOfSelection(async (domainId): Promise<Date[] | 'unset'> => {
  if (!domainId) return []
  const now = Date.now()
  const slots = await readUpcomingSlots(new Date(now), new Date(now + WINDOW_MS), $ownDraft.get())
  if (slots.length === 0) return 'unset'
  return freeAmong(slots)
})

/** Removes the time of a post that was just sent, until the free times reload. */
export const removeFreeTime = (taken: Date) =>
  $freeTimes.change(free => (free === 'unset' ? free : free.filter(at => +at !== +taken)))

/** Returns the free posting times of a business; empty unless the business is selected. */
export const $freeTimesOf = computed(
  [$freeTimes, $selectedDomain],
  (free, selected) =>
    (domainId = selected?._id) =>
      free.state === 'ready' && free.data !== 'unset' && domainId === selected?._id ? free.data : [],
)

/** Returns the first free posting time after `from`, also beyond the loaded ones. */
export async function freeTimeAfter(from: Date): Promise<Date | undefined> {
  const { data = [] } = $freeTimes.get()
  if (data === 'unset') return undefined
  const known = data.find(at => at > from)
  if (known) return known
  const slots = await readUpcomingSlots(from, new Date(+from + WINDOW_MS), $ownDraft.get()).catch(() => [])
  return freeAmong(slots).find(at => at > from)
}

/** The next free posting time; undefined while loading, `unset` without posting times, null if none is free or known. */
export const $freeSlot = computed([$freeTimes, $now], (free, now) => {
  if (free.state !== 'ready') return free.state === 'loading' ? undefined : null
  return free.data === 'unset' ? free.data : (free.data.find(at => at > now) ?? null)
})

// Posts and drafts take and free slots.
whileShown($freeTimes, () => {
  const refreshSoon = debounced($freeTimes.refresh)
  return [
    refreshSoon.cancel,
    onLive('delivery', refreshSoon),
    $drafts.listen(refreshSoon),
    $ownDraft.listen(refreshSoon),
  ]
})

export const freeAmong = (slots: readonly UpcomingSlot[]) =>
  slots.flatMap(({ at, postId, draftId }) => (postId || draftId ? [] : new Date(at)))

/** Returns the selected business's posting times between two instants, with the post or draft that took each. */
export async function readUpcomingSlots(from: Date, to: Date, draftId?: string) {
  const query = { from: from.toISOString(), to: to.toISOString(), timeZone: $businessZone.get(), draftId }
  return await dataOf(api.slots.upcoming.$get({ query }))
}
