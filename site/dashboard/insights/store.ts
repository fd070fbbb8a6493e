import { computed } from 'nanostores'

import { DAY_MS } from '#shared/durations.ts'
import { type DayRange, INSIGHT_RANGES, isPeriod, POST_FIGURES, type PostFigure } from '#shared/insights.ts'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { $router, type Search, setSearch } from '#site/dashboard/shared/router.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { whileShown } from '#site/lib/remote.ts'
import { clockIn } from '#site/lib/wall-clock.ts'

/** A number of last days, or `dates` for chosen ones. */
export type Range = (typeof INSIGHT_RANGES)[number] | 'dates'

/** Choices in the URL: the period, and the figure that ranks the top posts. */
export const $chosen = computed($router, page => {
  const { days, from = '', to = '', best }: Search = page?.route === 'insights' ? page.search : {}
  return {
    range: isPeriod(from, to) ? 'dates' : (INSIGHT_RANGES.find(range => `${range}` === days) ?? 30),
    dates: { from, to },
    best: POST_FIGURES.find(figure => figure === best) ?? 'reactions',
  } satisfies { range: Range; dates: DayRange; best: PostFigure }
})

export const $insights = remoteOfSelection(async domainId => {
  const { range, dates, best } = $chosen.get()
  const period =
    range === 'dates' ? { ...dates, timeZone: $businessZone.get() } : { days: `${range}` as const }
  return await dataOf(api.insights.$get({ query: { ...(domainId && { domainId }), ...period, best } }))
})

whileShown($insights, reloadSoon => [
  onLive('insights', () => void $insights.reload()),
  onLive('inbox', reloadSoon),
  $chosen.listen((now, before) => {
    const isHere = $router.get()?.route === 'insights'
    if (isHere && JSON.stringify(now) !== JSON.stringify(before)) void $insights.reload()
  }),
])

/** Chooses the range. Dates start with the days on screen. */
export function chooseRange(range: Range) {
  const { range: days, dates } = $chosen.get()
  if (range !== 'dates') return setSearch({ days: range === 30 ? '' : `${range}`, from: '', to: '' })
  const { day: to } = clockIn($businessZone.get(), new Date())
  const from = (count: number) => new Date(Date.parse(to) - count * DAY_MS).toISOString().slice(0, 10)
  chooseDates(days === 'dates' ? dates : { from: from(days), to })
}

export const chooseDates = (dates: DayRange) => setSearch({ days: '', ...dates })

export const chooseBest = (figure: PostFigure) => setSearch({ best: figure === 'reactions' ? '' : figure })
