import { atom, computed, onMount } from 'nanostores'

import type { Domain } from '#shared/businesses/domains.ts'
import type { Measurement, ScoreCategory } from '#shared/scores.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { formatExact } from '#site/lib/format.ts'
import { $streamOpens, onLive } from '#site/lib/live/live.ts'
import { remote } from '#site/lib/remote.ts'
import { isMeasuring } from './scores.ts'

/** The newest measurements of each business, by its id. */
export const $recent = remote(async () => (await (await api.users.scoreHistory.$get()).json()).data)

onMount($recent, () => {
  const stops = [onLive('domain', () => void $recent.reload()), $streamOpens.listen(catchUp)]
  return () => stops.forEach(stop => stop())
})

/** Reloads after the stream opens, because events before that are lost. */
function catchUp() {
  const domains = $domains.get()
  if (domains.state !== 'ready' || !domains.data.some(isMeasuring)) return
  void $domains.reload()
  void $recent.reload()
}

/** The business whose history is open. */
export const $historyDomain = atom<Domain | undefined>()

export function openHistory(domain: Domain) {
  $historyDomain.set(domain)
  $history.resetAndRefetch()
}
export const closeHistory = () => $historyDomain.set(undefined)

/** All measurements of that business, oldest first. */
export const $history = remote(async (): Promise<Measurement[]> => {
  const id = $historyDomain.get()?._id
  if (!id) return []
  return (await (await api.users.scoreHistory[':id'].$get({ param: { id } })).json()).data
})

/** The same, newest first, for the table. */
export const $newestFirst = computed($history, history =>
  history.state === 'ready' ? history.data.toReversed() : [],
)

export type Trend = { now: number; low: number; high: number; change: number; since: string }

/** Returns the last value and the change of one score. */
export function trendOf(measurements: readonly Measurement[], category: ScoreCategory): Trend | undefined {
  const first = measurements[0]
  const last = measurements.at(-1)
  if (!first || !last) return undefined
  const values = measurements.map(({ scores }) => scores[category])
  const now = last.scores[category]
  return {
    now,
    low: Math.min(...values),
    high: Math.max(...values),
    change: now - first.scores[category],
    since: first.measuredAt,
  }
}

/** 'up 4 since Saturday 21 November 2026 at 3:15 pm AEDT' */
export function describeTrend({ change, since }: Pick<Trend, 'change' | 'since'>): string {
  const how = change === 0 ? 'unchanged' : `${change > 0 ? 'up' : 'down'} ${Math.abs(change)}`
  return `${how} since ${formatExact(since)}`
}
