import { atom, onMount } from 'nanostores'

import { type DayRange, type INSIGHT_RANGES, isPeriod, type PostFigure } from '#shared/insights.ts'
import { $selectedDomain, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'
import { clockIn } from '#site/lib/wall-clock.ts'

/** A number of last days, or chosen ones. */
export type Range = (typeof INSIGHT_RANGES)[number] | 'dates'

export const $range = atom<Range>(30)

/** The chosen days, which are this month's at first. */
export const $dates = atom<DayRange>({ from: '', to: '' })

/** Figure by which the top posts are chosen. */
export const $best = atom<PostFigure>('reactions')

const ofDomain = () => {
  const domainId = $selectedDomain.get()?._id
  return domainId ? { domainId } : {}
}

export const $insights = remote(async () => {
  const range = $range.get()
  const period =
    range === 'dates' ? { ...$dates.get(), timeZone: $businessZone.get() } : ({ days: `${range}` } as const)
  return await dataOf(api.insights.$get({ query: { ...ofDomain(), ...period, best: $best.get() } }))
})

onMount($insights, () => onLive('insights', () => void $insights.reload()))

/** Selects the range; current figures stay visible until the new ones arrive. */
export function chooseRange(range: Range) {
  $range.set(range)
  if (range === 'dates' && $dates.get().from === '') {
    const { day } = clockIn($businessZone.get(), new Date())
    $dates.set({ from: `${day.slice(0, 7)}-01`, to: day })
  }
  void $insights.reload()
}

/** Chooses the top posts by another figure; the current ones stay visible until the new ones arrive. */
export function chooseBest(figure: PostFigure) {
  $best.set(figure)
  void $insights.reload()
}

/** Loads the figures of these days once they are a period. */
export function chooseDates(dates: DayRange) {
  $dates.set(dates)
  if (isPeriod(dates.from, dates.to)) void $insights.reload()
}

$selectionVersion.listen($insights.resetAndRefetch)
